import { below, sinks } from '../make';
import type { FlowRows } from '../rows';

const MONGO = { only: 'object', imports: ['mongoid', 'mongo', 'mongo_mapper'] } as const;

/** The databases of Ruby beside ActiveRecord: pg, mysql2, sqlite3, Sequel, and MongoDB. */
export const rubyDatabases: FlowRows = {
  aliases: { 'PG.connect()': 'PG.Connection', 'PG.Connection.new()': 'PG.Connection', 'Mysql2.Client.new()': 'Mysql2.Client', 'Sequel.connect()': 'Sequel.Database', 'Sequel.sqlite()': 'Sequel.Database', 'SQLite3.Database.new()': 'SQLite3.Database', 'PG::Connection.open()': 'PG.Connection' },
  sinks: [
    ...sinks('sql-injection', below('PG.Connection', ['exec', 'exec_params', 'async_exec', 'query', 'send_query', 'sync_exec'])),
    ...sinks('sql-injection', ['PG.Connection.prepare'], { arguments: [1] }),
    ...sinks('sql-injection', below('Mysql2.Client', ['query', 'prepare'])),
    ...sinks('sql-injection', below('SQLite3.Database', ['execute', 'execute2', 'execute_batch', 'query', 'get_first_row', 'get_first_value', 'prepare'])),
    ...sinks('sql-injection', below('Sequel.Database', ['run', 'fetch', '[]', 'execute', 'execute_ddl', 'execute_dui'])),
    ...sinks('sql-injection', ['Sequel.lit', '*.where_lit', '*.with_sql'], { only: 'sql-part' }),
    ...sinks('sql-injection', below('*', ['get_first_row', 'get_first_value', 'execute_batch', 'execute2', 'async_exec', 'run']), { only: 'sql-text' }),
    ...sinks('nosql-injection', below('*', ['where', 'find', 'find_by', 'not', 'elem_match', 'find_one', 'delete_many', 'delete_one', 'update_one', 'update_many', 'for_js', 'count_documents']), MONGO),
  ],
  sanitizers: [...['PG.Connection.escape_string', 'PG.Connection.quote_ident', 'Mysql2.Client.escape', 'SQLite3.Database.quote', '*.escape_string', '*.escape_literal', '*.quote_ident', '*.escape_identifier', '*.escape'].map((call) => ({ call, safeFor: ['sql-injection'] as const }))],
};
