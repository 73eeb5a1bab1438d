package ndtool_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ndtool/ndtool/stage"
)

// What a comment has to say, as far as words can tell.
var (
	saysError = regexp.MustCompile(`(?i)\b(errors?|fails?|failure|refus\w+)\b|\bErr[A-Z]\w*`)
	saysUnit  = regexp.MustCompile(`(?i)\b(bytes?|elements?|items?|indices|rows|axes|characters|pixels|points|cells|tiles|goroutines|members|digits|parts|pieces)\b`)
	saysShape = regexp.MustCompile(`(?i)\b(shapes?|axes|axis|[0-9n]-d|rank|elements?|values?|sizes?|rows?|matrix|scalars?|windows?|layouts?|broadcast|strides|member|header)\b`)
	saysCopy  = regexp.MustCompile(`(?i)\b(cop(y|ies|ied)|views?|shares?|shared|sharing|fresh|storage|memory|new|over|in place|mapped|mapping|packed|reads?)\b`)

	unitName  = regexp.MustCompile(`^(n|size|offset|off|at|strides?|budget|itemSize|length|width|height|step|level|align|alignment)$`)
	unitField = regexp.MustCompile(`^(Size|Offset|Strides?|Budget|ItemSize|Length|Width|Height|Step|Storage|Compressed|Align)$`)
	unitFunc  = regexp.MustCompile(`^(Size|Offset|Strides?|ElemStrides|Len|NumBytes|ItemSize|Alignment|Extent|Step)$`)
)

// wellKnown are methods whose errors the interface tells that they are of.
var wellKnown = map[string]bool{
	"Close": true, "Read": true, "Write": true, "ReadAt": true, "WriteAt": true, "Seek": true, "ReadFrom": true, "WriteTo": true,
	"Unwrap": true, "MarshalText": true, "UnmarshalText": true, "MarshalJSON": true,
}

// TestDocComments: every public package has a comment, and every exported name
// one that begins with the name; the comment of a function with an error says
// when there is one, ints that could count bytes or elements say which, and a
// function on arrays tells shapes and whether its result is a copy. Functions
// that write to dst are told so once, in their package's comment.
func TestDocComments(t *testing.T) {
	names := 0
	for dir, files := range publicPackages(t) {
		dst, described := false, false
		for _, f := range files {
			described = described || strings.HasPrefix(f.Doc.Text(), "Package "+f.Name.Name+" ")
			text := f.Doc.Text()
			dst = dst || strings.Contains(text, "destination") && saysError.MatchString(text) && saysShape.MatchString(text) && saysCopy.MatchString(text)
		}
		if !described {
			t.Errorf("%s: no comment on the package", dir)
		}
		for _, f := range files {
			for _, fault := range faultsOf(f, dst, &names) {
				t.Errorf("%s: %s", dir, fault)
			}
		}
	}
	if names < 500 {
		t.Errorf("looked at %d names, expected hundreds", names)
	}
}

// withExamples are the packages whose every operation on arrays has an example.
var withExamples = []string{"arrowtensor", "draw", "gonummat", "ndarray", "npy", "ops", "plot", "safetensors", "stage"}

// variant is the comment of a function that is another one for other operands,
// whose example will do.
var variant = regexp.MustCompile(`^\w+ is \w+ (for|of|over|in|to|with) `)

// TestExamples: every function and method of those packages that takes or gives
// an array is called in a runnable example.
func TestExamples(t *testing.T) {
	files := publicPackages(t)
	for _, dir := range withExamples {
		text := examples(t, dir)
		for _, f := range files[dir] {
			for _, decl := range f.Decls {
				d, ok := decl.(*ast.FuncDecl)
				if !ok || !d.Name.IsExported() || !onArrays(d) || variant.MatchString(d.Doc.Text()) {
					continue
				}
				if !regexp.MustCompile(`\b` + d.Name.Name + `[\[(]`).MatchString(text) {
					t.Errorf("%s: no example shows %s", dir, d.Name.Name)
				}
			}
		}
	}
}

