# The order of layers: a file includes only files of its own layer and of those above it in the list below, and no file
# outside src/games depends on a game. There are no exceptions.
import fnmatch, glob, os, re, sys

SOURCE = os.environ["SOURCE"]

# By how their paths begin; the longest that fits counts. What only one game needs of a layer is in that game's folder:
# its own solver, kernels, GPU part and verifier belong to the layers whose interfaces they implement.
LAYERS = [
    ("include", ["include/zermelo/"]),
    ("base", ["src/base/"]),
    ("game", ["src/game/"]),
    ("games", ["src/games/"]),
    ("table", ["src/table/"]),
    ("verify", ["src/verify/", "src/games/*/verify/"]),
    ("kernel", ["src/kernel/"]),
    ("search", ["src/search/"]),
    ("solve", ["src/solve/", "src/games/*/solver/"]),
    ("engine", ["src/engine/", "src/games/*/gpu/"]),
    ("values", ["src/values/"]),
    ("play", ["src/play/"]),
    ("draw", ["src/draw/"]),
    ("answer", ["src/answer/"]),
    ("serve", ["src/serve/"]),
    ("cli", ["src/cli/"]),
]
ENDINGS = (".c", ".h", ".cu", ".inc", ".c.in", ".h.in", ".cu.in")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<(zermelo/[^>]+)>)', re.M)
COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def layer_of(path):
    """The number of its layer: that of the longest beginning which fits."""
    fitting = [(len(b), n) for n, (_, begins) in enumerate(LAYERS) for b in begins if fnmatch.fnmatchcase(path, b + "*")]
    return max(fitting)[1] if fitting else None


def game_of(path):
    """src/games/NAME/...: NAME; what is in src/games/shared belongs to all of them."""
    return path.split("/")[2] if path.startswith("src/games/") else None


def target(path, quoted, public):
    """The file that an include means, or None: the system's, or one that is made while building."""
    tries = ["include/" + public] if public else [os.path.join(os.path.dirname(path), quoted), "src/" + quoted]
    for name in map(os.path.normpath, tries):
        if os.path.exists(os.path.join(SOURCE, name)):
            return name
    return None


def allowed(path, other):
    if game_of(path) and game_of(other) and game_of(other) not in (game_of(path), "shared"):
        return False
    return layer_of(other) is not None and layer_of(other) <= layer_of(path)


def without_comments(text):
    return COMMENT_OR_STRING.sub(lambda m: " " if m.group().startswith("/") else m.group(), text)


def games_named(text, games):
    """The games that the code knows of: by a string that is the name and nothing else, or an identifier with the name
    in it. Examples in sentences do not count. A name of three letters counts as a string only."""
    code = STRING.sub(" ", text)
    parts = {f"_{word.lower()}_" for word in WORD.findall(code)}
    joined = " ".join(parts)
    found = {g for g in games if len(g) > 3 and f"_{g.replace('-', '_')}_" in joined}
    return found | (set(STRING.findall(text)) & games)


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def files():
    found = []
    for top in ("src", "include"):
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            found += [os.path.relpath(os.path.join(folder, name), SOURCE) for name in names if name.endswith(ENDINGS)]
    return sorted(found)


def violations():
    found, includes = set(), 0
    games = {os.path.basename(os.path.dirname(path)) for path in glob.glob(f"{SOURCE}/src/games/*/game.c")}
    assert len(games) > 20, games
    for path in files():
        if layer_of(path) is None:
            found.add(f"{path} has no layer")
            continue
        text = without_comments(read(path))
        for quoted, public in INCLUDE.findall(text):
            other = target(path, quoted, public)
            includes += other is not None
            if other and not allowed(path, other):
                found.add(f"{path} -> {other}")
        if not path.startswith("src/games/"):
            found.update(f"{path} names {game}" for game in games_named(text, games))
    assert includes > 1000, f"only {includes} includes were found: what is wrong with this test?"
    return found


def main():
    found = sorted(violations())
    for line in found:
        print("FAILED: not allowed, see the order of layers in tests/short/layers.py:", line)
    return 1 if found else 0


sys.exit(main())
