# The examples of docs/sums.md are what the command prints. A line "..." stands for what differs from run to run.
. "$SOURCE/tests/cli.bash"

cat >examples.py <<'END'
import os, re, shlex, subprocess, sys
examples = re.findall(r"^```\n\$ zermelo (.*)\n((?:.*\n)*?)```$", open(sys.argv[1]).read(), flags=re.M)
wrong = 0
for words, shown in examples:
    printed = subprocess.run([os.environ["ZERMELO"]] + shlex.split(words), capture_output=True, text=True).stdout
    begin = shown.split("  ...\n")[0]
    if (printed != shown and "  ...\n" not in shown) or not printed.startswith(begin):
        print("zermelo %s\nis shown as\n%sand prints\n%s" % (words, shown, printed))
        wrong += 1
sys.exit(wrong > 0 or len(examples) < 10)
END
python3 examples.py "$SOURCE/docs/sums.md" || wrong 'docs/sums.md'
finish
