#!/bin/sh
# Controls a sandbox with only curl and jq: reset, custom person, every fault of a bureau, clock, orders,
# refresh, snapshot. The script does everything twice, and checks that both runs get the same bytes.
#
#   TRIMERGE_URL=http://127.0.0.1:8080 TRIMERGE_USER=sandbox:SECRET sh examples/sandbox/control.sh
#
# Removes everything in the sandbox. Start the service with --bureau-timeout-ms 500, so that bureaus
# that never respond do not keep you waiting. With FAULTS=TIMEOUT, only the faults with matching words are
# set.
set -eu
: "${TRIMERGE_URL:=http://127.0.0.1:8080}" "${TRIMERGE_USER:?set it to NAME:SECRET of an account}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'user = "%s"\n' "$TRIMERGE_USER" >"$work/user"
curl="curl --silent --show-error --fail-with-body --config $work/user"

# call METHOD PATH [JSON]: calls the control plane.
call() {
  if [ $# -eq 3 ]; then
    $curl -X "$1" -H 'Content-Type: application/json' --data "$3" "$TRIMERGE_URL/sandbox$2"
  else
    $curl -X "$1" "$TRIMERGE_URL/sandbox$2"
  fi
}

# order OPERATION FILE: places an order.
order() {
  $curl -H 'Content-Type: application/xml' --data-binary "@$2" "$TRIMERGE_URL/$1"
}

# expect WHAT ACTUAL EXPECTED: ends the script if the values differ.
expect() {
  [ "$2" = "$3" ] || {
    echo "$1: $2 instead of $3" >&2
    exit 1
  }
}

# Maps each fault, by its word in docs/magic.md, to the expected outcome of the pull at Experian.
outcomes='
  if .word == "NO HIT" then "NoFileReturnedNoHit"
  elif .word == "REFUSE" then "NoFileReturnedBadAccessCode"
  elif .word == "THIN" then "NoFileReturnedThinFile"
  elif .word == "FROZEN" then "NoFileReturnedCreditFreeze"
  elif .group == "No file" then .word
  elif .group == "File without a score" then "FileReturned"
  else "NoFileReturnedError" end'

run() {
  call POST /reset '{"start":"2026-01-15","ids":"counted"}' >"$work/world"
  expect 'time' "$(jq -r .now "$work/world")" 2026-01-15T00:00:00Z

  call PUT /people/casey '{
    "name": { "first": "Casey", "last": "Whitlock" },
    "ssn": "930-21-4471",
    "accounts": [
      { "id": "home", "kind": "conventionalMortgage", "opened": "26 months ago", "amount": 285000 },
      { "id": "card", "kind": "creditCard", "opened": "9 years ago", "limit": 12000, "balance": 3180 }
    ]
  }' >"$work/person"
  expect 'accounts at Experian' "$(jq '.bureaus[] | select(.bureau == "Experian").accounts' "$work/person")" 2

  call GET '/people/casey/order?requestId=FIRST' >"$work/order.xml"
  order credit_report "$work/order.xml" >"$work/report.xml"
  report=$(call GET '/orders?limit=1' | jq -r '.items[0].reportId')
  call PUT /snapshots/first

  # Sets each fault for one order. The CreditRequestID makes each order a new one.
  call GET '/people/casey/order?action=ForceNew&requestId=NUMBER' >"$work/template.xml"
  call GET /faults | jq --arg words "${FAULTS:-.}" '
    .words |= map(select(.group != "Service" and (.word | test($words))))' >"$work/faults"
  jq -r '.words[].word' "$work/faults" | while read -r word; do
    call POST /faults "$(jq -n --arg word "$word" '{ fault: $word, bureau: "Experian", orders: 1 }')"
    jq -Rsj --arg word "$word" 'gsub("NUMBER"; $word | gsub(" "; "-"))' "$work/template.xml" >"$work/order.xml"
    order credit_report "$work/order.xml"
  done >"$work/with-faults"
  call GET '/orders?limit=100' >"$work/orders"
  jq "[.words[] | select(.word != \"SLOW\") | $outcomes]" "$work/faults" >"$work/expected"
  jq --slurpfile faults "$work/faults" '
    [.items[].pulls[] | select(.bureau == "Experian").outcome] | reverse | .[1:] | to_entries
    | map(select($faults[0].words[.key].word != "SLOW").value)' "$work/orders" >"$work/found"
  expect 'outcomes of faults' "$(cat "$work/found")" "$(cat "$work/expected")"
  count=$(jq '.words | length' "$work/faults")
  expect 'faults' "$(call DELETE /faults | jq .removed)" "$count"

  # Two months later, the report can be refreshed but no longer reissued.
  expect 'time' "$(call POST /clock '{"advance":"60d"}' | jq -r .now)" 2026-03-16T00:00:00Z
  call GET "/people/casey/order?operation=refresh_report&reportId=$report" >"$work/order.xml"
  order refresh_report "$work/order.xml" >"$work/refresh.xml"
  call GET "/people/casey/order?action=Reissue&reportId=$report" >"$work/order.xml"
  order credit_report "$work/order.xml" >"$work/late.xml"
  call GET '/orders?limit=100' >"$work/later"
  expect 'states' "$(jq -r '[.items[:2][] | .code // .state] | join(" ")' "$work/later")" 'E061 done'

  call POST /snapshots/first/restore >"$work/restored"
  expect 'orders in the snapshot' "$(call GET /orders | jq '.items | length')" 1
  expect 'time in the snapshot' "$(jq -r .now "$work/restored")" 2026-01-15T00:00:00Z

  cat "$work/world" "$work/person" "$work/report.xml" "$work/with-faults" "$work/orders" \
    "$work/refresh.xml" "$work/late.xml" "$work/later" "$work/restored"
}

run >"$work/first"
run >"$work/second"
cmp "$work/first" "$work/second"
echo "every call returned what was expected, both times the same: $(wc -c <"$work/first") bytes"
