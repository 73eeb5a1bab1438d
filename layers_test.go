package ndtool_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ndtool/ndtool/"

// layers lists, for each package of the module, the module's packages that it
// may import. A package that is missing here fails the test: give it a place.
var layers = map[string][]string{
	"internal/pyliteral":        {},
	"internal/atomicfile":       {},
	"internal/golden":           {},
	"internal/looks":            {},
	"internal/mapping":          {},
	"internal/message":          {"npy"},
	"internal/parallel":         {"internal/mapping"},
	"internal/scene":            {},
	"ndarray/dtype":             {"internal/pyliteral"},
	"ndarray/layout":            {},
	"ndarray/move":              {"ndarray/layout", "internal/parallel"},
	"ndarray/tile":              {"ndarray/layout", "ndarray/move"},
	"ndarray":                   {"ndarray/dtype", "ndarray/layout", "ndarray/move"},
	"npy/internal/deflate":      {},
	"npy":                       {"ndarray", "ndarray/dtype", "ndarray/layout", "ndarray/move", "internal/parallel", "internal/pyliteral", "internal/atomicfile", "internal/mapping", "npy/internal/deflate"},
	"safetensors":               {"ndarray", "ndarray/tile", "ndarray/dtype", "ndarray/layout", "ndarray/move", "internal/atomicfile", "internal/mapping"},
	"gonummat":                  {"ndarray", "ndarray/dtype", "ndarray/layout"},
	"httpfile":                  {},
	"ops/internal/kernel":       {"ndarray/dtype", "ndarray/layout", "ndarray/move"},
	"ops":                       {"internal/parallel", "ndarray", "ndarray/dtype", "ndarray/layout", "ndarray/move", "ops/internal/kernel"},
	"stage":                     {"ndarray", "ndarray/dtype", "ndarray/layout", "ops"},
	"draw":                      {"internal/scene", "ndarray/dtype", "ndarray/layout", "stage"},
	"plot":                      {"internal/scene", "ndarray", "ndarray/dtype", "ndarray/layout", "ops", "stage"},
	"cmd/ndtool/internal/batch": {"ndarray", "ndarray/tile", "ndarray/dtype", "ndarray/layout", "npy", "safetensors", "ops", "stage", "internal/atomicfile", "internal/mapping", "internal/message"},
	"cmd/ndtool/internal/table": {"ndarray", "ndarray/dtype", "ndarray/layout", "ops"},
	"cmd/ndtool":                {"*"},
	"fixtures":                  {"ndarray/dtype", "ndarray/layout"},
	"scripts/compare/driver":    {"*"},
}

// onlyTests are packages that no program may depend on.
var onlyTests = []string{"fixtures", "internal/golden", "internal/looks"}

// TestLayers holds the direction of the imports: downward only, as in the
// picture of the README.
func TestLayers(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || hasModule(path)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		if pkg == "." {
			return nil
		}
		allowed, ok := layers[pkg]
		if !ok {
			t.Errorf("%s: package %s has no place in the layers", path, pkg)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		seen++
		test := strings.HasSuffix(path, "_test.go")
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			rel, inside := strings.CutPrefix(imported, module)
			switch {
			case !inside || rel == pkg:
			case test:
			case slices.Contains(onlyTests, rel):
				t.Errorf("%s imports %s, which is for tests only", path, rel)
			case !slices.Contains(allowed, rel) && !slices.Contains(allowed, "*"):
				t.Errorf("%s imports %s, which is not below %s", path, rel, pkg)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < len(layers) {
		t.Errorf("read %d files, expected at least one a package (%d)", seen, len(layers))
	}
}

// hasModule tells whether a folder is a module of its own.
func hasModule(dir string) bool {
	m, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(m) > 0
}
