# The page, as people use it: games won by following its hints, by mouse, finger and keyboard; its values are those of `query`; it is small,
# clean to a screen reader, and asks nobody but its server. In Chromium, by Playwright (web/test). Where there is no browser, or the build
# has no page, it is skipped.
# ctest: cost=60
. "$SOURCE/tests/cli.bash"

CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
export CHROMIUM
[ -n "$CHROMIUM" ] || { echo "skipped: no browser"; exit 77; }
[ -x "$SOURCE/web/node_modules/.bin/playwright" ] || { echo "skipped: no Playwright (npm ci in web/)"; exit 77; }

export ZERMELO_TABLES=$PWD/tables
for variant in "hasenspiel size=6" "hasenspiel size=4" "tic-tac-toe" "fox-and-geese geese=4" "dots-and-boxes rule=score" "pig goal=20"; do
    # shellcheck disable=SC2086
    "$ZERMELO" solve $variant --quiet > /dev/null
done

"$ZERMELO" serve --port 0 --json > ready.json 2> serve.log &
server=$!
trap 'kill $server 2> /dev/null; wait $server 2> /dev/null' EXIT
while [ ! -s ready.json ]; do
    kill -0 $server 2> /dev/null || { echo "the server ended: $(cat serve.log)"; exit 1; }
    sleep 0.1
done
grep -q '"page":true' ready.json || { echo "skipped: this build has no page"; exit 77; }
ZERMELO_URL=$(sed 's/.*"url":"\([^"]*\)".*/\1/' ready.json)
export ZERMELO ZERMELO_URL PAGE_RESULTS=$PWD/results

cd "$SOURCE/web"
npm run --silent check || exit 1
node_modules/.bin/playwright test "$@"
