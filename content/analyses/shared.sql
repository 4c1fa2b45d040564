-- Macros that the analyses call. To run a file by hand: CREATE SCHEMA signals, then this file, then the other.

-- Reads a table that is passed by name: entity, date and one of its columns as _value. Rows without a key or with a
-- value that is null or not finite are left out. Two rows with the same key are an error, which calls the table _called,
-- since choosing one would be a guess.
CREATE MACRO signals._panel(_table, _column, _called) AS TABLE
SELECT entity, date, CASE WHEN count(*) > 1
  THEN error(_called || ' has ' || count(*) || ' rows for ' || entity || ' on ' || date
    || ', where one is expected: aggregate them first.')
  ELSE any_value(_read) END AS _value
FROM (SELECT entity::VARCHAR AS entity, date::DATE AS date, COLUMNS([_column])::DOUBLE AS _read
  FROM query_table(_table))
WHERE entity IS NOT NULL AND date IS NOT NULL AND isfinite(_read)
GROUP BY entity, date;

-- The rank of a value from 1 within one key or two; equal values have the average of their ranks.
CREATE MACRO signals._average_rank
  (_value, _key) AS (rank() OVER (PARTITION BY _key ORDER BY _value)
    + (count(*) OVER (PARTITION BY _key, _value) - 1) / 2),
  (_value, _key, _other_key) AS (rank() OVER (PARTITION BY _key, _other_key ORDER BY _value)
    + (count(*) OVER (PARTITION BY _key, _other_key, _value) - 1) / 2);

-- An aggregate: the correlation, null if either side does not vary.
CREATE MACRO signals._correlation(_one, _other) AS
  CASE WHEN min(_one) < max(_one) AND min(_other) < max(_other) THEN corr(_one, _other) END;

-- A condition that is true, or an error if it does not hold.
CREATE MACRO signals._require(_holds, _message) AS
  CASE WHEN _holds THEN true ELSE error(_message) END;

-- Names of columns as a list, also of a single one: COLUMNS() would read a text as a pattern.
CREATE MACRO signals._names(_columns) AS
  coalesce(TRY_CAST(_columns AS VARCHAR[]), [_columns::VARCHAR]);
