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
    values = _arguments(arguments)
    if name == "overlay_changes":
        _store(into, name, SERVICE["changes"], list_changes(**values))
        return
    function = SERVICE["functions"][name]
    entities = values.pop("entities", values.pop("companies", None))
    rows = fetch(name, entities, **values) if function["none"] is None else ranked_list(name, **values)["rows"]
    _store(into, name, function["columns"], rows)


def _arguments(query):
    if query is None:
        return {}
    row = connection.execute(query).fetchone()
    named = zip((column[0] for column in connection.description), row)
    return {column: _argument(value) for column, value in named if value is not None}


def _store(into, name, columns, rows):
    typed = ", ".join(f'"{column}" {kind}' for column, kind in columns)
    connection.execute(f'CREATE SCHEMA IF NOT EXISTS "{into}"; CREATE OR REPLACE TABLE "{into}"."{name}" ({typed})')
    casts = ", ".join(f"unnest(CAST(? AS {kind}[]))" for _, kind in columns)
    for at in range(0, len(rows), 20_000):
        values = [list(each) for each in zip(*rows[at : at + 20_000])]
        connection.execute(f'INSERT INTO "{into}"."{name}" SELECT {casts}', values)


def fill_entities():
    """The table entities: what answers so far contained of each entity."""
    names = [name for name, _ in SERVICE["entities"]][1:]
    rows = [[entity, *(facts.get(name) for name in names)] for entity, facts in FACTS.items()]
    _store("signals", "entities", SERVICE["entities"], rows)


def fill_snapshots():
    """The table snapshots: the ranked lists in the folder that SIGNALS_SNAPSHOTS names."""
    rows = []
    for each in snapshots():
        operation, parameters = each["query"]["operation"], each["query"]["parameters"]
        texts = [f"{name} := {value if re.fullmatch('-?[0-9]+', value) else _literal(value)}" for name, value in parameters.items()]
        taken = (each["id"], each["day"], each["taken_at"], operation, ", ".join(texts))
        rows.append([*taken, len(each["rows"]), each["connection"]])
    _store("signals", "snapshots", SERVICE["snapshots"], rows)


def fill_prices():
    """The table sandbox_prices: the file that SIGNALS_PRICES names."""
    file = os.environ.get("SIGNALS_PRICES", "").strip()
    if not file:
        columns = "entity, date and close"
        raise RuntimeError(f"Set the environment variable SIGNALS_PRICES to a CSV or Parquet file with {columns}.")
    read = f"SELECT entity::VARCHAR AS entity, date::DATE AS date, close::DOUBLE AS close FROM {_literal(file)}"
    connection.execute(f"CREATE TABLE IF NOT EXISTS signals.sandbox_prices AS {read}")


def _literal(text):
    return "'" + text.replace("'", "''") + "'"


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
