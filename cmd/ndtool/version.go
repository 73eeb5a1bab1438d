package main

// release is the version that scripts/release.sh builds, empty in other builds,
// which ask the toolchain.
var release string
