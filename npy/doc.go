// Package npy reads and writes NumPy's .npy and .npz files: the files that
// np.save, np.savez and np.savez_compressed write, byte for byte, and what
// np.load reads.
//
// # Reading
//
// [ReadFile] reads a file and [Read] any stream into memory; [Open] maps a file
// in constant time; [ReadFileSlice] reads a part of one. [OpenArchiveFile] lists
// the members of an .npz file and reads, slices or maps each when asked.
// Arrays keep the byte order and the C or Fortran order of the file.
//
// # Writing
//
// [Write] and [WriteFile] write an array of any layout. [ArchiveWriter] writes
// .npz files to any stream. [Create] maps a new file, an [Appender] makes one
// grow, [RewriteHeader] changes the shape of one in place.
//
// # Concurrency
//
// The functions may be called from several goroutines at once. So may the
// methods of a [File], and those of an [Archive] and its [Member]s while nobody
// closes it, if its io.ReaderAt allows parallel calls, as a file does. An
// [ArchiveWriter] and an [Appender] belong to one goroutine at a time. Two
// processes that change one file at once are not kept apart.
//
// # Hostile input
//
// Nothing that a file declares is believed before it is proven: header lengths,
// sizes and their products, offsets and the sizes of archive members are
// checked against limits and against the bytes that really are there before
// memory is allocated. Python objects are never unpickled. Every failure is an
// [Error] that names the file, the member and the byte.
package npy
