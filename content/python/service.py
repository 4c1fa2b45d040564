"""The table functions of Market Signals in Python: requests to the service, and their answers as tables of DuckDB.

The addresses and the token are read from the environment: SIGNALS_QUANT_URL, SIGNALS_DATA_URL, SIGNALS_TOKEN.
"""

import base64
import datetime
import decimal
import hashlib
import json
import os
import re
import time
from urllib.parse import quote, urlsplit

import requests

# The operations of the service, the columns of their tables, and the names of event ids.
SERVICE = json.loads(r"""__SERVICE__""")

MOST_TRIES = 4
VENDOR_IDS = {}  # The service's own id of each entity, as far as answers contained it.
ENTITIES = {}  # The reverse.
EVENT_NAMES = dict(SERVICE["eventNames"])
FACTS = {}  # What answers contained of each entity: the rows of the table entities.


# Addresses and requests


def _base(variable):
    url = os.environ.get(variable, "").strip().rstrip("/")
    parts = urlsplit(url)
    local = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise RuntimeError(f"Set the environment variable {variable} to an https address, or one of this computer.")
    return url


def _token():
    """The token. One that no header can hold is refused here, since the error of a library would quote it."""
    written = os.environ.get("SIGNALS_TOKEN", "").strip()
    token = re.sub(r"^(?:authorization:\s*)?bearer(?:\s+|$)", "", written, flags=re.IGNORECASE)
    if not token:
        raise RuntimeError("Set the environment variable SIGNALS_TOKEN to your token.")
    if not re.fullmatch("[!-~]+", token):
        raise RuntimeError("The environment variable SIGNALS_TOKEN contains a character that a token cannot have.")
    return token


def _authorized(request):
    request.headers["Authorization"] = f"Bearer {_token()}"
    return request


def _encoded(text):
    return quote(text, safe="!~*'()")


def _segment(text):
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot be part of an address.")
    return _encoded(text)


def _path(operation, entities):
    path = operation["path"]
    if operation["subject"] == "entity":
        kind, name = _split(entities[0])
        path = path.replace("{entity_type}", _segment(kind)).replace("{entity_id}", _segment(name))
    return path


def _query(operation, parameters):
    pairs = []
    for name in operation["parameters"]:
        value = parameters.get(name)
        if value is None or (name == "default_time_back" and "date_to" in parameters):
            continue
        pairs += [f"{name}={_encoded(text)}" for text in (value if isinstance(value, list) else [value])]
    return "&".join(pairs)


def _send(operation, entities, parameters):
    """The answers to a request: one, or those of its halves where the service calls it too large."""
    base = _base("SIGNALS_QUANT_URL" if operation["base"] == "quant" else "SIGNALS_DATA_URL")
    query = _query(operation, parameters)
    url = f"{base}/{_path(operation, entities)}{'?' + query if query else ''}"
    body = json.dumps(entities).encode() if operation["subject"] == "list" else None
    headers = {"Accept": "application/json", **({"Content-Type": "application/json"} if body else {})}
    for attempt in range(1, MOST_TRIES + 1):
        try:
            sent = {"data": body, "headers": headers, "auth": _authorized}
            answer = requests.request(operation["method"], url, **sent, timeout=60, allow_redirects=False)
        except requests.RequestException as error:
            # Without its cause: Jupyter saves all of it in the notebook.
            raise RuntimeError(f"{operation['function']}: {_without_token(str(error))}") from None
        if answer.status_code not in (429, 502, 503, 504) or attempt == MOST_TRIES:
            break
        wait = answer.headers.get("Retry-After", "")
        time.sleep(min(int(wait), 60) if wait.isdigit() else 2**attempt / 4)
    if answer.status_code == 413:
        for part in _halves(operation, entities, parameters):
            yield from _send(operation, *part)
        return
    if answer.status_code != 200:
        reason = _without_token(answer.text)[:300]
        raise RuntimeError(f"{operation['function']}: the service answered {answer.status_code}. {reason}")
    # NaN and Infinity are not of JSON, but some servers write them.
    yield json.loads(answer.content.decode("utf-8-sig"), parse_constant=lambda _: None)


