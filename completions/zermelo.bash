# Completion of `zermelo` for bash: source this file, or install it as bash-completion/completions/zermelo.
# The command itself is asked what could come next, so that this never goes stale.
_zermelo()
{
    local line=${COMP_LINE:0:COMP_POINT} current candidate
    local -a words
    local before= quoted='^[^"]*("[^"]*"[^"]*)*"([^"]*)$'
    if [[ $line =~ $quoted ]]; then # an expression, with brackets and spaces, whose quotes are still open
        current=${BASH_REMATCH[2]}
        read -ra words <<<"${line%"\"$current"}"
        words+=("$current")
    else
        read -ra words <<<"$line"
        [[ $line == *[[:space:]] ]] && words+=('')
        current=${words[-1]}
        # Readline takes = and : for ends of words: what it wants is only what follows the last of them.
        [[ $current == *[=:]* ]] && before=${current%"${current##*[=:]}"}
    fi
    COMPREPLY=()
    while IFS= read -r candidate; do
        [[ $candidate == "$before"* ]] || continue
        COMPREPLY+=("${candidate#"$before"}")
        [[ $candidate == *[=\(] ]] && compopt -o nospace
    done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
    # Readline closes the quotes behind a single candidate; an expression goes on.
    [[ $line =~ $quoted && ${#COMPREPLY[@]} -eq 1 ]] && COMPREPLY+=("${COMPREPLY[0]} ")
    return 0
}
complete -o default -F _zermelo zermelo
