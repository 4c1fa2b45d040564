import duckdb
import pandas

connection = duckdb.connect()
connection.execute("SET TimeZone = 'UTC'; CREATE SCHEMA signals; SET search_path = 'main,signals'")


INSTANT = "TIMESTAMP WITH TIME ZONE"

# The types of pandas that have all values of a type of DuckDB, and NULL. Values of other types are objects of Python.
DTYPES = {
    "BOOLEAN": "boolean",
    **{"TINYINT": "Int8", "SMALLINT": "Int16", "INTEGER": "Int32", "BIGINT": "Int64"},
    **{"UTINYINT": "UInt8", "USMALLINT": "UInt16", "UINTEGER": "UInt32", "UBIGINT": "UInt64"},
    **{"FLOAT": "float32", "DOUBLE": "float64"},
}


def sql(text):
    """Runs a statement. Returns its rows as a data frame, with their exact values; None if it has none."""
    relation = connection.sql(text)
    return None if relation is None else _frame(relation)


def _frame(relation):
    # DuckDB's own frames round decimals, integers of more than 64 bits, and large integers beside NULL.
    rows = _rows(relation)
    columns = zip(*rows) if rows else [()] * len(relation.columns)
    series = map(_series_of, map(list, columns), map(str, relation.types))
    frame = pandas.DataFrame(dict(enumerate(series)))
    # Of several columns with one name, all but the first are numbered.
    frame.columns = relation.project("*").columns
    return frame


def _series_of(values, kind):
    if kind.startswith("TIMESTAMP"):
        return _times_of(values, kind)
    # A column of numbers cannot tell NULL from NaN.
    if kind in ("FLOAT", "DOUBLE") and None in values and any(value != value for value in values):
        return pandas.Series(values, dtype=object)
    # From objects, since pandas rounds some lists of integers on the way.
    return pandas.Series(values, dtype=object).astype(DTYPES.get(kind, object))


def _times_of(values, kind):
    if kind != "TIMESTAMP_NS":
        # Objects of Python, if there are some that pandas has no room for.
        return pandas.Series(values, dtype=None if values else "datetime64[ns]")
    is_finite = all(value is None or "infinity" not in value for value in values)
    return pandas.Series(values, dtype="datetime64[ns]" if is_finite else object)


def _rows(relation):
    """The rows as values of Python; those of types that Python has not are texts."""
    kinds = [str(kind) for kind in relation.types]
    read = ", ".join(_readable(f"#{at}", kind) for at, kind in enumerate(kinds, 1))
    rows = relation.project(read).fetchall()
    return [tuple(map(_zoned, row, kinds)) for row in rows] if INSTANT in kinds else rows


def _readable(column, kind):
    if kind in ("INTERVAL", "TIMESTAMP_NS"):
        return f"{column}::VARCHAR"
    # DuckDB returns instants with pytz, which pandas no longer brings along: they are read as the clocks in UTC.
    if kind == INSTANT:
        return f"timezone('UTC', {column})"
    return f"{column}::{kind.replace(INSTANT, 'TIMESTAMP')}" if INSTANT in kind else column


def _zoned(value, kind):
    is_instant = kind == INSTANT and isinstance(value, datetime.datetime)
    return value.replace(tzinfo=datetime.timezone.utc) if is_instant else value


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
    relation = connection.sql(query)
    [row] = _rows(relation)
    return {column: _argument(value) for column, value in zip(relation.columns, row) if value is not None}


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
    outside = next(_outside(specification, "$"), None)
    if outside:
        raise ValueError(f"A chart may not load or link an address ({outside}). Name a table instead.")
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


def _outside(part, path):
    """The places of addresses in a specification, and of marks that load one; rows may hold any text."""
    if isinstance(part, list):
        for at, each in enumerate(part):
            yield from _outside(each, f"{path}[{at}]")
    elif isinstance(part, dict):
        for key, value in part.items():
            place = f"{path}.{key}"
            if key in ("url", "href") or value == "image" and key in ("mark", "type"):
                yield place
            elif key not in ("values", "datasets"):
                yield from _outside(value, place)


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
    relation = connection.sql(f'FROM "{quoted}"')
    return [dict(zip(relation.columns, map(_chart_value, row))) for row in _rows(relation)]


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
