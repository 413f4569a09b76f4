import type { FlowRows } from '../rows';
import { aliases, assigned, below, safe, sinks } from '../make';

const PROVIDERS = ['Sql', 'OleDb', 'Odbc', 'Oracle', 'MySql', 'Npgsql', 'Sqlite', 'SQLite', 'SqlCe', 'Db2', 'FireBird', 'Fb', 'Snowflake', 'ClickHouse'];
const of = (kind: string): string[] => [...PROVIDERS.map((provider) => `${provider}${kind}`), `IDb${kind}`, `System.Data.IDb${kind}`];

const DAPPER = ['Query', 'QueryFirst', 'QueryFirstOrDefault', 'QuerySingle', 'QuerySingleOrDefault', 'QueryMultiple', 'Execute', 'ExecuteScalar', 'ExecuteReader'].flatMap((name) => [name, `${name}Async`]);
const RAW = ['FromSqlRaw', 'ExecuteSqlRaw', 'ExecuteSqlRawAsync', 'SqlQueryRaw'];

/** ADO.NET, Entity Framework, Dapper and NHibernate. */
export const csharpDatabases: FlowRows = {
  aliases: {
    ...aliases('DbCommand', [...of('Command'), 'DbConnection.CreateCommand()', 'NpgsqlDataSource.CreateCommand()', 'DbProviderFactory.CreateCommand()']),
    ...aliases('DbConnection', [...of('Connection'), 'DbProviderFactory.CreateConnection()', 'DbContext.Database.GetDbConnection()', 'NpgsqlDataSource.OpenConnection()', 'NpgsqlDataSource.OpenConnectionAsync()', 'IDbConnectionFactory.CreateConnection()']),
    ...aliases('DbDataAdapter', [...of('DataAdapter'), 'DbProviderFactory.CreateDataAdapter()']),
    'DbDataAdapter.SelectCommand': 'DbCommand',
    'IdentityDbContext.Database': 'DbContext.Database',
    'DatabaseFacade.GetDbConnection()': 'DbConnection',
  },
  sinks: [
    ...sinks('sql-injection', ['DbCommand'], { arguments: [0, 'cmdText', 'commandText', 'CommandText'] }),
    ...assigned('sql-injection', ['DbCommand.CommandText']),
    ...assigned('sql-injection', ['*.CommandText'], { only: 'sql-text' }),
    ...sinks('sql-injection', ['DbDataAdapter'], { arguments: [0, 'selectCommandText'] }),
    ...sinks('sql-injection', ['DbConnection.CreateCommand', 'NpgsqlDataSource.CreateCommand', 'NpgsqlBatchCommand']),
    ...sinks('sql-injection', below('DbConnection', DAPPER), { arguments: [0, 'sql'] }),
    ...sinks('sql-injection', below('*', DAPPER), { arguments: [0, 'sql'], imports: ['Dapper'], only: 'sql-text' }),
    ...sinks('sql-injection', ['CommandDefinition'], { arguments: [0, 'commandText'] }),
    ...sinks('sql-injection', below('*', RAW), { arguments: [0, 'sql'] }),
    ...sinks('sql-injection', below('*', ['SqlQuery', 'ExecuteSqlCommand', 'ExecuteSqlCommandAsync', 'ExecuteQuery', 'ExecuteCommand']), { imports: ['System.Data.Entity', 'System.Data.Linq'], only: 'sql-text' }),
    ...sinks('sql-injection', ['ISession.CreateSQLQuery', 'ISession.CreateQuery', '*.CreateSQLQuery'], { only: 'sql-text' }),
    ...sinks('sql-injection', below('SqlHelper', ['ExecuteNonQuery', 'ExecuteDataset', 'ExecuteReader', 'ExecuteScalar']), { arguments: [0, 1, 2], only: 'sql-text' }),
    ...sinks('sql-injection', ['SqlDataSource'], { arguments: [1] }),
    ...assigned('sql-injection', below('WebControls.SqlDataSource', ['SelectCommand', 'InsertCommand', 'UpdateCommand', 'DeleteCommand'])),
    ...sinks('sql-injection', ['MySqlHelper.ExecuteDataset', 'MySqlHelper.ExecuteReader', 'MySqlHelper.ExecuteScalar', 'MySqlHelper.ExecuteNonQuery'], { arguments: [1] }),
    ...sinks('sql-injection', ['MySqlScript', 'SqlCommandBuilder'], { arguments: [1] }),
    ...sinks('sql-injection', ['*.ExecuteRawSql', '*.ExecuteNonQuery', '*.ExecuteScalar', '*.ExecuteReader', '*.GetDataTable', '*.ExecuteDataTable'], { arguments: [0, 1], only: 'sql-text' }),
  ],
  sanitizers: [...safe(['sql-injection'], ['DbConnection.EscapeString', 'MySqlHelper.EscapeString', 'SqlCommandBuilder.QuoteIdentifier', '*.QuoteIdentifier', 'NpgsqlCommandBuilder.QuoteIdentifier'])],
};
