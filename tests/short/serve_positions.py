# Bits from outside that are no position: typed, or in the manifest of a table that somebody has forged. No command crashes by
# them, and the server goes on.
import glob, os, subprocess, sys

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

# 125 heaps of none; a task that the hens do not have, on fields that the board does not have; men on points that there are not.
CASES = {"octal": ([], "20000000000000000000000000000000"),
         "fuchs-und-henne": (["hens=2", "house=2", "foxes=1"], "7fffffffffffffff0000000000000001"),
         "nine-mens-morris": (["men=3", "endgame=3"], "ffbfffffffdc000004ff040100eb0000")}
NO_POSITION = "no position of the game"


def run(*words):
    done = subprocess.run([ZERMELO, *words], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr + done.stdout


SUM = r"""
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stdio.h>
int main(void)
{
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text, stdin);
    printf("check %016llx\n", (unsigned long long)XXH3_64bits(text, n));
    return 0;
}
"""


def forge(manifest, bits):
    """Every longest win is from these bits, and the checksum is right."""
    with open(manifest) as f:
        lines = f.read().split("\n")[:-2]
    text = ""
    for line in lines:
        words = line.split(" ")
        if "longest" in words and "none" not in words:
            at = words.index("longest")
            words[at + 2:at + 3] = [bits]
        text += " ".join(words) + "\n"
    check(bits in text, f"{manifest} has no longest win: {text}")
    with open(manifest, "w") as f:
        f.write(text + subprocess.run(["./sum"], input=text, capture_output=True, text=True, check=True).stdout)


os.chdir(os.environ["TMPDIR"])
with open("sum.c", "w") as f:
    f.write(SUM)
subprocess.run([os.environ.get("CC", "cc"), "-o", "sum", "sum.c"], check=True)
for game, (settings, bits) in CASES.items():
    for variant in ([], settings):
        code, said = run("decode", game, *variant, "--code", "hex", bits)
        check(code == 2 and NO_POSITION in said, f"decode {game}: {code} {said}")
    command("solve", game, *settings)
    manifest, = glob.glob(f"{TABLES}/{game}/*/manifest")
    for word, codes in (("query", (2,)), ("stats", (2,)), ("verify", (1,)), ("info", (0,)), ("compare", (0,))):
        forge(manifest, bits)
        code, said = run(word, game, *settings, "--tables", TABLES)  # `compare` solves it again
        told = word == "compare" or "the longest win is from " + NO_POSITION in " ".join(said.split())
        check(code in codes and told,
              f"{word} {game}: {code} {said}")
    forge(manifest, bits)
with Server() as s:
    for game, (settings, bits) in CASES.items():
        path = f"/api/games/{game}/{','.join(settings) or 'default'}"
        a = s.ask(path)
        check(a.status < 500 or NO_POSITION in a.body.decode(), f"{path}: {a.status} {a.body[:300]}")
        check(s.ask("/api/games").status == 200, "the server goes on")
for game, (settings, bits) in CASES.items():
    code, said = run("solve", game, *settings, "--tables", TABLES)
    check(code == 0, f"solve {game}: {code} {said}")
    check(run("verify", game, *settings, "--tables", TABLES)[0] == 0, f"verify {game}")
finish()
