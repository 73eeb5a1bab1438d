#!/usr/bin/env python3
"""Writes fixtures/ from real NumPy and PyTorch, or checks it.

    make_fixtures.py            re-makes every fixture that the installed packages allow
    make_fixtures.py --check    re-makes them in a temporary folder and compares

The NumPy part needs requirements.txt, the PyTorch part requirements-torch.txt;
without PyTorch its committed files stay and --check holds them by their hashes.
A folder of shared cases beside the checkout (--shared) supplies the given files;
without it the committed copies stay.
"""
import argparse
import os
import sys
import tempfile

from fixtures import build, compare, given, manifest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=os.path.join(ROOT, "fixtures"), help="the folder of the fixtures")
    parser.add_argument("--shared", default=os.path.join(os.path.dirname(ROOT), "shared"), help="the folder of the shared cases, if there is one")
    parser.add_argument("--check", action="store_true", help="compare in place of writing; exit 1 on a difference")
    parser.add_argument("--only", default="", help="only the files whose name starts so")
    args = parser.parse_args()

    shared = args.shared if os.path.isdir(os.path.join(args.shared, "cases")) else None
    if args.check:
        with tempfile.TemporaryDirectory() as folder:
            parts = build.everything(folder, args.only)
            if shared:
                given.copy(shared, folder)
            faults = compare.folders(folder, args.out, parts, args.only) + manifest.faults(args.out)
        print("checked: %s" % done(parts, shared))
        for fault in faults:
            print(fault, file=sys.stderr)
        return 1 if faults else 0

    parts = build.everything(args.out, args.only)
    if shared:
        given.copy(shared, args.out)
    manifest.write(args.out, parts)
    print("made: %s" % done(parts, shared))
    return 0


def done(parts, shared):
    """Which parts were made, with the versions, and which were not."""
    names = ["%s %s" % (part, manifest.version(part)) for part in parts] + (["given files"] if shared else [])
    absent = [part for part in build.PARTS if part not in parts] + ([] if shared else ["given files"])
    return ", ".join(names) + ("; only by their hashes: %s" % ", ".join(absent) if absent else "")


if __name__ == "__main__":
    sys.exit(main())
