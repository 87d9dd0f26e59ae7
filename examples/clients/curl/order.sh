#!/bin/sh
# Orders a credit report with curl, prints the scores and the missing files, and saves the PDF; then
# shows a rejection.
# Usage: TRIMERGE_SECRET=... ./order.sh [FOLDER]
set -eu

url=${TRIMERGE_URL:-http://127.0.0.1:8080}
account=${TRIMERGE_ACCOUNT:-sandbox}
secret=${TRIMERGE_SECRET:?set it to the secret of the account}
here=$(dirname "$0")
folder=${1:-.}

# Posts a document, up to four times if the service stops while it works on it (E001, HTTP 200).
order() { # DOCUMENT ANSWER
  for wait in 1 2 4 0; do
    post "$1" "$2"
    grep -q '#interrupted\."' "$2" || return 0
    sleep "$wait"
  done
}

# Posts a document. After a lost response, 429 or 5xx, curl waits as Retry-After says and sends the
# same bytes again, which the service charges only once. The credentials come from standard input,
# so that no list of processes shows them.
post() { # DOCUMENT ANSWER
  printf 'user = "%s:%s"\n' "$account" "$secret" |
    curl --config - --silent --show-error \
      --retry 4 --retry-all-errors --max-time 120 \
      --header 'Content-Type: application/xml' \
      --data-binary "@$1" --output "$2" "$url/credit_report"
}

# Prints the value of an attribute of the first element that has it.
value() { # ATTRIBUTE FILE
  sed -n "s/.* $1=\"\([^\"]*\)\".*/\1/p" "$2" | head -n 1
}

# Prints a report and saves its PDF, or prints what is wrong.
read_answer() { # ANSWER
  if grep -q ' CreditReportType="Error"' "$1"; then
    grep '<STATUS ' "$1" | sed 's/.* _Code="\([^"]*\)".* _Description="\([^"]*\)".*/rejected \1: \2/'
    sed -n 's/.*<_Text>\(.*\)<\/_Text>.*/  \1/p' "$1"
    return 1
  fi
  echo "report $(value CreditReportIdentifier "$1")"
  grep '<CREDIT_SCORE ' "$1" |
    sed 's/.* BorrowerID="\([^"]*\)".* CreditRepositorySourceType="\([^"]*\)".* _Value="\([^"]*\)".*/score \1 \2 \3/'
  # A bureau that fails does not fail the order.
  grep '<CREDIT_FILE ' "$1" | grep -v '_ResultStatusType="FileReturned"' |
    sed 's/.* BorrowerID="\([^"]*\)".* CreditRepositorySourceType="\([^"]*\)".* _ResultStatusType="\([^"]*\)".*/no file \1 \2 \3/'
  sed -n 's/.*<DOCUMENT><!\[CDATA\[\(.*\)\]\]><\/DOCUMENT>.*/\1/p' "$1" |
    base64 -d >"$folder/report.pdf"
  echo "saved $folder/report.pdf"
}

answer=$(mktemp)
wrong=$(mktemp)
trap 'rm -f "$answer" "$wrong"' EXIT

order "$here/order.xml" "$answer"
read_answer "$answer"

# An invalid state: the service lists each error with its path, and charges nothing.
sed 's/_State="ME"/_State="Maine"/' "$here/order.xml" >"$wrong"
order "$wrong" "$answer"
read_answer "$answer" || echo 'correct the order at each path, then send it again'
