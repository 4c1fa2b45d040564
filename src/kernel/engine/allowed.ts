import { t } from '../../core/base/translations';

/**
 * The operators, table functions and pragmas of DuckDB that a notebook may use without permission to write files: an
 * allow-list of what was reviewed.
 *
 * The names are those in DuckDB's plans and catalogue. What a later version adds is refused until it is listed here,
 * and `permission.test.ts` lists what its catalogue has beyond these lists.
 */

/**
 * Table functions of the level `read`: they read tables, values and the catalogue, but no file, no setting and no path of
 * this machine.
 */
export const tableReadingFunctions: readonly string[] = [
  'duckdb_columns',
  'duckdb_constraints',
  'duckdb_functions',
  'duckdb_indexes',
  'duckdb_keywords',
  'duckdb_schemas',
  'duckdb_sequences',
  'duckdb_tables',
  'duckdb_types',
  'duckdb_variables',
  'duckdb_views',
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'repeat_row',
  'seq_scan',
  'summary',
  'unnest',
];

/** Table functions that read. */
export const readingFunctions: readonly string[] = [
  ...tableReadingFunctions,
  'check_peg_parser',
  'checkpoint',
  'duckdb_approx_database_count',
  'duckdb_connection_count',
  'duckdb_coordinate_systems',
  'duckdb_databases',
  'duckdb_dependencies',
  'duckdb_extensions',
  'duckdb_external_file_cache',
  'duckdb_log_contexts',
  'duckdb_logs',
  'duckdb_memory',
  'duckdb_optimizers',
  'duckdb_prepared_statements',
  'duckdb_secret_types',
  'duckdb_secrets',
  'duckdb_settings',
  'duckdb_table_sample',
  'duckdb_temporary_files',
  'force_checkpoint',
  'glob',
  'icu_calendar_names',
  'parquet_bloom_probe',
  'parquet_file_metadata',
  'parquet_full_metadata',
  'parquet_kv_metadata',
  'parquet_metadata',
  'parquet_scan',
  'parquet_schema',
  'pg_timezone_names',
  'pragma_collations',
  'pragma_database_size',
  'pragma_metadata_info',
  'pragma_platform',
  'pragma_show',
  'pragma_storage_info',
  'pragma_table_info',
  'pragma_user_agent',
  'pragma_version',
  'query',
  'query_table',
  'read_blob',
  'read_csv',
  'read_csv_auto',
  'read_json',
  'read_json_auto',
  'read_json_objects',
  'read_json_objects_auto',
  'read_ndjson',
  'read_ndjson_auto',
  'read_ndjson_objects',
  'read_parquet',
  'read_text',
  'sniff_csv',
  'sql_auto_complete',
  'test_all_types',
  'test_vector_types',
  'which_secret',
];

const changesSettings = () => t("a notebook cannot change DuckDB's settings");
const readsMemory = () => t('it reads memory at an address');

/** Table functions that are refused even with permission to write, and why. */
export const refusedFunctions: ReadonlyMap<string, () => string> = new Map([
  ['arrow_scan', readsMemory],
  ['arrow_scan_dumb', readsMemory],
  ['disable_logging', changesSettings],
  ['disable_peg_parser', changesSettings],
  ['disable_profiling', changesSettings],
  ['enable_logging', changesSettings],
  ['enable_peg_parser', changesSettings],
  ['enable_profiling', changesSettings],
  ['json_execute_serialized_sql', () => t('no plan shows what it would run')],
  ['truncate_duckdb_logs', changesSettings],
]);

/** Table functions that open a database: only with permission. Two statements that read one file can wait for ever. */
export const openingFunctions: readonly string[] = ['read_duckdb'];

