// Command ndtool reads, looks at and rearranges NumPy's .npy and .npz files
// without Python: one file or a hundred thousand. See ndtool help.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
