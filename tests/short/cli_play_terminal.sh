# A real terminal (a pseudo one, made by python): colours, editing, completion, history, Ctrl-C and Ctrl-D.
. "$SOURCE/tests/cli.bash"
unset NO_COLOR

cat >terminal.py <<'END'
import os, pty, select, signal, sys, time

def session(words, keys, environment):
    """What the terminal shows, as text, and the exit status; keys are sent one by one, each when a prompt or what it waits for is there."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(environment)
        os.execv(os.environ["ZERMELO"], [os.environ["ZERMELO"], "play"] + words)
    out, seen, over = "", 0, False
    def read(seconds):
        nonlocal out, over
        if over or not select.select([fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(fd, 65536)
        except OSError:
            data = b""
        out += data.decode(errors="replace")
        over = not data
        return not over
    def wait_for(what):
        nonlocal seen
        end = time.time() + 20
        while what not in out[seen:] and not over and time.time() < end:
            read(0.2)
        if what not in out[seen:]:
            os.kill(pid, signal.SIGKILL)
            sys.exit("FAILED: %s: %r does not come: %r" % (words, what, out[seen:]))
        seen = out.index(what, seen) + len(what)
        while read(0.05): # until it waits for the next key
            pass
    for key, answer in keys:
        if key:
            os.write(fd, key.encode())
        wait_for(answer)
    end = time.time() + 20
    while not over and time.time() < end:
        read(0.2)
    if not over:
        os.kill(pid, signal.SIGKILL)
    return out, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

def check(good, what, out):
    if not good:
        print("FAILED: %s: %r" % (what, out))
        sys.exit(1)

usual = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
editing = os.environ.get("EDITING") == "yes"
start = ("", "x> ")

out, code = session(["tic-tac-toe"], [start, ("5\r", "x> "), ("quit\r", "")], usual)
check(code == 0 and "\033[1;38;5;33" in out and "┌───┬" in out, "colours and lines", out)
out, code = session(["tic-tac-toe"], [start, ("\x04", "")], usual)
check(code == 0, "Ctrl-D", out)
for other in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
    out, code = session(["tic-tac-toe"], [start, ("5\r", "x> "), ("quit\r", "")], usual | other)
    check(code == 0 and "\033[1" not in out, other, out)
out, code = session(["tic-tac-toe"], [start, ("quit\r", "")], usual | {"LC_ALL": "C"})
check(code == 0 and "+---+" in out, "a C locale", out)
out, code = session(["tic-tac-toe", "--side", "none"], [("", "Enter plays on> "), ("\r", "x: "), ("", "Enter plays on> "), ("go\r", "The game is over"), ("quit\r", "")], usual)
check(code == 0, "watching", out)
if editing:
    # Tab completes a word, a move that only one begins so, and shows what there is.
    out, code = session(["fox-and-geese", "geese=4"], [("", "geese> "), ("va\t\r", "a draw, if"), ("", "geese> "), ("c7\t\r", "geese: c7-d6"),
                        ("", "geese> "), ("d\t", "d7-"), ("\x03", "geese> "), ("quit\r", "")], usual)
    check(code == 0, "completion", out)
    # Left, and a letter put in; back; the line before; Ctrl-C empties the line and loses nothing.
    out, code = session(["tic-tac-toe"], [start, ("vale\033[Du\r", "a draw, if"), ("", "x> "), ("movesx\x7f\r", "  1  2  3  4  5"),
                        ("", "x> "), ("\033[A\r", "  1  2  3  4  5"), ("", "x> "), ("5\x03", "^C"), ("", "x> "), ("moves\r", "  1  2  3  4  5"), ("", "x> "),
                        ("5\r", "x: 5"), ("", "x> "), ("quit\r", "")], usual)
    check(code == 0, "editing", out)
END
"$ZERMELO" solve fox-and-geese geese=4 -q >out || wrong 'solve'
export ZERMELO
if ! python3 -c 'import pty, os; os.close(pty.openpty()[0])' 2>why; then
    echo "skipped: no pseudo-terminals here: $(tail -1 why)"
    exit 77
fi
EDITING=$(ldd "$ZERMELO" 2>/dev/null | grep -q libedit && echo yes || echo no) python3 terminal.py || wrong 'terminal'
finish