// TestTableOfOperations: the page that sets NumPy, PyTorch and this toolkit side
// by side names every operation of ndarray and ops, and every stage.
func TestTableOfOperations(t *testing.T) {
	text, err := os.ReadFile("docs/numpy-pytorch.md")
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) bool {
		return regexp.MustCompile("`[^`\n]*\\b" + regexp.QuoteMeta(name) + "\\b[^`\n]*`").Match(text)
	}
	files := publicPackages(t)
	for _, dir := range []string{"ndarray", "ops"} {
		for _, f := range files[dir] {
			for _, decl := range f.Decls {
				d, ok := decl.(*ast.FuncDecl)
				if ok && d.Name.IsExported() && onArrays(d) && !named(d.Name.Name) && !minor[d.Name.Name] {
					t.Errorf("%s: %s has no line", dir, d.Name.Name)
				}
			}
		}
	}
	for _, op := range stage.Ops() {
		if !named(op.Name) {
			t.Errorf("stage %s has no line", op.Name)
		}
	}
}

// minor are functions that are no operations of their own.
var minor = map[string]bool{"CheckWritable": true, "FormatElement": true, "Array": true, "BesideWide": true}

// examples is the text of a package's examples.
func examples(t *testing.T, dir string) (text string) {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tests {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(d.Name.Name, "Example") {
				text += string(source[fset.Position(d.Pos()).Offset:fset.Position(d.End()).Offset])
			}
		}
	}
	return text
}

// onArrays tells whether a function or a method of a type takes or gives an
// array, one or several of them, or is a method of Array that does.
func onArrays(d *ast.FuncDecl) bool {
	if d.Recv != nil && !ast.IsExported(typeName(d.Recv.List[0].Type)) {
		return false
	}
	for _, p := range d.Type.Params.List {
		if typeName(p.Type) == "Array" {
			return true
		}
	}
	return returns(d.Type, "Array")
}

// TestDocCheckFinds: the check finds what it is there for.
func TestDocCheckFinds(t *testing.T) {
	for source, want := range map[string]string{
		"func F() {}":                    "no comment",
		"// Does it.\nfunc F() {}":       "begin with F",
		"// F opens it.\nfunc F() error": "error",
		"// F cuts it. It fails with ErrX.\nfunc F(n int) error":   "n",
		"// T is it.\ntype T struct{ A int }":                      "T.A",
		"// T is it.\ntype T struct{\n// Size of it.\nSize int\n}": "unit",
		"// T is it.\ntype T struct{}\nfunc (T) M() {}":            "T.M",
		"// F gives one.\nfunc F() *ndarray.Array":                 "shapes",
		"// F gives one of that shape.\nfunc F() *ndarray.Array":   "copy",
		"const A = 1": "A",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package p\n"+source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if faults := faultsOf(file, false, &n); len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("%q: found %q, expected one fault with %q", source, faults, want)
		}
	}
}

