import duckdb

connection = duckdb.connect()
connection.execute("SET TimeZone = 'UTC'; CREATE SCHEMA signals; SET search_path = 'main,signals'")


def sql(text):
    """Runs a statement. Returns its rows as a data frame; None if it has none."""
    result = connection.execute(text)
    return None if result.description is None else result.df()


def ask(name, into, arguments=None):
    """Asks the service, and puts the rows into the table `into.name`.

    `arguments` is a query with one row, whose columns are the arguments of the call.
    """
    function = SERVICE["functions"][name]
    values = {}
    if arguments is not None:
        row = connection.execute(arguments).fetchone()
        named = zip((column[0] for column in connection.description), row)
        values = {column: _argument(value) for column, value in named if value is not None}
    rows = fetch(name, values.pop("entities", values.pop("companies", None)), **values)
    columns = ", ".join(f'"{column}" {kind}' for column, kind in function["columns"])
    connection.execute(f'CREATE SCHEMA IF NOT EXISTS "{into}"; CREATE OR REPLACE TABLE "{into}"."{name}" ({columns})')
    casts = ", ".join(f"unnest(CAST(? AS {kind}[]))" for _, kind in function["columns"])
    for at in range(0, len(rows), 20_000):
        values = [list(each) for each in zip(*rows[at : at + 20_000])]
        connection.execute(f'INSERT INTO "{into}"."{name}" SELECT {casts}', values)


def _argument(value):
    if isinstance(value, list):
        return [_argument(each) for each in value if each is not None]
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()[:10]
    if isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool) and value == int(value):
        return str(int(value))
    return value


def chart(specification):
    """Draws a Vega-Lite specification with the rows of the tables that it names."""
    import altair

    specification = json.loads(specification)
    specification["datasets"] = {name: _chart_rows(name) for name in sorted(_data_names(specification))}
    altair.data_transformers.disable_max_rows()
    # Without validation, Altair does not choose the class by itself.
    kind = next((name for key, name in CHARTS.items() if key in specification), "Chart")
    return getattr(altair, kind).from_dict(specification, validate=False)


CHARTS = {
    "layer": "LayerChart",
    "hconcat": "HConcatChart",
    "vconcat": "VConcatChart",
    "concat": "ConcatChart",
    "repeat": "RepeatChart",
    "spec": "FacetChart",
}


def _data_names(part):
    if isinstance(part, list):
        return set().union(*(_data_names(each) for each in part))
    if not isinstance(part, dict):
        return set()
    data = part.get("data")
    own = {data["name"]} if isinstance(data, dict) and isinstance(data.get("name"), str) else set()
    return own.union(*(_data_names(value) for key, value in part.items() if key not in ("data", "datasets")))


def _chart_rows(table):
    quoted = table.replace('"', '""')
    result = connection.execute(f'FROM "{quoted}"')
    names = [column[0] for column in result.description]
    return [dict(zip(names, map(_chart_value, row))) for row in result.fetchall()]


def _chart_value(value):
    """Times without an offset are drawn on scales of UTC, as they are written."""
    if isinstance(value, datetime.datetime):
        plain = value.astimezone(datetime.timezone.utc) if value.tzinfo else value
        return f"{plain.replace(tzinfo=None).isoformat()}Z"
    if isinstance(value, (int, float)):
        return value if abs(value) < float("inf") else None
    if isinstance(value, decimal.Decimal):
        return float(value)
    return value if value is None else str(value)
