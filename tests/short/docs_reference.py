# docs/reference: every member of the core and of each facet is named in its page, the tables there have no others, and links between
# pages lead to files that there are.
import glob, os, re, sys

SOURCE = os.environ["SOURCE"]
STRUCTS = {"rules": ("game", "zm_game")}
for facet in "board dice index backward rows hunt race search sums looks sources counts".split():
    STRUCTS[facet] = (facet, "zm_" + facet)
failures = 0


def wrong(what):
    global failures
    print("FAILED:", what)
    failures += 1


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def without(text, begin, end):
    """What is between brackets, which may be nested, is left out."""
    out, depth = [], 0
    for c in text:
        depth += c == begin
        if not depth:
            out.append(c)
        depth -= c == end
    return "".join(out)


def members(header, struct):
    """The names of its members; of a pointer to a function, its own."""
    text = re.sub(r"/\*.*?\*/", "", read("include", "zermelo", header + ".h"), flags=re.S)
    body = re.search(rf"(?:typedef )?struct {struct} \{{(.*?)^\}}", text, flags=re.S | re.M)[1]
    names = []
    for line in without(body, "{", "}").split(";"):
        function = re.search(r"\(\*(\w+)\)\s*\(", line)
        if function:
            names.append(function[1])
        elif line.strip():
            first, *others = re.sub(r"\[[^]]*\]", "", line).split(",")
            names += [re.search(r"(\w+)\s*$", part)[1] for part in [first] + others]
    return names


for page, (header, struct) in STRUCTS.items():
    text, there = read("docs", "reference", page + ".md"), members(header, struct)
    if len(there) < 3:
        wrong(f"{struct} has only {there}: what is wrong with this test?")
    for name in there:
        if f"`{name}`" not in text:
            wrong(f"docs/reference/{page}.md does not name {struct}.{name}")
    for cell in re.findall(r"^\| (`[^|]*`) \| (?:REQUIRED|OPTIONAL|set by|with)", text, flags=re.M):
        for name in re.findall(r"`(\w+)`", cell):
            if name not in there:
                wrong(f"docs/reference/{page}.md has {name}, which is not in {struct}")

for path in glob.glob(os.path.join(SOURCE, "*.md")) + glob.glob(os.path.join(SOURCE, "docs", "**", "*.md"), recursive=True):
    with open(path, encoding="utf-8") as file:
        for link in re.findall(r"\]\(([^)#: ]+\.md)(?:#[^)]*)?\)", file.read()):
            if not os.path.exists(os.path.join(os.path.dirname(path), link)):
                wrong(f"{os.path.relpath(path, SOURCE)}: there is no {link}")
sys.exit(failures > 0)
