package stage

import "slices"

// nearest returns the stage name that differs least from name, "" if none is
// close enough to be what was meant.
func nearest(name string) string {
	best, found := 3, ""
	for _, op := range table {
		if d := distance(name, op.Name); d < best && d < len(op.Name) {
			best, found = d, op.Name
		}
	}
	return found
}

// distance counts the letters to insert, drop or change to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(left[j]+cost, left[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