/** Operators of logical and physical plans that only read: those of the level `read`. */
export const readingOperators: readonly string[] = [
  'AGGREGATE',
  'ANY_JOIN',
  'ASOF_JOIN',
  'BLOCKWISE_NL_JOIN',
  'CHUNK_GET',
  'CHUNK_SCAN',
  'COLUMN_DATA_SCAN',
  'COMPARISON_JOIN',
  'CROSS_PRODUCT',
  'CTE',
  'CTE_SCAN',
  'DELIM_GET',
  'DELIM_JOIN',
  'DELIM_SCAN',
  'DEPENDENT_JOIN',
  'DISTINCT',
  'DUMMY_SCAN',
  'EMPTY_RESULT',
  'EXCEPT',
  'EXPRESSION_GET',
  'EXPRESSION_SCAN',
  'FILTER',
  'HASH_GROUP_BY',
  'HASH_JOIN',
  'IE_JOIN',
  'INDEX_SCAN',
  'INOUT_FUNCTION',
  'INTERSECT',
  'JOIN',
  'LEFT_DELIM_JOIN',
  'LIMIT',
  'LIMIT_PERCENT',
  'MATERIALIZED_CTE',
  'NESTED_LOOP_JOIN',
  'ORDER_BY',
  'PARTITIONED_AGGREGATE',
  'PERFECT_HASH_GROUP_BY',
  'PIECEWISE_MERGE_JOIN',
  'PIVOT',
  'POSITIONAL_JOIN',
  'POSITIONAL_SCAN',
  'PROJECTION',
  'REC_CTE',
  'REC_CTE_SCAN',
  'REC_KEY_CTE',
  'REC_REC_CTE_SCAN',
  'RESERVOIR_SAMPLE',
  'RIGHT_DELIM_JOIN',
  'SAMPLE',
  'SEQ_SCAN',
  'STREAMING_LIMIT',
  'STREAMING_SAMPLE',
  'STREAMING_WINDOW',
  'TABLE_SCAN',
  'TOP_N',
  'UNGROUPED_AGGREGATE',
  'UNION',
  'UNNEST',
  'WINDOW',
];

/** Operators of logical and physical plans that only write tables of the session, or read. */
export const sessionOperators: readonly string[] = [
  ...readingOperators,
  'ALTER',
  'BATCH_CREATE_TABLE_AS',
  'BATCH_INSERT',
  'CREATE_INDEX',
  'CREATE_MACRO',
  'CREATE_SCHEMA',
  'CREATE_SEQUENCE',
  'CREATE_TABLE',
  'CREATE_TABLE_AS',
  'CREATE_TYPE',
  'CREATE_VIEW',
  'DELETE',
  'DROP',
  'EXECUTE',
  'INSERT',
  'MERGE_INTO',
  'PREPARE',
  'RESET',
  'SET',
  'SET_VARIABLE',
  'TRANSACTION',
  'UPDATE',
  'VACUUM',
];

/**
 * Other functions that the level `read` refuses: they change what the session holds, wait, or plan another text, which reads
 * files.
 */
export const refusedForReading: ReadonlyMap<string, () => string> = new Map([
  ['current_setting', () => t('it returns a setting of this machine')],
  ['getenv', () => t('it returns a setting of this machine')],
  ['json_serialize_plan', () => t('it plans a text that is not checked')],
  ['nextval', () => t('it changes a sequence')],
  ['setseed', () => t('it changes the random numbers of the session')],
  ['sleep_ms', () => t('it only waits')],
  ['write_log', () => t('it writes')],
]);

/** Operators that write files: only with permission. */
export const fileOperators: readonly string[] = ['COPY_TO_FILE', 'BATCH_COPY_TO_FILE'];

/** Operators that install or load extensions: refused even with permission to write. */
export const extensionOperators: readonly string[] = ['LOAD', 'UPDATE_EXTENSIONS'];

/** Pragmas that report. The others change settings, which are locked, or run other statements. */
export const reportingPragmas: readonly string[] = [
  'collations',
  'database_list',
  'database_size',
  'extension_versions',
  'functions',
  'metadata_info',
  'platform',
  'show',
  'show_databases',
  'show_tables',
  'show_tables_expanded',
  'storage_info',
  'table_info',
  'user_agent',
  'version',
];
