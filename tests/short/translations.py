# What is said of a game is said in every language there is: src/games/GAME/LANGUAGE.txt has all that `info` says, and nothing else. A game
# without such a file is said in English. Texts that depend on options (src/game/words.c) have options and values that there are.
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
    names += [f"phase {phase}" for phase in info["phases"]]
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


def check_part(text, at, options, say):
    """The part after a brace at text[at - 1]; returns the place behind it. Says what is wrong."""
    head = re.match("[^:{|}]*", text[at:])[0]
    at += len(head)
    if text[at : at + 1] == "}":
        if head != "position" and head not in options:
            say(f"{{{head}}} is no option")
        return at + 1
    for condition in head.split(" "):
        found = re.fullmatch("([a-z0-9_]+)(=|!=|<|>)(.+)", condition)
        if not found or found[1] not in options:
            say(f"\"{condition}\" is no condition on an option")
        elif found[2] in "<>" and not found[3].isdigit():
            say(f"\"{condition}\" needs a number")
        elif options[found[1]]["choices"]:
            for value in found[3].split(",") if "=" in found[2] else []:
                if value not in options[found[1]]["choices"]:
                    say(f"\"{condition}\": there is no {value}")
    others = 0
    while text[at : at + 1] in (":", "|") and others < 2:
        others += 1
        at = check_words(text, at + 1, options, say, True)
    if text[at : at + 1] != "}":
        say(f"expected a brace to close at \"{text[at:at + 20]}\"")
    return at + 1


def check_words(text, at, options, say, inside=False):
    while at < len(text) and not (inside and text[at] in "|}"):
        if text[at] == "}":
            say("a brace closes nothing")
        at = check_part(text, at + 1, options, say) if text[at] == "{" else at + 1
    return at


def options_in(text):
    """The options that a text depends on, or that it names."""
    return set(re.findall("[{ ]([a-z0-9_]+)(?:!?=|<|>)[^ {}|]*(?=[ :])", text)) | set(re.findall("{([a-z0-9_]+)}", text))


for game in ask("list")["games"]:
    for language in LANGUAGES:
        path = os.path.join(SOURCE, "src", "games", game["name"], language + ".txt")
        if game["plugin"]:
            continue
        if not os.path.exists(path):
            wrong(f"{game['name']} is not said in {language}: {path}")
            continue
        info = ask("info", game["name"])
        texts, names = texts_of(path), needed(info)
        options = {option["name"]: option for option in info["options"]}
        source = open(os.path.join(os.path.dirname(path), "game.c"), encoding="utf-8").read()
        for name in ("about", "known", "notation"):
            if name in texts:
                check_words(texts[name], 0, options, lambda what: wrong(f"{path}, {name}: {what}"))
                english = re.search(rf'\.{name} =\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', source)
                if english and options_in(texts[name]) != options_in("".join(re.findall('"((?:[^"\\\\]|\\\\.)*)"', english[1]))):
                    wrong(f"{path}, {name}: it depends on other options than in English")
        for name in names:
            if name not in texts:
                wrong(f"{path}: no \"{name}: …\"")
        for name in texts:
            if name not in names and not re.fullmatch("move [a-z]{3,}", name):
                wrong(f"{path}: there is no \"{name}\" in the game")
sys.exit(failures > 0)
