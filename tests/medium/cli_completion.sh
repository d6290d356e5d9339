# Completion: what the hidden command offers, and what bash makes of it.
. "$SOURCE/tests/cli.bash"

offers() # 'WHAT' words...: the offers, in one line
{
    local want=$1 got
    shift
    got=$("$ZERMELO" complete "$@" | tr '\n' ' ')
    [ "$got" = "$want" ] || wrong "complete $*: \"$got\", not \"$want\""
}

offers 'solve stats serve ' s
offers 'chomp ' solve cho
offers 'rows= cols= ' solve chomp ''
offers 'rows= ' solve chomp r
offers 'rows= cols= start ' query chomp ''
offers 'rows= cols= start ' draw chomp ''
offers '--output ' draw chomp --o
offers '' draw chomp -o ''
offers 'rows= cols= start ' draw chomp -o board.svg ''
offers 'cut=none cut=passed cut=blog ' solve hasenspiel cut=
offers 'cut=none,none cut=none,passed cut=none,blog ' compare hasenspiel cut=none,
offers 'cut=none,blog ' compare hasenspiel cut=none,b
offers '' solve hasenspiel cut=none,
offers '--games-sampled ' compare chomp --g
offers '--summaries ' compare chomp --su
offers 'hash hunt ' solve chomp --method h
offers '--tables --threads ' solve chomp --t
offers '--values ' solve chomp --v
offers 'distance wdl ' solve chomp --values ''
offers 'wdl ' compare chomp --values w
offers '' solve chomp --tables ''
offers 'solve stats serve ' help s
offers 'bits2 base3 index hex ' decode tic-tac-toe --code ''
offers 'index ' decode chomp --code i
offers '' decode --code ''
offers 'perfect by-share random skill= ' arena chomp --players ''
offers 'perfect,perfect ' arena chomp --players perfect,p
offers 'perfect by-share random skill= human ' play chomp --opponent ''
offers 'first second both none ' play chomp --side ''
offers 'fox ' play fox-and-geese --side fo
offers 'rows= cols= start ' play chomp ''
offers '--players --plies ' arena chomp --pl
offers '' nonsense ''
offers 'sum( selective( staircase-nim ' value s
offers 'sum(nim(3), kayles ' value 'sum(nim(3), kay'
offers 'sum(wtia(nim(3),union( ' value 'sum(wtia(nim(3),u'
offers 'sum(nim(3),limited-nim(coins= sum(nim(3),limited-nim(take= ' value 'sum(nim(3),limited-nim('
offers 'horse(8;rule= ' value 'horse(8;r'
offers 'horse(8;rule=all horse(8;rule=able ' value 'horse(8;rule=a'
offers '' value 'sum(nonsense('
offers '' value 'fox'
offers '--misere --memory ' value 'nim(3)' --m

. "$SOURCE/completions/zermelo.bash"
complete -p zermelo >/dev/null || wrong 'bash knows no completion'
compopt() { :; } # only allowed while completing
zermelo() { "$ZERMELO" "$@"; }
types() # 'WHAT' 'LINE'
{
    COMP_LINE=$2 COMP_POINT=${#2}
    _zermelo
    [ "${COMPREPLY[*]}" = "$1" ] || wrong "typing \"$2\" gives \"${COMPREPLY[*]}\", not \"$1\""
}
types 'solve stats serve' 'zermelo s'
types 'chomp' 'zermelo solve cho'
types 'none passed blog' 'zermelo solve hasenspiel cut='
types 'none,passed' 'zermelo compare hasenspiel cut=none,p'
types 'passed' 'zermelo solve hasenspiel cut=p'
types 'rows= cols=' 'zermelo solve chomp '
types 'kayles' 'zermelo value kay'
types 'sum(nim(3), kayles sum(nim(3), kayles ' 'zermelo value "sum(nim(3), kay'
types 'horse(8;rule=home horse(8;rule=home ' 'zermelo value --misere "horse(8;rule=h'
types '--table' 'zermelo value "nim(3)" --ta'
finish
