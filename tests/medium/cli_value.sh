# zermelo value: text and JSON, one value, tables with periods, all positions, misere play, the limit, mistakes.
. "$SOURCE/tests/cli.bash"

says() # 'regular expression of a line' zermelo-words...
{
    local line=$1
    shift
    fine "$@"
    grep -Eqx -- "$line" out || wrong "zermelo $*: no line \"$line\": $(cat out)"
    grep -q ' $' out && wrong "zermelo $*: spaces at the end of a line"
}

# The expression of the issue: a theorem for who wins, none for most else.
whole='wtia(limited-nim(18;1,3,4), sum(queen(8;4,6), nim(7)))'
json 'd["expression"] == "'"$whole"'" and d["misere"] is False and d["outcome"] in ("win", "loss") and \
[p["game"] for p in d["parts"]] == ["limited-nim", "queen", "nim"] and [p["position"] for p in d["parts"]] == ["18", "4,6", "7"] and \
d["methods"].keys() == d["searched"].keys() == {"grundy","remoteness","suspense","w","w_misere"} and \
(d["outcome"] == "win") == (d["w"] not in (0, "SL")) == (d["grundy"] != 0) == (d["remoteness"] % 2 == 1) == (d["suspense"] % 2 == 1) and \
(d["outcome"] == "win") == (len(d["winning_moves"]) > 0) and d["all_moves"] is True' value "$whole"

# One game; several; who has lost has no move.
says '  outcome +loss +by theorem from 3 positions' value 'nim(1,2,3)'
says '  no move wins' value 'nim(1,2,3)'
says '  grundy +2 +by theorem from 7 positions' value 'nim(7,4,1)'
says '    1 \(nim\): 0' value 'sum(nim(2),nim(5),nim(7;@5),nim(0))'
json 'd["outcome"] == "win" and d["grundy"] == 1 and d["method"] == "theorem" and d["methods"]["grundy"] == "theorem" and \
d["methods"]["w"] == "search" and d["searched"]["grundy"] == 11 and d["searched"]["w"] == 88 and \
d["winning_moves"] == [[{"part": 1, "to": "2"}], [{"part": 2, "to": "6"}], [{"part": 2, "to": "4,2"}]]' value 'sum(nim(3),kayles(7))'
json 'd["w"] == "SL" and d["w_misere"] == "SW" and d["grundy"] == 0 and d["winning_moves"] == []' value 'nim(0)'
# A move in several of them: both to 0.
json '[sorted((s["part"], s["to"]) for s in m) for m in d["winning_moves"]] == [[(1, "0"), (2, "0")]]' value 'union(nim(1),nim(2))'

# Queens fall into a union: who wins is a theorem, also where the whole is too large to search.
json 'd["outcome"] == "win" and d["method"] == "theorem" and d["grundy"] is None and \
d["winning_moves"] and d["all_moves"] is True' value 'queen(8;7,7,6,7,5,7)' --limit 1000

# Examples 2.4, 2.5 and 5.2 of the thesis.
json 'd["w"] == 1 and d["methods"]["w"] == "theorem"' value 'wtia(limited-nim(5;1,3,4),limited-nim(8;1,3,4),limited-nim(6;1,3,4))'
json 'd["w"] == "SW"' value 'wtia(limited-nim(4;1,3,4),limited-nim(6;1,3,4),limited-nim(11;1,3,4))'

# One value only.
json 'd["w"] == "SW" and "grundy" not in d and "outcome" not in d and d["method"] == "theorem"' value 'wtia(nim(3),nim(4))' --of w
says '  w +SW +by theorem' value 'wtia(nim(3),nim(4))' --of w
[ "$(grep -c theorem out)" -eq 1 ] || wrong "more than one value: $(cat out)"

# A game that falls apart is searched too, and that is told.
json 'd["method"] == "search" and d["searched"]["w"] == 132' value 'dots-and-boxes(2;4)' --of w
json 'd["outcome"] == "win" and d["grundy"] == 2 and d["remoteness"] == 7 and d["winning_moves"] == [[{"part": 1, "to": "000/0100/000"}]]' \
    value 'dots-and-boxes(2;4;misere)'

