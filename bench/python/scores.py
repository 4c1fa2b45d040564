"""A year of scores of a list of companies as CSV, as an analyst writes it: requests, four threads, pandas.

Usage: scores.py QUANT_URL KEYS.json OUT.csv
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import requests

COMPANIES_PER_REQUEST = 100
RANGE = {"date_from": "2025-06-01", "date_to": "2026-06-01"}

quant_url, keys_file, target = sys.argv[1:]
with open(keys_file) as file:
    keys = json.load(file)
session = requests.Session()
session.headers["authorization"] = "Bearer bench"


def scores(start):
    answer = session.post(
        f"{quant_url}/trading/v3/portfolio/bull_bear_score_ts_itemized",
        params=RANGE,
        json=keys[start : start + COMPANIES_PER_REQUEST],
        timeout=60,
    )
    answer.raise_for_status()
    return [
        pd.DataFrame(item["score_ts"]).assign(entity=item["entity_info"]["compound_key"])
        for item in answer.json()["score_ts_itemized"]
    ]


with ThreadPoolExecutor(4) as threads:
    parts = list(threads.map(scores, range(0, len(keys), COMPANIES_PER_REQUEST)))
frame = pd.concat([item for part in parts for item in part])
frame = frame[["entity", "date", "score"]].sort_values(["entity", "date"])
frame.to_csv(target, index=False)
