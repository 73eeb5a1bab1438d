package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndtool/ndtool/stage"
)

// topics are the help pages that belong to no command: ndtool help TOPIC.
func topics() []maker {
	page := func(name, short string, text func() string) maker {
		return maker{name, func() *cobra.Command {
			return &cobra.Command{Use: name, Short: short, Long: strings.TrimSpace(text())}
		}}
	}
	fixed := func(text string) func() string { return func() string { return text } }
	return []maker{
		page("inputs", "what may be given as input", fixed(topicInputs)),
		page("outputs", "where results go", fixed(topicOutputs)),
		page("stages", "the stages of pipe", topicStages),
		page("batch", "many files: order, failures, memory, resuming", fixed(topicBatch)),
		page("cluster", "sharing a list of files among machines", fixed(topicCluster)),
		page("indexing", "how parts of an array are named", fixed(topicIndexing)),
		page("dtypes", "how element types are named", fixed(topicDTypes)),
		page("messages", "messages and exit codes", fixed(topicMessages)),
	}
}

const topicInputs = `
An input is

  FILE.npy              an array
  FILE.npz              an archive: every array in it
  FILE.npz:MEMBER       one array of an archive; the .npy of its name may be
                        left out, and the name may hold spaces, / and :
  DIR                   all .npy and .npz files below a folder, in the order of
                        their names; links to folders are not followed
  -                     standard input
  --files-from LIST     more inputs from a file, one a line; with -0 their names
                        end with NUL bytes, as find -print0 writes them

What a file is, is told by its first bytes and not by its name. A file that
really is called a.npz:x is that file. An input that is named twice counts once.
Named pipes and devices are refused, because they cannot be read twice: use -.

  ndtool info data/
  find . -name '*.npy' -size +1M -print0 | ndtool check --files-from - -0
  ndtool show run.npz:weights/layer 1
`

const topicOutputs = `
  (none)         next to the input: in.npy becomes in.reshaped.npy, and a line
                 on standard error says what was written. A result of standard
                 input goes to standard output.
  -o OUT         the one result, in a folder that exists; -o - is standard
                 output. The result of an archive is an archive; it goes into a
                 .npy only if it holds one array, and an array goes into a .npz
                 as arr_0.
  --out-dir DIR  a result an input, keeping its name and, for a folder as input,
                 the tree below it. DIR is created.
  --in-place     replaces each input. Where the bytes of the data need not move
                 and the new header fits, only the header is written, whatever
                 the size of the file; --in-place on FILE.npz:MEMBER replaces
                 that member.

An existing output is refused without --force. Two results under one name, or a
result on top of another input, are refused before anything is written. An
output appears complete or not at all: it is written under another name in the
same folder, synced to the disk (unless --no-sync) and renamed.

  ndtool reshape a.npy --to 4,6 -o b.npy
  ndtool contiguous tree/ --out-dir packed/
  ndtool transpose big.npy --in-place
  cat a.npy | ndtool flip - -o - | ndtool show -
`

const topicBatch = `
Any number of inputs is worked on, --jobs at a time. Messages come in the order
of the inputs whatever the order of the work. A failed input is told and the
others go on, unless --fail-fast is given; the exit code then is 1.

--dry-run tells for each input what would be done: no-op, header-only, copied,
skipped or refused, and the bytes read and written. It is the plan that the run
itself follows; ndtool explain shows it stage by stage.

--memory 256M bounds the memory for data, whatever the size of the files: views,
what is computed element by element, joins, parts and archives are made piece by
piece. What works along some axes (sort, cumsum, repeat, reduce --axes …) is made
in boxes that have all of these axes; sums, products, minima and maxima of
integers, count, any and all over whatever number of axes in any boxes. The
results are the same bit for bit. What needs more at once (means or sums of floats
over all axes, matmul) is refused before it begins.

Outputs are on the disk before they count as done; while some wait for it the
next inputs are worked on. --no-sync leaves the waiting to the system.

--resume LOG notes each output before and after it appears, and skips what an
earlier run with the same LOG has done: for the same file (path, size, time of
change) and the same operation. Work in place is never done twice, at whatever
moment the earlier run ended.

Ctrl-C ends a run cleanly: what is under way is undone or finished, no stray
file is left, and a line says how far it got. --quiet leaves out all but
failures; --json writes a line of JSON for each result to standard output. On a
terminal a bar shows files, bytes, rate and time left.

  ndtool reshape data/ --to=-1,3 --out-dir flat/ --resume flat.log
  ndtool pipe data/ 'cast float32' --in-place --dry-run
`

