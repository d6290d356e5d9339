# One version everywhere it is shown: the build, the command, the library's pkg-config file, the page, the server's description, the list of changes.
set -eu
version=$(sed -n 's/^project(zermelo VERSION \([0-9.]*\) .*/\1/p' "$SOURCE/CMakeLists.txt")
[ -n "$version" ]
failed=0
same() { [ "$2" = "$version" ] || { echo "$1 says \"$2\", CMakeLists.txt $version"; failed=1; }; }
first() { sed -n "s/$2/\1/p" "$1" | head -n 1; }
same "zermelo --version" "$("$ZERMELO" --version --json | sed 's/.*"version":"\([^"]*\)".*/\1/')"
same zermelo.pc "$(first "$BINARY/zermelo.pc" '^Version: \(.*\)')"
same web/package.json "$(first "$SOURCE/web/package.json" '^ *"version": "\(.*\)",.*')"
same web/package-lock.json "$(first "$SOURCE/web/package-lock.json" '^ *"version": "\(.*\)",.*')"
same openapi.json "$(first "$SOURCE/src/serve/openapi.json" '^ *"version": "\(.*\)",.*')"
same CHANGELOG.md "$(first "$SOURCE/CHANGELOG.md" '^## \([0-9][0-9.]*\).*')"
exit $failed
