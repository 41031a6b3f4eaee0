#!/bin/sh
# Explores each program of a folder, and writes each result as JSON into another folder.
# Usage: explore-all.sh PROGRAMS RESULTS
programs=$1 results=$2 worst=0
mkdir -p "$results"
for program in "$programs"/*.swift; do
    name=$(basename "$program" .swift)
    timeout --signal=INT --preserve-status "${SECONDS_EACH:-60}" \
        interleave explore --json "$program" > "$results/$name.json"
    code=$?
    # A program that was interrupted can have a bug, too. The file is empty if there is no result.
    verdict=$(sed -n 's/^  "verdict" : "\(.*\)"$/\1/p' "$results/$name.json")
    case $code-$verdict in
        0-none) echo "ok: $name" ;;
        3-none | 3- | 130-none | 130-) echo "not complete: $name" ;;
        1-* | 130-*) echo "BUG: $name: $verdict"; worst=1 ;;
        *) echo "ERROR $code: $name"; worst=1 ;;
    esac
done
exit $worst
