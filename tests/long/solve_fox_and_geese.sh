# Rows 9 to 12 of Fox and Geese, solved, their tables' checksums compared with those in docs/results.md, and verified: half an hour on
# two cores. GEESE="9 10 11 12 13 14 15" does all of them, within 20 GiB of memory.
# ctest: timeout=36000 serial
. "$SOURCE/tests/cli.bash"

# row GEESE STATES WON-BY-GEESE WON-BY-FOX DRAWN LONGEST CHECK
row()
{
    case " ${GEESE:-9 10 11 12} " in *" $1 "*) ;; *) return ;; esac
    json "[d['states'], d['won_by']['geese'], d['won_by']['fox'], d['drawn'], d['longest']['remoteness']] == [$2, $3, $4, $5, $6]" \
        solve fox-and-geese "geese=$1"
    local folder
    folder=$(python3 -c 'import json; print(json.load(open("out"))["table"])')
    [ "$(tail -n 1 "$folder/manifest")" = "check $7" ] || wrong "geese=$1: another checksum than the one that is recorded"
    json 'd["ok"]' verify fox-and-geese "geese=$1"
    rm -rf "$folder"
}

row 9 1419189512 52859 21781654 1397354999 47 4edef77fe63fc45a
row 10 3541600880 357458 33175025 3508068397 47 441355b4eda4b90b
row 11 7781003118 2238450 45741794 7733022874 47 2532db1ced16f2de
row 12 15187900696 11130782 57579650 15119190264 61 ce04b4ee62e5bcc3
row 13 26559719506 44134142 67186637 26448398727 77 374f4837144afde5
row 14 41953031128 161990124 73877134 41717163870 139 bec58a78ae91cdde
row 15 60365177440 582757086 77817172 59704603182 177 492c5534eca15a95

finish
