# The short tests that run under the sanitizers are named in tests/CMakeLists.txt: each name there is a test's.
import os, re, sys

SOURCE = os.environ["SOURCE"]
with open(f"{SOURCE}/tests/CMakeLists.txt", encoding="utf-8") as file:
    text = file.read().replace("\\\n", "")
tests = {os.path.splitext(name)[0] for name in os.listdir(f"{SOURCE}/tests/short")}
wrong, seen = [], 0
for sanitizer in ("asan", "tsan"):
    pattern = re.search(rf'set\({sanitizer} "([^"]*)"\)', text).group(1)
    for word in re.split(r"\|(?![^(]*\))", pattern):
        begin, choices, end = re.fullmatch(r"([^(]*)(?:\(([^)]*)\))?(.*)", word).groups()
        for choice in (choices or "").split("|"):
            name, seen = begin + choice + end, seen + 1
            if not any(re.fullmatch(name, test) for test in tests):
                wrong.append(f"{sanitizer}: no test is called {name}")
assert seen > 40, f"only {seen} names were found: what is wrong with this test?"
for line in wrong:
    print("FAILED:", line)
sys.exit(1 if wrong else 0)