# The last move of Chomp is no move here, and a ply of a table: both commands say so.
says '  remoteness +7 +by search of 34 positions' value 'chomp(3;4)'
grep -q 'it is not$' out || wrong "value of chomp does not say what it counts: $(cat out)"
fine query chomp rows=3 cols=4
grep -q 'first wins in 8 plies' out || wrong "chomp is won in 8 plies: $(cat out)"
grep -q 'the last ply gives up' out || wrong "query of chomp does not say what it counts: $(cat out)"
fine query kayles
grep -q 'gives up' out && wrong "nobody gives up in kayles: $(cat out)"
expect 2 'given this game up' value 'chomp(3;4;@0)'

# Misere play: of two piles of one coin the first is lost now, of one the second has it.
json 'd["misere"] is True and d["outcome"] == "loss"' value 'nim(1)' --misere
json 'd["outcome"] == "win" and d["method"] == "search"' value 'sum(nim(1),nim(1))' --misere
json 'd["outcome"] == "win" and d["method"] == "theorem"' value 'wtia(nim(2),nim(1))' --misere
says '  misere play +loss +by search of 2 positions' value 'nim(1)' --misere

# Tables: Figure 2's first rows; a row with its period, seen and proved.
says '    1   2   0   4   5   3   7   8' value --table 'queen(8)' --of grundy
json 'd["of"] == "grundy" and d["table"][1] == [1,2,0,4,5,3,7,8] and d["table"][3] == [3,4,5,6,2,0,1,9] and d["period"] is None' value --table 'queen(8)'
json 'd["table"][0][:4] == ["SL","SL","SW","SW"] and d["table"][7] == [1,1,2,1,2,1,2,0]' value --table 'horse(8)' --of w
json 'd["period"] == {"length": 7, "first": 0, "proven": True} and d["table"] == [[0,1,0,1,2,3,2,0,1,0,1,2,3,2,0,1,0,1,2]]' value --table 'limited-nim(18;1,3,4)'
json 'd["table"][0][:5] == ["SL","SW",0,"SW","SW"] and d["period"] == {"length": 7, "first": 5, "proven": True}' value --table 'limited-nim(18;1,3,4)' --of w
json 'd["period"] is None' value --table 'limited-nim(9;1,3,4)'
json 'd["period"] == {"length": 12, "first": 71, "proven": True}' value --table 'kayles(167)'
json 'd["period"] == {"length": 12, "first": 71, "proven": False}' value --table 'kayles(166)'
json 'd["period"] == {"length": 34, "first": 53, "proven": True}' value --table 'dawsons-kayles(175)'
says '  period 12 from 71 on, for ever: enough of it is seen to prove it' value --table 'kayles(167)'
says '  period 34 from 53 on, as far as this goes' value --table 'dawsons-kayles(174)'

# All positions (docs/dots-and-boxes.md has the counts).
json 'd["of"] == "w" and d["positions"] == 1175 and d["states"] == 176 and d["start"] == 0 and d["seconds"] >= 0 and d["peak_bytes"] > 0 and \
sum(r["positions"] for r in d["counts"]) == 1175 and sum(r["states"] for r in d["counts"]) == 176' value --all 'dots-and-boxes(3;3)'
json 'd["of"] == "w_misere"' value --all 'dots-and-boxes(3;3)' --of w_misere
json 'd["of"] == "score" and d["start"] == 2 and d["counts"][0]["number"] == -4 and d["positions"] == 4096' value --all 'dots-and-boxes(3;3;rule=score)'
json 'd["of"] == "grundy" and d["counts"][0]["number"] == "loony"' value --all 'dots-and-boxes(3;3;rule=nimstring)'
says '  all +61,494,980 +15,386,498' value --all 'dots-and-boxes(4;5)'
says '  loony +732 +94' value --all 'dots-and-boxes(3;3;rule=nimstring)' --threads 1

# Too large to search: the answers that can be had, and why not the others.
json 'd["grundy"] == 5 and d["w"] is None and d["methods"]["w"] is None and d["outcome"] == "win" and d["winning_moves"] is None' \
    value 'sum(wtia(horse(8;2,6),limited-nim(11;1,3,4)),nim(5))' --limit 50
