// Package arrayio has transforms of Apache Beam for NumPy's .npy and .npz files:
// the conversions of ndtool on as many machines as an engine gives.
//
//	read, bad := arrayio.ReadArrays(s, "/data/*.npy", opt)      // names and headers
//	done, refused := arrayio.Apply(s, pipeline, read, opt)      // plans, moves nothing
//	written, failed := arrayio.WriteArrays(s, "/out", done, opt)
//
// ConvertFiles is these three in one. The elements carry names, headers and the
// byte ranges of the data, not the data: the worker that writes a result reads
// its input itself.
//
// Files are found through Beam's registry of file systems: import the ones that
// a pipeline needs, such as
// github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs.
// Names without a scheme are local ones, or on a file system that all workers
// share; those are opened directly, since results are written by position.
//
// # Retries
//
// Engines run work again after a failure, and sometimes twice at once. An output
// appears whole under its name or not at all, and doing it again changes
// nothing: without Options.Force an output that is there already is compared with
// the result, and refused only where it differs.
//
// # Failures
//
// A bad file does not stop a pipeline: every transform has a second output of
// Failure elements, with the message that ndtool has for the file. WriteFailures
// puts them into a file.
//
// # Large arrays
//
// A result larger than Options.Tile, that can be made in one pass over its input (views, reshape, contiguous), where both files
// are local or shared, is cut into tiles that are work items of their own. They
// are written by position into a file of its final length, whose header follows
// when all tiles are there. What a crash leaves is taken up by the next run.
package arrayio
