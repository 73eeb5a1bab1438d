module github.com/ndtool/ndtool/scripts/peers

go 1.26.0

replace github.com/ndtool/ndtool => ../..

require (
	codeberg.org/sbinet/npyio v0.14.0
	github.com/kshedden/gonpy v0.0.0-20210519231815-fa3c8dd8e59b
	github.com/ndtool/ndtool v0.0.0-00010101000000-000000000000
)

require (
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/nlpodyssey/gopickle v0.3.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