def _halves(operation, entities, parameters):
    if operation["subject"] == "list" and len(entities) > 1:
        middle = (len(entities) + 1) // 2
        return [(entities[:middle], parameters), (entities[middle:], parameters)]
    start, end = (_day(parameters.get(name)) for name in ("date_from", "date_to"))
    if start is None or end is None or (end - start).days < 2:
        raise RuntimeError(f"{operation['function']}: the answer is too large.")
    middle = (start + datetime.timedelta((end - start).days // 2)).isoformat()
    return [(entities, {**parameters, "date_to": middle}), (entities, {**parameters, "date_from": middle})]


# The token in texts of others, which are shown and saved in a notebook

ESCAPED = re.compile(
    r"""%([0-9a-f]{2})|\\(?:u00|x)([0-9a-f]{2})|&#x0{0,6}([0-9a-f]{2});"""
    r"""|&#0{0,6}(\d{2,3});|\\(["'\\/nrt])|&(amp|lt|gt|quot|apos);""",
    re.IGNORECASE,
)
NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "n": "\n", "r": "\r", "t": "\t"}


def _without_token(text):
    return "What it says is left out, since the token is in it." if _holds(text, _token()) else text


def _holds(text, token):
    """Whether the token is in the text: as it is, escaped once or more often, in hexadecimal or in base64."""
    sought = {token, *(layer for layer in _layers(token) if len(layer) > 4)}
    coded = token.encode()
    for layer in _layers(text.replace("\0", "")):
        dense = re.sub(r"\s", "", layer)
        encoded = dense.replace("-", "+").replace("_", "/")
        digits = re.sub("[:-]", "", dense).lower()
        if any(each in layer for each in sought) or any(form in encoded for form in _base64_forms(coded)):
            return True
        if len(coded) > 2 and coded.hex() in digits:
            return True
    return False


def _base64_forms(coded):
    """Three, by the place in what is encoded; without the characters that others have a part in."""
    for before in range(3):
        whole = base64.b64encode(bytes(before) + coded).decode()
        form = whole[(8 * before + 5) // 6 : 8 * (before + len(coded)) // 6]
        if len(form) > 4:
            yield form


def _layers(text):
    """The text as it is, then with its escapes resolved once, twice and so on, while there are any."""
    layers = [text]
    while len(layers) < 5:
        resolved = ESCAPED.sub(_character, layers[-1])
        if resolved == layers[-1]:
            break
        layers.append(resolved)
    return layers


def _character(match):
    *codes, decimal, letter, name = match.groups()
    code = next(filter(None, codes), None)
    if code or decimal:
        return chr(int(code, 16) if code else int(decimal))
    written = letter or name
    return NAMED.get(written.lower(), written)


# From a call to requests


def _plan(function, entities, parameters):
    """The requests of a call: lists in parts, events in months. An empty list asks for nothing."""
    if any(value == [] for value in [entities, *parameters.values()]):
        return []
    parameters = dict(parameters)
    through = parameters.pop("date_through", None)
    if through is not None:
        parameters["date_to"] = (_day(through) + datetime.timedelta(1)).isoformat()
    one, many, none = function["one"], function["list"], function["none"]
    keys = list(dict.fromkeys(_key(each) for each in ([entities] if isinstance(entities, str) else entities or [])))
    if none is not None:
        operation = none
    elif isinstance(entities, str) and one and ("{entity_type}" in one["path"] or _split(keys[0])[0] == "company"):
        operation = one
    elif one and any(name in one["parameters"] and name not in many["parameters"] for name in parameters):
        operation = one
    else:
        operation = many
    size = SERVICE["entitiesPerRequest"] if operation["subject"] == "list" else 1
    groups = [keys[at : at + size] for at in range(0, len(keys), size)] or [[]]
    ranges = _ranges(operation, parameters)
    return [(operation, group, {**parameters, **part}) for group in groups for part in ranges]


def _ranges(operation, parameters):
    start, end = (_day(parameters.get(name)) for name in ("date_from", "date_to"))
    if operation["name"] != "company_events" or start is None or end is None or start >= end:
        return [{}]
    ranges = []
    while start < end:
        stop = min(start + datetime.timedelta(SERVICE["eventDaysPerRequest"]), end)
        ranges.append({"date_from": start.isoformat(), "date_to": stop.isoformat()})
        start = stop
    return ranges


# Keys of entities: <type>:<id>, without repeated prefixes


def _kind(text):
    return text[: text.index(":")] if text and text.find(":") > 0 else None


def _joined(kind, name):
    while name.startswith(f"{kind}:"):
        name = name[len(kind) + 1 :]
    return f"{kind}:{name}"


def _key(text):
    kind = _kind(text)
    return f"company:{text}" if kind is None else _joined(kind, text[len(kind) + 1 :])


def _split(key):
    kind = _kind(key)
    return ("company", key) if kind is None else (kind, key[len(kind) + 1 :])


def _text(value):
    return value if isinstance(value, str) and value != "" else None


def _info(value):
    value = value if isinstance(value, dict) else {}
    return {name: _text(value.get(name)) for name in ("type", "alpha_id", "compound_key")}


def _entity(info):
    name = info["alpha_id"]
    if name is None:
        return None if info["compound_key"] is None else _key(info["compound_key"])
    return _joined(info["type"] or _kind(info["compound_key"]) or _kind(name) or "company", name)


# Values of each type; what is of another type is None

CLOCK = re.compile(r"[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?", re.ASCII)


def _day(text):
    if isinstance(text, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            return None
    return None


def _clock(text):
    """The date-time as written and its offset in minutes."""
    day, clock = _day(text[:10]), CLOCK.fullmatch(text[10:])
    if day is None or clock is None:
        return None, None
    hour, minute, second, fraction, offset = clock.groups()
    try:
        micros = int((fraction or "").ljust(6, "0")[:6])
        written = datetime.datetime(day.year, day.month, day.day, int(hour), int(minute), int(second or 0), micros)
    except ValueError:
        return None, None
    if offset in (None, "Z"):
        return written, None if offset is None else 0
    minutes = int(offset[1:3]) * 60 + int(offset[3:].replace(":", "") or 0)
    return written, -minutes if offset[0] == "-" else minutes


def _date(value):
    day = _day(value)
    return None if day is None else day.isoformat()


def _timestamp(value):
    written, _ = _clock(value) if isinstance(value, str) else (None, None)
    return None if written is None else written.isoformat()


def _instant(value):
    written, offset = _clock(value) if isinstance(value, str) else (None, None)
    if written is None or offset is None:
        return None
    return f"{(written - datetime.timedelta(minutes=offset)).isoformat()}+00:00"


def _number(value):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < float("inf") else None


def _whole(value):
    number = _number(value)
    return int(number) if number is not None and number.is_integer() and abs(number) < 2**53 else None


READ = {
    "VARCHAR": lambda value: value if isinstance(value, str) else None,
    "DOUBLE": _number,
    "BIGINT": _whole,
    "BOOLEAN": lambda value: value if isinstance(value, bool) else None,
    "DATE": _date,
    "TIMESTAMP": _timestamp,
    "TIMESTAMPTZ": _instant,
}


# From answers to rows


def _row(function, values):
    row = [READ[kind](values.get(name)) for name, kind in function["columns"]]
    of_point = function.get("pointColumns", [name for name, _ in function["columns"]])
    wrong = [
        name
        for (name, _), value in zip(function["columns"], row)
        if value is None and values.get(name) is not None and name in of_point and name not in COMMON
    ]
    WRONG.extend(wrong[:1])
    return row


def _checked(function, rows):
    """A value of another type is None; an answer with more than one such row in twenty is not read."""
    rows, wrong = list(rows), list(WRONG)
    WRONG.clear()
    if len(wrong) > len(rows) * 0.05:
        raise _malformed(function, f"{len(wrong)} of {len(rows)} rows hold values of another type, first of {wrong[0]}")
    return rows


def _malformed(function, what):
    return RuntimeError(f"{function['name']}: the answer cannot be read: {what}.")


def _items(function, body, name):
    items = body.get(name, "missing") if isinstance(body, dict) else "missing"
    if items is None:
        return []
    if not isinstance(items, list):
        raise _malformed(function, f"it has no array {name}")
    return items


LISTING = ("ticker", "exchange_code", "exchange_name", "currency")
COMMON = {*LISTING, "entity_type", "alpha_id", "compound_key"}
WRONG = []  # A column of each row of the answer that holds a value of another type.


def _described(info):
    return {"entity_type": info["type"], "alpha_id": info["alpha_id"], "compound_key": info["compound_key"]}


def _first(*values):
    return next((value for value in values if value is not None), None)


def _series(function, operation, body, asked):
    series = function["series"]
    if operation["subject"] == "list":
        elements = [each for each in _items(function, body, f"{series}_itemized") if isinstance(each, dict)]
    else:
        _items(function, body, series)
        elements = [body]
    asked = list(dict.fromkeys(asked))
    read, seen = [], {}
    for element in elements:
        info = _info(element.get("entity_info"))
        entity = _entity(info)
        if entity is None and len(asked) == 1:
            entity = asked[0]
            kind, name = _split(entity)
            info = {"type": kind, "alpha_id": name, "compound_key": entity}
        # An exact duplicate is dropped; two elements that differ are both kept.
        if entity is not None and seen.setdefault(entity, element) is not element and seen[entity] == element:
            continue
        read.append((entity, info, element))
    place = {entity: at for at, entity in enumerate(asked)}
    read.sort(key=lambda each: place.get(each[0], len(asked)))
    learned = {}
    for entity, info, element in read:
        points = element.get(series)
        points = points if isinstance(points, list) else []
        listed = ("ticker", "exchange_code", "currency") if function["name"] != "events_ts" else ()
        facts = {name: _first(element.get(name), body.get(name)) for name in listed}
        if points or any(_text(value) for value in facts.values()):
            _learn(learned, entity, **facts)
        yield from _points(function, body, (entity, info, element), points)
    _keep(learned)


def _points(function, body, element_read, points):
    entity, info, element = element_read
    listing = {name: _first(element.get(name), body.get(name)) for name in LISTING}
    last = element.get("score_ts_last_score")
    last = last if isinstance(last, dict) else {}
    common = {
        **listing,
        **_described(info),
        "entity": entity,
        "score_ts_last_score_date": last.get("date"),
        "score_ts_last_score": last.get("score"),
        **{name: element.get(name) for name in ("used_cache", "cache_key", "last_updated")},
    }
    rows = []
    for point in points:
        point = point if isinstance(point, dict) else {}
        event = point.get("sub_event")
        event = event if isinstance(event, dict) else {}
        if function["name"] == "events_ts":
            if _text(event.get("id")) and _text(event.get("name")):
                EVENT_NAMES[event["id"]] = event["name"]
            named = {"event_id": event.get("id"), "event_name": event.get("name"), "sub_event_type": event.get("type")}
            point = {**point, **named}
        values = {name: point.get(name) for name in function["pointColumns"]}
        rows.append({**common, **values, "sub_event_type": point.get("sub_event_type")})

    def order(row):
        keys = [row["date"], row["event_id"]] if function["name"] == "events_ts" else [row["date"]]
        return [(not isinstance(key, str), key if isinstance(key, str) else "") for key in keys]

    return (_row(function, row) for row in sorted(rows, key=order))


def _vendor_field(items):
    """The one field whose name ends in _id and whose value begins with company:."""
    others = {"country_id", "alpha_id", "event_id"}
    found = {
        name
        for item in items[:: len(items) // 200 | 1]
        if isinstance(item, dict)
        for name, value in item.items()
        if name.endswith("_id") and name not in others and isinstance(value, str) and value.startswith("company:")
    }
    return found.pop() if len(found) == 1 else None


def _learn(learned, entity, **fields):
    """Of one answer the first text of a field stays; a later answer replaces it."""
    if entity is None:
        return
    known = learned.setdefault(entity, {})
    for name, value in fields.items():
        if known.get(name) is None and _text(value):
            known[name] = value


def _keep(learned):
    for entity, fields in learned.items():
        FACTS.setdefault(entity, {}).update(fields)
        vendor_id = fields.get("vendor_id")
        if vendor_id is not None:
            VENDOR_IDS[entity], ENTITIES[vendor_id] = vendor_id, entity


def _overlay(function, body):
    items = _items(function, body, function["name"])
    vendor = _vendor_field(items)
    learned = {}
    for rank, item in enumerate(items, 1):
        item = item if isinstance(item, dict) else {}
        info = _info(item.get("entity_info"))
        values = {
            **item,
            **_described(info),
            "entity": _entity(info),
            "rank": rank,
            "side": function["name"].split("_")[0],
            "isin": _first(item.get("isin"), item.get("ISIN")),
            "vendor_id": item.get(vendor),
        }
        named = ("name", "ticker", "isin", "vendor_id", "industry", "exchange_code", "currency")
        facts = {name: values.get(name) if name != "isin" else item.get("isin") for name in named}
        _learn(learned, values["entity"], country=item.get("country_name"), **facts)
        yield _row(function, values)
    _keep(learned)


def _event_rows(function, body, asked, parameters):
    """@param asked The canonical keys by the ids that were sent."""
    entries = _items(function, body, "entries")
    vendor = _vendor_field(entries)
    sent = {**ENTITIES, **asked}
    known = {_key(name): entity for name, entity in sent.items()}
    keys = list(dict.fromkeys(asked.values()))
    ids = {}
    for name, text in EVENT_NAMES.items():
        ids.setdefault(text, []).append(name)
    ids = {text: names[0] for text, names in ids.items() if len(names) == 1}
    learned = {}
    wanted = parameters.get("event_ids", [])
    wanted = {wanted} if isinstance(wanted, str) else set(wanted)
    names = {entry.get("event_name") for entry in entries if isinstance(entry, dict) and _text(entry.get("event_name"))}
    others = any(name in ids and wanted and ids[name] not in wanted for name in names)
    fallback = next(iter(wanted)) if len(wanted) == 1 and not others else None
    for entry in entries:
        entry = entry if isinstance(entry, dict) else {}
        name = entry.get(vendor)
        if isinstance(name, str):
            entity = sent.get(name) or known.get(_key(name)) or _key(name)
        else:
            entity = keys[0] if len(keys) == 1 else None
        published = _timestamp(entry.get("news_publish_time"))
        values = {
            **entry,
            "entity": entity,
            "date": published and published[:10],
            "event_id": ids.get(_text(entry.get("event_name")), fallback),
            "isin": _first(entry.get("ISIN"), entry.get("isin")),
            "vendor_id": name,
        }
        row = _row(function, values)
        if entity not in learned:
            read = dict(zip((column for column, _ in function["columns"]), row))
            facts = {"name": read["company"], "isin": read["isin"], "country": read["country"]}
            _learn(learned, entity, vendor_id=read["vendor_id"], **facts)
        yield row
    _keep(learned)


def fetch(name, entities=None, **parameters):
    """The rows of one call, under the columns that `SERVICE["functions"][name]["columns"]` names."""
    function = SERVICE["functions"][name]
    rows = []
    sent = {}
    if name == "company_events":
        entities = [_key(each) for each in ([entities] if isinstance(entities, str) else entities)]
        sent = {VENDOR_IDS.get(each, each): each for each in entities}
        sent.update({_key(each): entity for each, entity in sent.items()})
        entities = [VENDOR_IDS.get(each, each) for each in entities]
    for operation, keys, values in _plan(function, entities, parameters):
        for body in _send(operation, keys, values):
            if function["none"] is not None:
                rows += _checked(function, _overlay(function, body))
            elif name == "company_events":
                asked = {key: sent.get(key, key) for key in keys}
                rows += _checked(function, _event_rows(function, body, asked, values))
            else:
                rows += _checked(function, _series(function, operation, body, keys))
    return rows


# What changed in ranked lists: answers of other days, where SIGNALS_SNAPSHOTS names a folder for them


def _list_query(operation, parameters):
    return {"operation": operation, "parameters": {name: parameters[name] for name in sorted(parameters)}}


def _snapshot_folder():
    return os.environ.get("SIGNALS_SNAPSHOTS", "").strip()


def snapshots():
    """The stored answers, oldest first. A damaged file is skipped."""
    folder = _snapshot_folder()
    found = []
    for name in sorted(os.listdir(folder)) if folder and os.path.isdir(folder) else []:
        if re.fullmatch(r"(?:bullish|bearish)_stocks-[0-9a-f]{12}-\d{4}-\d{2}-\d{2}\.json", name):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                try:
                    found.append({**json.load(file), "id": name[:-5], "day": name[-15:-5]})
                except ValueError:
                    continue
    return sorted(found, key=lambda each: each["taken_at"])


def _keep_snapshot(query, rows):
    folder = _snapshot_folder()
    now = datetime.datetime.now(datetime.timezone.utc)
    taken = {"query": query, "taken_at": now.isoformat(), "connection": urlsplit(_base("SIGNALS_DATA_URL")).hostname}
    if folder:
        os.makedirs(folder, exist_ok=True)
        key = hashlib.sha256(json.dumps(query).encode()).hexdigest()[:12]
        file = os.path.join(folder, f"{query['operation']}-{key}-{now.date()}.json")
        with open(f"{file}.tmp", "w", encoding="utf-8") as written:
            json.dump({**taken, "rows": rows}, written)
        os.replace(f"{file}.tmp", file)
    return {"query": query, "day": str(now.date()), "rows": rows}


def ranked_list(name, **parameters):
    """The rows of bullish_stocks or bearish_stocks, which are stored as a snapshot."""
    return _keep_snapshot(_list_query(name, parameters), fetch(name, **parameters))


def list_changes(overlay, since=None, until=None, snapshot=None, **parameters):
    """The rows of overlay_changes, under the columns that `SERVICE["changes"]` names."""
    query = _list_query(overlay, parameters)
    kept = snapshots()

    def before(day):
        return next((each for each in reversed(kept) if each["query"] == query and each["day"] <= day), None)

    if until is None:
        current = ranked_list(overlay, **parameters)
        # The snapshot of this answer replaces an earlier one of the day.
        kept = snapshots()
        previous = before(since or str(_day(current["day"]) - datetime.timedelta(1)))
    else:
        current = before(until)
        if current is None:
            raise RuntimeError(f"overlay_changes: there is no snapshot of {overlay} on or before {until}.")
        previous = before(since or str(_day(current["day"]) - datetime.timedelta(1)))
    if snapshot is not None:
        previous = next((each for each in kept if each["id"] == snapshot), None)
        if previous is None or previous["query"]["operation"] != overlay:
            raise RuntimeError(f"overlay_changes: the snapshot {snapshot} does not belong to {overlay}.")
    day = None if previous is None else previous["day"]
    return [[*row, day] for row in _changes(_side(current, kept), previous and _side(previous, kept))]


def _side(taken, kept):
    """The best place of each entity, how many places were asked for, and the same of the opposite list of that day."""
    query = taken["query"]
    other = "bearish_stocks" if query["operation"] == "bullish_stocks" else "bullish_stocks"
    opposite = _list_query(other, query["parameters"])
    same_day = [each for each in kept if each["query"] == opposite and each["day"] == taken["day"]]
    amount = int(query["parameters"].get("amount", SERVICE["listAmount"]))
    depth = max(amount, len(taken["rows"]))
    return _best_rows(taken), depth, _best_rows(same_day[-1]) if same_day else {}


def _best_rows(taken):
    names = [name for name, _ in SERVICE["functions"][taken["query"]["operation"]]["columns"]]
    best = {}
    for row in (dict(zip(names, row)) for row in taken["rows"]):
        if row["entity"] is not None:
            best.setdefault(row["entity"], row)
    return best


def _opposite_signs(one, other):
    if one is None or other is None or one["bull_bear_score"] is None or other["bull_bear_score"] is None:
        return None
    return one["bull_bear_score"] * other["bull_bear_score"] < 0


def _changes(current, previous):
    now, depth_now, opposite_now = current
    before, depth_before, opposite_before = previous or ({}, 0, {})
    for entity, row in now.items():
        former, other = before.get(entity), opposite_before.get(entity)
        if former is not None:
            places = former["rank"] - row["rank"]
            change = "up" if places > 0 else "down" if places < 0 else "same"
            flipped = _opposite_signs(row, former)
            yield _change(entity, "flipped" if flipped else change, (row["rank"], former["rank"]), (row, former))
        elif other is not None and _opposite_signs(row, other):
            yield _change(entity, "flipped", (row["rank"], None), (row, other))
        else:
            entered = "entered" if row["rank"] <= depth_before else None
            yield _change(entity, entered, (row["rank"], None), (row, None))
    for entity, former in before.items():
        if entity not in now:
            other = opposite_now.get(entity)
            flipped = other is not None and _opposite_signs(other, former)
            left = "flipped" if flipped else "left" if former["rank"] <= depth_now else None
            yield _change(entity, left, (None, former["rank"]), (other if flipped else None, former))


def _change(entity, change, ranks, rows):
    rank, previous_rank = ranks
    now, before = rows
    shown = now or before

    def of(row, name):
        return None if row is None else row[name]

    return [
        *(entity, shown["name"], shown["ticker"], change, rank, previous_rank),
        None if rank is None or previous_rank is None else previous_rank - rank,
        *(of(now, "bull_bear_score"), of(before, "bull_bear_score"), _opposite_signs(now, before)),
        *(of(before, "name"), of(before, "ticker"), of(now, "date"), of(before, "date")),
    ]
