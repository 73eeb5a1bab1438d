#!/usr/bin/env python3
"""Write internal/pyliteral/testdata/literals.jsonl: texts and what Python's
ast.literal_eval makes of them, alone and after numpy's cleaning of Python 2
headers.

  fixtures_literal.py OUT.jsonl [--n 700] [--seed 1]

A line is [text, plain, long]: the value as dumped by dump() below, or null
where Python refuses the text. long is left out where it equals plain, and "?"
where numpy's cleaning itself changes what form feeds, lone carriage returns
and line continuations mean.
"""
import argparse
import ast
import json
import random
import re
import warnings

from numpy.lib import _format_impl

# Texts that a random change reaches only by luck.
FIXED = r"""
'' "" '''''' '''a''' ''''a''' "'" '"' '\'' "\"" 'a' 'b' 'a''b' u'a' U'a' r'\n' R'\'' rb'\n' bR'a' Br'\\' b'a' B'\x41\q' b'\400' b'\u1234'
'\x41' '\x4' '\u0041' '\u004' '\U00000041' '\U00110000' '\ud800' '\ud83d\ude00' '\101' '\1' '\18' '\777' '\q' '\a\b\f\n\r\t\v\\' ur'a' f'a' 'a'f'b' b'a''a' b'a'b'b' 'a'b
0 00 0_0 0_ 0__0 07 0_7 08 09.5 00.5 1_0 1__0 _1 1_ 0x6 0X_fF 0x 0x_ 0xg 0x6_ 0b110 0b2 0b12 0o17 0o8 1. .5 . 1.e5 1e5 1e 1e+ 1E-5 1_0.5_0 1_.5 1._5 1j 1J 1.5j 09j 1jj 1.5.5 0x1.5
-1 +1 --1 -+1 ~1 -(1) -(-1) (-1) -(1j) 1+2j 1-2j -1+2j (1)+(2j) 1+2 1j+1 1+-2j (1+2j)+3j True+1j -True 1+True -None -'a' -() - -9223372036854775808 9223372036854775807 9223372036854775808 -9223372036854775809 -(9223372036854775808) 0xffffffffffffffffffff
2L (2L,) (2L,3L) 2LL (2l,) 0x2L 1.5L 2jL -2L 07L 2_L L 'a'L (2L'a') (2)L
True False None ... .. (...) true set() {} {1} {1,} {1:2} {1:2,} {1:2,3} {1,2:3} {,} {[]:1} {[]} {():1} {(1,[]):1} {{}} {1:{}} {**{}} {*()} (*(),)
() (()) (1) (1,) (,) (1,2) (1,,2) (1,2,) [] [1] [1,] [,] [[]] ([)] ( ) [ ( {1: ) 1, 1,2 ,1 ()() []() a a.b a() 1if 1or lambda:1 (1for) x='a' 1;
""".split() + [
    "", " ", "\t", "\n", " 1", "\t 1", "\n1", "\n 1", " \n1", "\f1", "\f 1", " \f1", "\f \n1", "#c\n1", "  #c\n1", "\n  #c\n1", "#", "#c",
    "1 ", "1\n", "1\n ", "1\n\n", "1\n  \n", "1\n  \n  ", "1\n#c", "1\n  #c", "1\n  #c\n", "1\n  #c\n  ", "1\n\f", "1\n \f", "1\n\f ", "1\n\t", "1 #c", "1 #c\n ", "1\f", "1\t", "1\r", "1\r ", "1\r\n", "1\n\r", "1\r\r",
    "1\x0b", "1\x00", "1\x1a", "1\x1f", "1\xa0", "1\x85", "1\u2028", "\ufeff1", "\x001", "1 x", "1 1", "1\n1", "(1\n)", "(\n1\n,\n)", "(1,\r2)", "(1 #c\n,)", "(1 #c", "(#)\n)", "1 \\\n", "\\\n1", "\\\n 1", "(1,\\\n2)", "(1,\\ \n2)", "1 \\", "1, \\\n2", "1,\n", "1,\n2", "1, 2 #c\n",
    "'a\nb'", "'a\\\nb'", "'a\\\r\nb'", "'a\\\rb'", "'''a\nb\r\nc\rd'''", "r'''a\\\nb\\\r\nc'''", "'a", "'''a''", "'a\\'", "r'\\'", "'\x00'", "'\x0b\x1f\xa0\u2028'", "'\xe9\u03a9\U0001f600'", "b'\xe9'", "\xe9", "#\xe9\n1", "\u0661", "1\u0661", "'a' 'b'", "'a'\n'b'", "('a'\n'b')", "'a' #c\n'b'", "('a' #c\n'b')", "'a' b'b'", "b'a' rb'b'", "u'a' 'b'",
    "2 L", "(2 L, 3\tL)", "(2 L L,)", "(2\nL,)", "(2\fL)", "2L\n", "2L\n ", "(2L,\n3L)", "(2L #c\n,)", "2L #c", "- 2L", "-\n2", "(-\n2)", "- 2", "+ 2", "1 + 2j", "(1\n+\n2j)", "set ( )", "set(\n)", "(set( ),)", "set(1)", "set", "set\n()", "-set()", "...L", "9" * 4300, "9" * 4301, "0" * 4400, "0x" + "f" * 5000,
    "(" * 200 + ")" * 200, "(" * 201 + ")" * 201, "[" * 200 + "]" * 200, "[" * 201 + "]" * 201, "{1:" * 200 + "1" + "}" * 200, "([" * 100 + "])" * 100, "(" * 100, "-" * 500 + "1", "(-" * 100 + "1" + ")" * 100,
]
HEADERS = [
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }          \n",
    "{'descr': [('a', '<i4'), (('t', 'b'), '>f8', (2, 3)), ('', '|V4')], 'fortran_order': True, 'shape': (), }\n",
    '{"descr": u"<f8" \'x\', "shape": (2L, 0x3, 1_0), "fortran_order": False} # note\n  ',
    "({\n'descr':\t'|S5', # a\n 'shape': [+1, -2, 3.5e-1, 2j, None, ...],\r\n b'k': {1, (2,)}})\n   ",
]
PIECES = list("()[]{}'\"\\,:+-. \t\n\r\f#0123456789_LlxobjeEuUrRbBfNTt*=\x00\x0b\xa0\xe9\u03a9") + ["''", '""', "'''", '"""', "\\\n", "\\x", "\\u00", "\\U", "True", "None", "2L", " L", "0x", "1_", "...", "set()", "b'", "r'", "(1,)", "('a',", "#c\n", "\n  ", "1j", "+2j", "{1:", "}", "),", "\r\n"]


