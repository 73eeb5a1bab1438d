package batch

import "testing"

func TestFit(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"\r7/9 files ███", 5, "\r7/9 f"},
		{"\r███\r7/9", 2, "\r██\r7/"},
		{"short", 80, "short"},
	} {
		if got := fit(test.text, test.width); got != test.want {
			t.Errorf("%q in %d is %q, expected %q", test.text, test.width, got, test.want)
		}
	}
}
