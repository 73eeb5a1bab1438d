package batch

import (
	"hash/fnv"
	"slices"
)

// Shard is one of several disjoint parts of a list of inputs. The zero Shard
// is all of it.
type Shard struct{ Part, Of int }

// Pick keeps the inputs of the shard. Which one an input belongs to depends on
// its name alone, so that machines that see slightly different lists never
// both work on one file.
func (s Shard) Pick(inputs []Input) []Input {
	if s.Of <= 1 {
		return inputs
	}
	return slices.DeleteFunc(slices.Clone(inputs), func(in Input) bool { return !s.holds(in) })
}

func (s Shard) holds(in Input) bool {
	h := fnv.New64a()
	h.Write([]byte(in.Path))
	return int(h.Sum64()%uint64(s.Of)) == s.Part-1
}
