# ZM_ABI changes with what plugins are compiled against. tests/abi.txt has its number and a fingerprint of each public
# header: of its structures, enumerations and declarations, without comments, macros and inline functions. Where a
# fingerprint is another one the number must be too. `scripts/abi` writes the file.
import hashlib, os, re, subprocess, sys

SOURCE = os.environ["SOURCE"]
FOLDER = os.path.join(SOURCE, "include/zermelo")
FILE = os.path.join(SOURCE, "tests/abi.txt")


def preprocessed():
    """The text of each header, as the compiler sees it when all are included."""
    names = sorted(n for n in os.listdir(FOLDER) if n.endswith(".h"))
    program = "".join(f"#include <zermelo/{n}>\n" for n in names)
    command = ["cc", "-std=gnu17", "-E", "-I" + os.path.join(SOURCE, "include"), "-"]
    out = subprocess.run(command, input=program, capture_output=True, text=True, check=True).stdout
    text, here = {n: [] for n in names}, None
    for line in out.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            path = marker.group(1)
            here = os.path.basename(path) if "/include/zermelo/" in path else None
        elif here:
            text[here].append(line)
    return {n: " ".join(lines) for n, lines in text.items()}


def without_inline(text):
    """Without functions that are compiled into the plugin itself."""
    kept, at = [], 0
    for start in re.finditer(r"\bstatic inline\b", text):
        if start.start() < at:
            continue
        kept.append(text[at : start.start()])
        at, depth = text.index("{", start.end()), 0
        while True:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
            if not depth:
                break
    return " ".join("".join(kept + [text[at:]]).split())


def found():
    with open(os.path.join(FOLDER, "game.h")) as f:
        number = re.search(r"#define ZM_ABI (\d+)u", f.read()).group(1)
    prints = {n: hashlib.sha256(without_inline(t).encode()).hexdigest()[:16] for n, t in preprocessed().items()}
    return number, prints


def written():
    with open(FILE) as f:
        lines = [line.split() for line in f if not line.startswith("#")]
    return lines[0][1], dict(lines[1:])


def write(number, prints):
    with open(FILE, "w") as f:
        f.write("# What plugins are compiled against: the number ZM_ABI, and a fingerprint of each public header.\n")
        f.write("# Written by scripts/abi, looked at by tests/short/abi.py.\n")
        f.write(f"ZM_ABI {number}\n")
        f.writelines(f"{name} {prints[name]}\n" for name in sorted(prints))


def main():
    number, prints = found()
    before, known = written() if os.path.exists(FILE) else (None, {})
    changed = sorted(n for n in known.keys() | prints.keys() if known.get(n) != prints.get(n))
    same = changed and number == before
    if sys.argv[1:] and (not same or "--same" in sys.argv):
        return write(number, prints)
    if same:
        return (f"{', '.join(changed)}: the structures or declarations are others, and ZM_ABI is still {number}. "
                "Raise it in game.h and run scripts/abi; or, if no release has this number, scripts/abi --same.")
    if number != before or changed:
        return f"ZM_ABI is {number}, and tests/abi.txt has {before}: run scripts/abi"


sys.exit(main())
