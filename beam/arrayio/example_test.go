package arrayio_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/ndtool/ndtool/beam/arrayio"
	"github.com/ndtool/ndtool/npy"
	"github.com/ndtool/ndtool/stage"
)

func ExampleConvertFiles() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	stages, err := stage.Parse("transpose 2,0,1 | reshape 4,-1")
	if err != nil {
		log.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	_, failed := arrayio.ConvertFiles(s, "../../examples/cube*", stages, dir, arrayio.Options{})
	arrayio.WriteFailures(s, filepath.Join(dir, "errors"), failed)
	if _, err := beam.Run(context.Background(), "prism", p); err != nil {
		log.Fatal(err)
	}

	failures, err := arrayio.ReadFailures(context.Background(), filepath.Join(dir, "errors"))
	if err != nil {
		log.Fatal(err)
	}
	a, err := npy.ReadFile(filepath.Join(dir, "cube.npy"), npy.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(failures), "failures")
	fmt.Println(a.Shape())
	// Output:
	// 0 failures
	// [4 6]
}
