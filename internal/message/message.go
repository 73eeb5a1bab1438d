// Package message says on one line of a terminal what went wrong with a file.
package message

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/ndtool/ndtool/npy"
)

// maxReason bounds the reason in a line, in bytes.
const maxReason = 300

// Line is the line that tells why a file failed: its name, then the reason,
// which does not repeat the name.
func Line(name string, err error) string { return name + ": " + Short(Reason(err)) }

// Short cuts what is too long for a line, such as the dtype of a record of a
// thousand fields.
func Short(reason string) string {
	if len(reason) <= maxReason {
		return reason
	}
	cut := maxReason
	for cut > 0 && reason[cut]&0xC0 == 0x80 {
		cut--
	}
	return reason[:cut] + "…"
}

// Reason is an error's text without the name of the file that it is about.
func Reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) && err == error(path) {
		switch path.Op {
		case "open", "stat", "lstat":
			return Reason(path.Err)
		case "read":
			return "cannot be read: " + Reason(path.Err)
		}
		return fmt.Sprintf("%s %s: %v", path.Op, path.Path, path.Err)
	}
	var link *os.LinkError
	if errors.As(err, &link) && err == error(link) {
		return fmt.Sprintf("%s %s: %v", link.Op, link.New, link.Err)
	}
	var format *npy.Error
	if errors.As(err, &format) && err == error(format) {
		plain := *format
		plain.File = ""
		return plain.Error()
	}
	return err.Error()
}

// Bare is a system's error without the name of a file, such as that of a
// temporary one.
func Bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// Printable keeps text on its line and away from the terminal's controls.
func Printable(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) && r != ' ' && r != unicode.ReplacementChar }
