# What is said of a game is said in every language there is: src/games/GAME/LANGUAGE.txt has all that `info` says, and nothing else. A game
# without such a file is said in English.
import json, os, re, subprocess, sys

SOURCE, ZERMELO = os.environ["SOURCE"], os.environ["ZERMELO"]
LANGUAGES = ["de"]
failures = 0


def wrong(what):
    global failures
    failures += 1
    print("FAILED:", what)


def ask(*words):
    return json.loads(subprocess.run([ZERMELO, *words, "--json"], capture_output=True, text=True, check=True).stdout)


def needed(info):
    """The names of all texts of a game."""
    names = ["title", "about"] + [name for name in ("known", "notation") if info[name]]
    for option in info["options"]:
        names += [f"option {option['name']}", f"help {option['name']}"]
        names += [f"value {option['name']}={choice}" for choice in option["choices"] or []]
    return names


def texts_of(path):
    texts = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            name, colon, text = line.partition(": ")
            if not colon or not text.strip() or name in texts:
                wrong(f"{path}, line {number}: not \"name: text\", or the name is there twice")
            texts[name] = text
    return texts


for game in ask("list")["games"]:
    for language in LANGUAGES:
        path = os.path.join(SOURCE, "src", "games", game["name"], language + ".txt")
        if game["plugin"]:
            continue
        if not os.path.exists(path):
            wrong(f"{game['name']} is not said in {language}: {path}")
            continue
        texts, names = texts_of(path), needed(ask("info", game["name"]))
        for name in names:
            if name not in texts:
                wrong(f"{path}: no \"{name}: …\"")
        for name in texts:
            if name not in names and not re.fullmatch("move [a-z]{3,}", name):
                wrong(f"{path}: there is no \"{name}\" in the game")
sys.exit(failures > 0)
