#!/bin/sh
# Makes what fuzzing begins with, of what lies in the repository: a corpus for each target, and a dictionary of the language's words.
set -eu
cd "$(dirname "$0")"
top=../..
targets=$(basename -s .rs src/targets/*.rs)
for target in $targets; do mkdir -p "corpus/$target" "artifacts/$target"; done

# The words and signs of the grammar, and what the shipped manifests, data and tracks call their fields.
{
  printf '"=== "\n'
  grep -ohE '"([a-z_]+[?]?|[^][a-zA-Z0-9 "\\]+|[][])"' $top/grammar/rules.pest
  grep -ohE '[a-z_]+:' $top/rulesets/*/*.ron $top/tracks/*/*.ron | sed 's/.*/"&"/'
} | sort -u > words.dict

# `front_end`: every shipped file behind its name, and the examples of the reference, each with its files.
corpus=corpus/front_end
for file in $top/rulesets/*/*.rules $top/rulesets/*/*.ron $top/tracks/*/*.ron; do
  name=$(echo "${file#$top/}" | sed 's/^rulesets\///')
  { printf '=== %s\n' "$name"; cat "$file"; } > "$corpus/$(echo "$name" | tr / -)"
done
printf '=== skoot/heart-rate.rules\n=== settings\nlaps=1\nshared_tiles=[start, exit]\nzone_start=[0, 1, 2, 3, 4]' > $corpus/settings
awk -v corpus=$corpus '
  /^```rules/ {
    n++; file = sprintf("%s/example-%03d", corpus, n); open = 1; addon = /addon/
    kind = addon ? "addons" : "modules"
    modules = addon ? "\"meadow.rules\"" : /whole|prelude/ ? "\"example.rules\"" : "\"meadow.rules\", \"example.rules\""
    printf "=== meadow/game.ron\n(id: \"meadow\", title: \"Meadow\", modules: [%s], addons: [%s])\n=== meadow/example.rules\n",
      modules, addon ? "\"example.rules\"" : "" > file
    next
  }
  /^```ron file=/ && n { sub(/^```ron file=/, ""); printf "=== meadow/%s\n", $0 > file; open = 1; next }
  /^```ron track=/ && n { sub(/^```ron track=/, ""); printf "=== tracks/meadow/%s.ron\n", $0 > file; open = 1; next }
  /^```/ { open = 0 }
  open { print > file }
' $top/grammar/README.md

# The others read bytes as choices: packed files are as good as drawn ones, and the same everywhere.
for target in $targets; do
  [ "$target" = front_end ] && continue
  for file in $top/rulesets/*/*.rules $top/tracks/*/*.ron; do
    gzip -nc9 "$file" | tail -c +20 | head -c 1500 > "corpus/$target/$(echo "${file#$top/}" | tr / -)"
  done
done
