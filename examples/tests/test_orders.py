"""pytest: python3 -m pytest examples/tests"""
import re

import pytest

from trimerge_sandbox import Sandbox


@pytest.fixture(scope="session")
def world():
    sandbox = Sandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture
def sandbox(world):
    world.call("POST", "/reset")
    return world


def test_a_wanted_outcome_is_what_the_report_states(sandbox):
    outcome = {"middleScore": 641, "lates": [{"on": "mortgage", "within": 12, "days30": 1}]}
    sandbox.call("PUT", "/people/ada", {"outcome": outcome})
    report = sandbox.order("credit_report", sandbox.call("GET", "/people/ada/order"))
    scores = sorted(int(score) for score in re.findall(r'<CREDIT_SCORE [^>]*?_Value="(\d+)"', report))
    assert scores[1] == 641


def test_a_wrong_call_says_what_is_wrong(sandbox):
    with pytest.raises(RuntimeError, match="outcome.middleScore"):
        sandbox.call("PUT", "/people/ada", {"outcome": {"middleScore": 851}})


def test_a_bureau_that_has_no_file(sandbox):
    sandbox.call("POST", "/faults", {"fault": "NO HIT", "bureau": "Experian"})
    sandbox.order("credit_report", sandbox.call("GET", "/personas/avery/order"))
    (order,) = sandbox.call("GET", "/orders")["items"]
    outcomes = {pull["bureau"]: pull["outcome"] for pull in order["pulls"]}
    assert outcomes["Experian"] == "NoFileReturnedNoHit"
