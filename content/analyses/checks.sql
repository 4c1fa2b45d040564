-- Checks: rows that are wrong, for cells with the option test. A check passes if it has no rows.

-- One row if a table has too few or too many rows.
--
-- Columns:
--   reason  VARCHAR  What is wrong.
--   n       BIGINT   Rows of the table.
CREATE MACRO signals.check_row_count(
  data,           -- Table.
  at_least := 1,  -- The fewest rows that it may have.
  at_most := NULL  -- The most; null: any number.
) AS TABLE
SELECT CASE WHEN _n < at_least THEN _n || ' rows, and at least ' || at_least || ' are expected'
    ELSE _n || ' rows, and at most ' || at_most || ' are expected' END AS reason, _n AS n
FROM (SELECT count(*) AS _n FROM query_table(data))
WHERE _n < at_least OR _n > at_most;

-- One row if the newest day of a table is too old or in the future, or if it has no day. Tomorrow counts as today: days begin
-- at different times on Earth.
--
-- Columns:
--   reason  VARCHAR  What is wrong.
--   newest  DATE     The newest day of the table.
CREATE MACRO signals.check_freshness(
  data,                   -- Table.
  max_days := 1,          -- Calendar days that the newest day may be before today.
  day := 'date',          -- The column of the day.
  today := current_date   -- The day that counts as today.
) AS TABLE
SELECT CASE WHEN _newest IS NULL THEN 'there is no ' || day
    WHEN _newest > today::DATE THEN 'the newest ' || day || ' is in the future'
    ELSE 'the newest ' || day || ' is ' || (today::DATE - _newest) || CASE today::DATE - _newest WHEN 1 THEN ' day old' ELSE ' days old' END
  END AS reason, _newest AS newest
FROM (SELECT max(_day) AS _newest FROM (SELECT COLUMNS([day])::DATE AS _day FROM query_table(data)))
WHERE _newest IS NULL OR today::DATE - _newest > max_days OR _newest - today::DATE > 1;

-- The rows of a table in which a column is null.
--
-- Columns:
--   reason  VARCHAR  What is wrong; the columns of the table follow.
CREATE MACRO signals.check_not_null(
  data,             -- Table.
  value := 'score'  -- The column.
) AS TABLE
SELECT value || ' is null' AS reason, * FROM query_table(data) WHERE COLUMNS([value]) IS NULL;

-- The keys of a table that have more than one row.
--
-- Columns:
--   reason  VARCHAR  What is wrong; the columns of the key follow.
CREATE MACRO signals.check_unique(
  data,                       -- Table.
  keys := ['entity', 'date']  -- The columns that together name one row.
) AS TABLE
WITH _groups AS (SELECT COLUMNS(signals._names(keys)), count(*) AS _n FROM query_table(data) GROUP BY ALL)
SELECT _n || ' rows with this key' AS reason, * EXCLUDE (_n) FROM _groups WHERE _n > 1 ORDER BY ALL;

-- The rows of a table in which a number is outside of a range, or not a number. A null passes.
--
-- Columns:
--   reason  VARCHAR  What is wrong; the columns of the table follow.
CREATE MACRO signals.check_range(
  data,              -- Table.
  value := 'score',  -- The column.
  at_least := NULL,  -- The least value that is right; null: any.
  at_most := NULL    -- The greatest; null: any.
) AS TABLE
SELECT CASE WHEN isnan(_value) THEN value || ' is not a number'
    WHEN _value < at_least THEN value || ' is below ' || at_least
    ELSE value || ' is above ' || at_most END AS reason, * EXCLUDE (_value)
FROM (SELECT COLUMNS([value])::DOUBLE AS _value, * FROM query_table(data))
WHERE _value < at_least OR _value > at_most OR isnan(_value);

-- The rows of a table that a join with another one loses: no row of the other has their key, or the key has a null.
--
-- Columns:
--   reason  VARCHAR  What is wrong; the columns of the table follow.
CREATE MACRO signals.check_join(
  data,                       -- Table.
  other,                      -- The table that it is joined with.
  keys := ['entity', 'date']  -- The columns of the join.
) AS TABLE
WITH _rows AS (
    SELECT struct_pack(*COLUMNS(signals._names(keys))) AS _key,
      len(string_split(concat_ws(chr(31), '', *COLUMNS(signals._names(keys))), chr(31))) - 1 < len(signals._names(keys)) AS _has_null, *
    FROM query_table(data)),
  _others AS (SELECT DISTINCT struct_pack(*COLUMNS(signals._names(keys))) AS _key FROM query_table(other))
SELECT CASE WHEN a._has_null THEN 'the key has a null' ELSE other || ' has no such key' END AS reason,
  a.* EXCLUDE (_key, _has_null)
FROM _rows a LEFT JOIN _others b ON a._key = b._key
WHERE a._has_null OR b._key IS NULL;