json 'd["outcome"] is None and d["method"] is None and d["grundy"] == 7 and d["winning_moves"] is None' value 'sum(nim(3),nim(4))' --misere --limit 10
fine value 'sum(nim(3),nim(4))' --limit 10
tr -s ' \n' ' ' <out | grep -q 'searching it means 20 positions (4 x 5); the limit is 10, --limit allows more' || wrong "limit: $(cat out)"
expect 2 'searching it means 20 positions \(4 x 5\); the limit is 10, --limit allows more' value 'sum(nim(3),nim(4))' --of w --limit 10
expect 2 'limited-nim has more than 10 positions to search; --limit allows more' value 'limited-nim(30;1,2)' --limit 10

# Heap by heap there is a Grundy number; played out there are more heaps than a position can keep.
json 'd["grundy"] is not None and d["w"] is None' value 'octal(4.0;100)'

# Mistakes, with the character.
expect 2 'expected an expression' value
expect 2 'expression, character 11: expected , and another game' value 'sum(nim(3)'
expect 2 'expression, character 5: .*nmi' value 'sum(nmi(3))'
expect 2 'expression, character 1: .*different moves' value tic-tac-toe
expect 2 'expression, character 23: ' value 'sum(nim(1),chomp(3;4;@4,9))'
expect 2 'expression, character 1: expected one game by itself' value --all 'sum(nim(1),nim(2))'
expect 2 'no way of its own' value --all 'nim(3)'
expect 2 'not "grundy" here' value --all 'dots-and-boxes(3;3)' --of grundy
expect 2 'score goes with --all' value 'nim(3)' --of score
expect 2 'sg' value 'nim(3)' --of sg
expect 2 '--table needs one game' value --table 'sum(nim(3),nim(4))'
expect 2 'two questions' value --table --all 'dots-and-boxes(3;3)'
expect 2 'it needs --table' value --all 'dots-and-boxes(3;3)' -o out.svg
expect 2 'of w_misere' value --table 'queen(8)' --misere
expect 2 'of w_misere' value --all 'dots-and-boxes(3;3)' --misere
expect 2 'leave out the one after @' value --table 'queen(8;@3,3)'
expect 2 'leave out the one after @' value --all 'dots-and-boxes(3;3;@11/000/00/000/00)'
expect 2 'expression, character 17: .*0 to 255' value 'sum(nim(1), nim(999))'
expect 2 'about 10\^96 positions .*; the limit is 1,000,000, --limit' value "union($(printf 'nim(255),%.0s' $(seq 39))nim(255))" --of grundy

# NimString: a number in sums, the move that keeps the turn, and nothing else.
json 'd["grundy"] == 3 and d["outcome"] == "win" and d["w"] is None and d["winning_moves"] == \
[[{"part": 1, "to": "10/110/10/001/00", "again": True}], [{"part": 2, "to": "0"}]]' \
    value 'sum(dots-and-boxes(3;3;nimstring;@10/110/00/001/00),nim(3))'
json 'd["grundy"] == "loony" and d["outcome"] == "win"' value 'sum(nim(5),dots-and-boxes(2;3;nimstring;@11/101/10))'
says '  grundy +loony +by search of [0-9]+ positions' value 'dots-and-boxes(2;3;nimstring;@11/101/10)'
expect 2 'it can be part of sums only' value 'union(nim(1),dots-and-boxes(3;3;nimstring))'
expect 2 'a player may move twice in dots-and-boxes' value 'sum(nim(1),dots-and-boxes(3;3;nimstring))' --of w
expect 2 'not decided by who cannot move' value 'dots-and-boxes(3;3;score)'

# Kayles goes on for ever: a proof of its period is enough.
json 'd["table"][0][30000] == d["table"][0][30000 - 12] and len(d["table"][0]) == 30001' value --table 'kayles(30000)'
json 'd["grundy"] == 2' value 'kayles(32767)' --of grundy
expect 2 'limit' value 'nim(3)' --limit 0
finish
