//go:build amd64 && !purego

package move

// cacheBytes is the size of the last-level cache.
var cacheBytes = lastCache()

// lastCache asks the processor: the leaves 4 (Intel) and 0x8000001D (AMD) of
// CPUID describe one cache a subleaf, in the same form.
func lastCache() int {
	size := 0
	for _, leaf := range []uint32{4, 0x8000001d} {
		if most, _, _, _ := cpuid(leaf&0x80000000, 0); most < leaf {
			continue
		}
		for sub := range uint32(16) {
			kind, ways, sets, _ := cpuid(leaf, sub)
			if kind&31 == 0 {
				break
			}
			n := int(ways>>22+1) * int(ways>>12&1023+1) * int(ways&4095+1) * int(sets+1)
			size = max(size, n)
		}
	}
	if size == 0 {
		return cacheDefault
	}
	return size
}

func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)
