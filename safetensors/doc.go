// Package safetensors reads and writes the safetensors files of models: named
// arrays in one file, with a header in JSON before the bytes.
//
// [Open] and [New] read the header alone; [Tensor.Read] reads one array into
// memory and [Tensor.Map] maps it. [Write] writes arrays of any layout, packed
// in C order with the least significant byte first, and gives byte for byte
// what the Python and Rust package gives.
//
// The limits are those of the format: a header of at most 100,000,000 bytes, a
// name for every tensor, sizes that give just the bytes between the offsets,
// and offsets that cover the data from the first byte to the last without holes
// and overlaps. All of it is proven before an array is made.
package safetensors