const topicCluster = `
--shard I/N works on part I of N of the inputs, I from 1 to N. Which part a file
belongs to depends on its path alone, so that all machines may be given the same
folder or list, and no file is worked on twice even while files are added.

As an array job of Slurm:

  #!/bin/sh
  #SBATCH --array=1-16
  ndtool contiguous /data --out-dir /packed \
      --shard "$SLURM_ARRAY_TASK_ID/16" --resume "/logs/part-$SLURM_ARRAY_TASK_ID"

As an indexed Job of Kubernetes, whose indices count from 0:

  apiVersion: batch/v1
  kind: Job
  metadata: {name: pack}
  spec:
    completionMode: Indexed
    completions: 16
    parallelism: 16
    template:
      spec:
        restartPolicy: OnFailure
        containers:
        - name: ndtool
          image: ndtool
          command: [sh, -c, 'ndtool contiguous /data --out-dir /packed
            --shard $((JOB_COMPLETION_INDEX+1))/16 --resume /logs/part-$JOB_COMPLETION_INDEX']
`

const topicIndexing = `
--at and the stage slice take NumPy's basic indexing: items with commas between
them, one an axis.

  5            one place; the axis goes. Negative numbers count from the end
  1:7:2        from 1 up to, not including, 7, every second one; each of the
               three may be left out, and the step may be negative
  ...          all axes that are not named
  newaxis      a new axis of size 1
  ()           the empty index: the array itself

  ndtool slice in.npy --at '1:3,::-1'
  ndtool show in.npy --at '...,0'

Lists of integers have commas between them, and () is the empty list. Values
that begin with - are written --to=-1 or --to -1,4.
`

const topicDTypes = `
A dtype is given by a name (bool, int8 … int64, uint8 … uint64, float16,
float32, float64, complex64, complex128, bfloat16) or by the text that a .npy
header has: '<f4', '>i2', '|u1', '<U5', 'datetime64[ns]', '<M8[25s]', and for
records [('x', '<f4'), ('y', '<i4', (2,))].

Views, tile and repeat keep the byte order of the input; concat, stack,
arithmetic, casts and reductions give the machine's, as in NumPy.
`

const topicMessages = `
Results go to standard output, messages to standard error: a line for each
failed input that names it, says what is wrong and what was expected, and where
(the byte of the file, the axis).

Exit codes:
  0    all done
  1    some input failed, or diff or check found something
  2    wrong usage; the line points to --help
  130  interrupted by Ctrl-C (143 by SIGTERM)
`

// topicStages lists the stages with their arguments.
func topicStages() string {
	var b strings.Builder
	b.WriteString(`A pipeline is stages with | between them, each with its arguments in this order;
those in brackets may be left out. INTS are integers with commas between them.

`)
	for _, op := range stage.Ops() {
		b.WriteString("  " + op.Usage() + "\n        " + op.Short + "\n")
	}
	b.WriteString(`
Spaces after a comma are fine: reshape 4, -1. Quotes keep an argument with spaces
together: field 'a b'. The empty pipeline is copy.

  ndtool pipe in.npy 'transpose 1,0 | slice ::2 | reshape 3,-1' -o out.npy
`)
	return b.String()
}
