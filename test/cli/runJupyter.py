"""Runs the cells of a Jupyter notebook and prints what each of them left, as JSON. Missing packages are reported."""

import datetime
import decimal
import json
import re
import sys

try:
    import pandas
except ModuleNotFoundError:
    # The notebook needs it too, and is reported.
    pandas = None


def plain(value):
    # A number of a column is one of NumPy.
    value = value.item() if hasattr(value, "item") else value
    if value is None or value is pandas.NA or value is pandas.NaT or value != value:
        return None
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal) or (isinstance(value, int) and abs(value) > 2**53):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def table_of(frame):
    rows = zip(*(map(plain, frame.iloc[:, at]) for at in range(frame.shape[1])))
    columns = zip(frame.columns, frame.attrs["types"])
    return {"columns": [{"name": name, "type": kind} for name, kind in columns], "rows": list(rows)}


with open(sys.argv[1]) as file:
    cells = json.load(file)["cells"]

names, missing, made = {"shown": []}, [], []
for at, cell in enumerate(cells):
    if cell["cell_type"] != "code":
        continue
    names.pop("result", None)
    names["drawn"] = None
    try:
        exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    except ModuleNotFoundError as error:
        missing.append(error.name)
        if error.name in ("duckdb", "pandas"):
            break
    if at > 2:
        # What a chart draws is the rows of its cell, in a table.
        table = re.search(r"CREATE OR REPLACE TABLE (chart_data\w*) AS", "".join(cell["source"]))
        charted = names["drawn"] is not None and table is not None
        result = names["sql"](f"FROM {table[1]}") if charted else names.get("result")
        made.append({"result": None if result is None else table_of(result), "chart": names["drawn"]})
    elif "sql" in names:
        frame, chart = names["_frame"], names["chart"]

        def typed(relation):
            """What the notebook shows, and the types that DuckDB reports of it."""
            made = frame(relation)
            made.attrs["types"] = [str(kind) for kind in relation.types]
            return made

        names["_frame"] = typed

        def drawn(specification):
            names["drawn"] = names["_chart_rows"](json.loads(specification)["data"]["name"])
            # As Jupyter asks for what it shows.
            names["shown"].append("text/html" in chart(specification)._repr_mimebundle_())

        names["chart"] = drawn

calls = json.loads(sys.argv[2])
fetched = [names["fetch"](name, entities, **parameters) for name, entities, parameters in calls]
print(json.dumps({"missing": sorted(set(missing)), "cells": made, "fetched": fetched, "shown": names["shown"]}))