def dump(n):
    """The value of a literal's syntax tree, in order, with repeated keys."""
    if isinstance(n, ast.Expression):
        return dump(n.body)
    if isinstance(n, ast.Constant):
        v = n.value
        if v is None:
            return "N"
        if v is ...:
            return "E"
        if isinstance(v, bool):
            return "T" if v else "F"
        if isinstance(v, int):
            return "i%d" % v if -2**63 <= v < 2**63 else "big"
        if isinstance(v, (float, complex)):
            return "f"
        if isinstance(v, str):
            return "s" + v.encode("utf8", "surrogatepass").hex()
        return "b" + v.hex()
    if isinstance(n, ast.UnaryOp):
        v = ast.literal_eval(n)
        return dump(ast.Constant(v))
    if isinstance(n, ast.BinOp):
        return "f"
    if isinstance(n, ast.Call):
        return "set()"
    if isinstance(n, ast.Dict):
        return "{" + "".join(dump(k) + ":" + dump(v) + "," for k, v in zip(n.keys, n.values)) + "}"
    o = {ast.Tuple: "(", ast.List: "[", ast.Set: "set("}[type(n)]
    return o + "".join(dump(e) + "," for e in n.elts) + {"(": ")", "[": "]", "set(": ")"}[o]


def evaluate(text):
    try:
        ast.literal_eval(text)
        return dump(ast.parse(text.lstrip(" \t"), mode="eval"))
    except SyntaxError:
        raise
    except Exception:
        return None


def verdicts(text):
    try:
        plain = evaluate(text)
        return plain, plain
    except SyntaxError:
        pass
    if re.search("\f|\\\\[\r\n]|\r(?!\n)", text):
        return None, "?"
    try:
        return None, evaluate(_format_impl._filter_header(text))
    except Exception:
        return None, None


def mutate(r, text):
    for _ in range(r.choice([1, 1, 1, 2, 2, 3, 5])):
        i = r.randrange(len(text) + 1)
        j = min(len(text), i + r.choice([0, 0, 1, 1, 2, 5]))
        text = text[:i] + r.choice(["", r.choice(PIECES), r.choice(PIECES)]) + text[j:]
    return text


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out")
    ap.add_argument("--n", type=int, default=700)
    ap.add_argument("--seed", type=int, default=1)
    o = ap.parse_args()
    warnings.simplefilter("ignore")
    r = random.Random(o.seed)
    texts = dict.fromkeys(FIXED + HEADERS)
    short = [t for t in FIXED if len(t) < 100]
    while len(texts) < len(FIXED) + o.n:
        k = r.random()
        if k < .4:
            t = mutate(r, r.choice(HEADERS))
        elif k < .8:
            t = mutate(r, r.choice(short))
        else:
            t = "".join(r.choice(PIECES) for _ in range(r.randrange(1, 8)))
        texts[t] = None
    with open(o.out, "w") as f:
        for t in texts:
            plain, long = verdicts(t)
            f.write(json.dumps([t, plain] if plain == long else [t, plain, long]) + "\n")


if __name__ == "__main__":
    main()
