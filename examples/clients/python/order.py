#!/usr/bin/env python3
"""Orders a credit report, prints the scores and the missing files, and saves the PDF; then shows
a rejection.

Usage: TRIMERGE_SECRET=... python3 order.py [FOLDER]

Needs only Python 3.9 or later. The documents are JSON.
"""

import base64
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

URL = os.environ.get("TRIMERGE_URL", "http://127.0.0.1:8080")
ACCOUNT = os.environ.get("TRIMERGE_ACCOUNT", "sandbox")
ATTEMPTS = 4
TIMEOUT_SECONDS = 60
AGAIN = {408, 429, 500, 502, 503, 504}


def order_document(state):
    """Returns an order for one borrower at all three bureaus. Every value is a string."""
    return {
        "REQUEST_GROUP": {
            "_MISMOVersionID": "2.3.1",
            "REQUESTING_PARTY": {"__Name": "Lighthouse Home Loans"},
            "REQUEST": {
                "_RequestDatetime": "2026-02-03T10:25:00",
                "REQUEST_DATA": {
                    "CREDIT_REQUEST": {
                        "_MISMOVersionID": "2.3.1",
                        "_LenderCaseIdentifier": "PYTHON-1",
                        "CREDIT_REQUEST_DATA": {
                            "_CreditRequestID": "CR1",
                            "_BorrowerID": "B1",
                            "_CreditReportRequestActionType": "Submit",
                            "_CreditReportType": "Merge",
                            "_CreditRequestType": "Individual",
                            "CREDIT_REPOSITORY_INCLUDED": {
                                "__EquifaxIndicator": "Y",
                                "__ExperianIndicator": "Y",
                                "__TransUnionIndicator": "Y",
                            },
                        },
                        "LOAN_APPLICATION": {
                            "BORROWER": [
                                {
                                    "_BorrowerID": "B1",
                                    "__FirstName": "Avery",
                                    "__MiddleName": "Q",
                                    "__LastName": "Sandford",
                                    "__NameSuffix": "",
                                    "__SSN": "900-12-1234",
                                    "_RESIDENCE": [
                                        {
                                            "__StreetAddress": "12 Harbor View Rd",
                                            "__City": "Camden",
                                            "__State": state,
                                            "__PostalCode": "04843",
                                            "_BorrowerResidencyType": "Current",
                                        }
                                    ],
                                }
                            ]
                        },
                    }
                },
            },
        }
    }


def send(body, secret):
    """Posts an order. After a lost response, 429, 5xx or an interruption it sends the same bytes
    again, which the service charges only once."""
    token = base64.b64encode(f"{ACCOUNT}:{secret}".encode()).decode()
    headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json"}
    for attempt in range(1, ATTEMPTS + 1):
        wait = 0.5 * 2 ** (attempt - 1) * (0.5 + random.random() / 2)
        request = urllib.request.Request(f"{URL}/credit_report", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                answer = json.load(response)
            if not is_interrupted(answer) or attempt == ATTEMPTS:
                return answer
        except urllib.error.HTTPError as error:
            if error.code not in AGAIN or attempt == ATTEMPTS:
                return json.load(error)
            wait = float(error.headers.get("Retry-After", wait))
        except (OSError, http.client.HTTPException):
            if attempt == ATTEMPTS:
                raise
        time.sleep(wait)


def is_interrupted(answer):
    """Whether the service stopped while it worked on the order (E001, HTTP 200)."""
    status = answer["RESPONSE_GROUP"]["RESPONSE"].get("STATUS", {})
    return status.get("__Description", "").endswith("#interrupted.")


def read_answer(answer, folder):
    """Prints a report and saves its PDF, or prints what is wrong."""
    response = answer["RESPONSE_GROUP"]["RESPONSE"]
    credit = response["RESPONSE_DATA"]["CREDIT_RESPONSE"]
    if credit["_CreditReportType"] == "Error":
        status = response["STATUS"]
        print(f"rejected {status['__Code']}: {status['__Description']}")
        for text in credit["CREDIT_ERROR_MESSAGE"]["_Text"]:
            print(f"  {text}")
        return
    print(f"report {credit['_CreditReportIdentifier']}")
    for score in credit["CREDIT_SCORE"]:
        print("score", score["_BorrowerID"], score["_CreditRepositorySourceType"], score["__Value"])
    # A bureau that fails does not fail the order.
    for file in credit["CREDIT_FILE"]:
        if file["__ResultStatusType"] != "FileReturned":
            bureau = file["_CreditRepositorySourceType"]
            print("no file", file["_BorrowerID"], bureau, file["__ResultStatusType"])
    pdf = base64.b64decode(credit["EMBEDDED_FILE"]["DOCUMENT"]["__cdata"])
    file = folder / "report.pdf"
    file.write_bytes(pdf)
    print(f"saved {file}")


def main():
    secret = os.environ.get("TRIMERGE_SECRET")
    if secret is None:
        sys.exit("set TRIMERGE_SECRET to the secret of the account")
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    # An invalid state: the service lists each error with its path, and charges nothing.
    for state in ("ME", "Maine"):
        body = json.dumps(order_document(state)).encode()
        read_answer(send(body, secret), folder)


if __name__ == "__main__":
    main()