// publicPackages are the parsed packages, by folder, that other modules can
// import, those of the modules below this one too.
func publicPackages(t *testing.T) map[string][]*ast.File {
	t.Helper()
	packages := make(map[string][]*ast.File)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if name == "internal" || name == "testdata" || name == "cmd" || name == "scripts" || name == "fixtures" || strings.HasPrefix(name, ".") && name != "." {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		dir := filepath.ToSlash(filepath.Dir(path))
		packages[dir] = append(packages[dir], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// faultsOf lists what the comments of a file leave out. dst tells that the
// package's comment has said what functions that write to dst do.
func faultsOf(f *ast.File, dst bool, names *int) (faults []string) {
	fault := func(name, format string, args ...any) {
		faults = append(faults, name+": "+fmt.Sprintf(format, args...))
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if !d.Name.IsExported() {
				continue
			}
			if d.Recv != nil {
				receiver := typeName(d.Recv.List[0].Type)
				if !ast.IsExported(receiver) {
					continue
				}
				name = receiver + "." + name
			}
			*names++
			if d.Doc == nil {
				fault(name, "no comment")
				continue
			}
			text := d.Doc.Text()
			if !strings.HasPrefix(text, d.Name.Name+" ") && !strings.HasPrefix(text, d.Name.Name+",") {
				fault(name, "the comment does not begin with %s", d.Name.Name)
			}
			for _, what := range missing(d, text, dst) {
				fault(name, "%s", what)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if !s.Name.IsExported() {
						continue
					}
					*names++
					if d.Doc == nil && s.Doc == nil && s.Comment == nil {
						fault(s.Name.Name, "no comment")
					}
					if st, ok := s.Type.(*ast.StructType); ok {
						faults = append(faults, fields(s.Name.Name, st, d.Doc.Text()+s.Doc.Text(), names)...)
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if !n.IsExported() {
							continue
						}
						*names++
						if d.Doc == nil && s.Doc == nil && s.Comment == nil {
							fault(n.Name, "no comment")
						}
					}
				}
			}
		}
	}
	return faults
}

// missing is what the comment of a function leaves out.
func missing(d *ast.FuncDecl, text string, dst bool) (list []string) {
	method := d.Recv != nil
	counts := method && unitFunc.MatchString(d.Name.Name)
	takes := false
	for i, p := range d.Type.Params.List {
		kind := typeName(p.Type)
		takes = takes || kind == "Array"
		for j, n := range p.Names {
			counts = counts || (kind == "int" || kind == "int64") && unitName.MatchString(n.Name)
			if i+j == 0 && n.Name == "dst" && dst {
				return nil
			}
		}
	}
	if counts && !saysUnit.MatchString(text) {
		list = append(list, "takes or gives a number of which the comment does not say the unit: bytes, elements, …")
	}
	if returns(d.Type, "error") && !saysError.MatchString(text) && !(method && wellKnown[d.Name.Name]) {
		list = append(list, "returns an error, of which the comment says nothing")
	}
	gives := returns(d.Type, "Array")
	switch {
	case (takes || gives) && !saysShape.MatchString(text):
		list = append(list, "takes or gives an array, and the comment does not speak of shapes or elements")
	case gives && !saysCopy.MatchString(text):
		list = append(list, "gives an array, and the comment does not say whether it is a copy or a view")
	}
	return list
}

// fields lists the exported fields of a struct that neither a comment of their
// own nor the struct's speaks of, and those of numbers that need a unit and have
// none.
func fields(owner string, s *ast.StructType, comment string, names *int) (faults []string) {
	for _, f := range s.Fields.List {
		text := f.Doc.Text() + f.Comment.Text()
		for _, n := range f.Names {
			if !n.IsExported() {
				continue
			}
			*names++
			if text == "" && regexp.MustCompile(`\b`+n.Name+`\b`).MatchString(comment) {
				text = comment
			}
			kind := typeName(f.Type)
			switch {
			case text == "":
				faults = append(faults, fmt.Sprintf("%s.%s: no comment", owner, n.Name))
			case (kind == "int" || kind == "int64") && unitField.MatchString(n.Name) && !saysUnit.MatchString(text):
				faults = append(faults, fmt.Sprintf("%s.%s: the comment gives no unit: bytes, elements, …", owner, n.Name))
			}
		}
	}
	return faults
}

// typeName is the name of a type without its package, pointer, slice or type
// parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.ArrayType:
		return typeName(e.Elt)
	case *ast.Ellipsis:
		return typeName(e.Elt)
	case *ast.IndexExpr:
		return typeName(e.X)
	}
	return ""
}

func returns(f *ast.FuncType, name string) bool {
	if f.Results == nil {
		return false
	}
	for _, r := range f.Results.List {
		if typeName(r.Type) == name {
			return true
		}
	}
	return false
}
