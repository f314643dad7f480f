#!/bin/sh
# Fills the corpus with the shipped files, each behind the byte that says what it is.
cd "$(dirname "$0")" || exit 1
corpus=corpus/front_end
mkdir -p $corpus
seed() { { printf "$1"; cat "$2"; } > "$corpus/$3"; }
for file in ../../rulesets/skoot/*.rules; do
  seed '\000' "$file" "base-$(basename "$file")"
  seed '\001' "$file" "addon-$(basename "$file")"
done
seed '\002' ../../rulesets/skoot/game.ron manifest
seed '\004' ../../rulesets/skoot/shooting-table.ron table
for file in ../../tracks/skoot/*.ron; do seed '\003' "$file" "track-$(basename "$file")"; done
printf '\005laps=1\nshared_tiles=[start, exit]\nzone_start=[0, 1, 2, 3, 4]' > $corpus/settings
printf '\006abcdefgh' > $corpus/answers
# The examples of the reference, one by one.
awk '/^```rules/ { n++; file = sprintf("'$corpus'/example-%03d", n); printf "%c", 1 > file; open = 1; next } /^```/ { open = 0 } open { print > file }' ../../grammar/README.md
