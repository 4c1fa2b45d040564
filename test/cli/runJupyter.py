"""Runs the cells of a Jupyter notebook and prints what each of them left, as JSON. Missing packages are reported."""

import datetime
import decimal
import json
import re
import sys


def plain(value):
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal) or (isinstance(value, int) and abs(value) > 2**53):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def read(connection, text):
    result = connection.execute(text)
    if result.description is None:
        return None
    columns = [{"name": each[0], "type": str(each[1])} for each in result.description]
    return {"columns": columns, "rows": [[plain(each) for each in row] for row in result.fetchall()]}


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
        if error.name == "duckdb":
            break
    if at > 2:
        # What a chart draws is the rows of its cell, in a table.
        table = re.search(r"CREATE OR REPLACE TABLE (chart_data\w*) AS", "".join(cell["source"]))
        charted = names["drawn"] is not None and table is not None
        result = names["sql"](f"FROM {table[1]}") if charted else names.get("result")
        made.append({"result": result, "chart": names["drawn"]})
    elif "sql" in names:
        # As DuckDB returns them, so that types and values can be compared.
        names["sql"] = lambda text: read(names["connection"], text)
        chart = names["chart"]

        def drawn(specification):
            names["drawn"] = names["_chart_rows"](json.loads(specification)["data"]["name"])
            # As Jupyter asks for what it shows.
            names["shown"].append("text/html" in chart(specification)._repr_mimebundle_())

        names["chart"] = drawn

calls = json.loads(sys.argv[2])
fetched = [names["fetch"](name, entities, **parameters) for name, entities, parameters in calls]
print(json.dumps({"missing": sorted(set(missing)), "cells": made, "fetched": fetched, "shown": names["shown"]}))
