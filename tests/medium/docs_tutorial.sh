# docs/tutorial.md: its listings make a game that builds without a warning, and its examples are what the command prints.
# A line "  ..." stands for any lines. Black wins three by three (Martin Gardner, 1962).
. "$SOURCE/tests/cli.bash"
[ -n "${ZERMELO:-}" ] || { echo "skipped: the command is not part of this build"; exit 77; }

cat >examples.py <<'END_OF_PYTHON'
import os, re, shlex, subprocess, sys

page = open(os.path.join(os.environ["SOURCE"], "docs", "tutorial.md")).read()
wrong = 0


def run(words):
    return subprocess.run([os.environ["ZERMELO"]] + words, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def complain(what, shown, printed):
    global wrong
    print("%s\nis shown as\n%s\nand prints\n%s" % (what, shown, printed))
    wrong += 1


source = "".join(re.findall(r"^```c\n(.*?)^```$", page, flags=re.M | re.S))
open("hexapawn.c", "w").write(source)
examples = re.findall(r"^```\n\$ zermelo (.*)\n((?:.*\n)*?)```$", page, flags=re.M)
for words, shown in examples:
    done = run(shlex.split(words))
    pattern = ".*".join(map(re.escape, re.split(r"^  \.\.\.\n", shown, flags=re.M)))
    if done.returncode or not re.fullmatch(pattern, done.stdout, flags=re.S):
        complain("zermelo " + words, shown, done.stdout + done.stderr)
    if words.startswith("build ") and done.stderr:
        complain(words, "without a warning", done.stderr)

# The mistake that the page speaks of.
forgotten = "    p = zm_put(v, p, zm_move_from(m), '.');\n"
open("mistake.c", "w").write(source.replace(forgotten, ""))
told = run(["build", "mistake.c"]).stderr
for shown in re.findall(r"^```text\n(.*?)^```$", page, flags=re.M | re.S):
    if forgotten not in source or told != shown:
        complain("the mistake", shown, told)
words = re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S).split()
sys.exit(wrong > 0 or len(examples) < 7 or len(words) > 1500)
END_OF_PYTHON
LC_ALL=C.UTF-8 python3 examples.py || wrong 'docs/tutorial.md'
finish
