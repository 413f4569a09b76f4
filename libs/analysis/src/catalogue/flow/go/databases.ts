import type { FlowRows } from '../rows';
import { aliases, below, chained, safe, sinks } from '../make';

/** Methods of a session that return it. */
const GORM_CHAIN = ['Model Table Clauses Distinct Select Omit Where Not Or Joins InnerJoins Group Having Order Limit Offset Scopes Preload', 'Attrs Assign Unscoped Raw Session WithContext Debug Begin Set InstanceSet Association Set Exec Find First Last Take'].flatMap((names) => names.split(' '));
const GORM_TEXTS = ['Raw', 'Exec', 'Where', 'Or', 'Not', 'Order', 'Group', 'Having', 'Select', 'Joins', 'InnerJoins', 'Pluck', 'Table', 'Distinct'];
/** The condition comes after what is filled: a text with input is a statement, even if it looks like an id. */
const GORM_CONDITIONS = ['First', 'Last', 'Take', 'Find', 'Delete', 'FirstOrInit', 'FirstOrCreate'];

/** Objects that quote their parts themselves. */
const GORM_PARTS = ['clause.OrderByColumn', 'clause.OrderBy', 'clause.Column', 'clause.Eq', 'clause.IN', 'clause.Like', 'clause.Table', 'clause.Expr'];

/** GORM. */
export const gorm: FlowRows = {
  aliases: {
    ...aliases('gorm.DB', ['gorm.Open()']),
    ...chained('gorm.DB', GORM_CHAIN),
  },
  handlers: [
    { call: 'gorm.DB.Transaction', parameters: ['gorm.DB'] },
    { call: 'gorm.DB.Connection', parameters: ['gorm.DB'] },
    { call: 'gorm.DB.Scopes', parameters: ['gorm.DB'] },
  ],
  sinks: [
    ...sinks('sql-injection', below('gorm.DB', GORM_TEXTS), { only: 'text', unless: GORM_PARTS }),
    ...sinks('sql-injection', below('gorm.DB', GORM_CONDITIONS), { arguments: [1], only: 'text', unless: GORM_PARTS }),
    ...sinks('sql-injection', ['gorm.Expr']),
    ...sinks('sql-injection', ['clause.Expr'], { arguments: ['SQL'] }),
  ],
};

const PGX = ['Query', 'QueryRow', 'Exec', 'Prepare', 'SendBatch'];

/** pgx, go-pg and Cassandra. */
export const goDrivers: FlowRows = {
  aliases: {
    ...aliases('pgx.Conn', [
      'pgx.Connect()',
      'pgx.ConnectConfig()',
      'pgx.Tx',
      'pgxpool.Pool',
      'pgxpool.Conn',
      'pgxpool.Tx',
      'pgxpool.New()',
      'pgxpool.NewWithConfig()',
      'pgxpool.Connect()',
      'pgxpool.ConnectConfig()',
      'pgxpool.Pool.Acquire()',
      'pgx.Conn.Begin()',
      'pgx.Conn.BeginTx()',
      'pgx.Conn.Acquire()',
      'pgx.Conn.Conn()',
    ]),
    ...aliases('pg.DB', ['pg.Connect()', 'pg.Tx', 'pg.Conn', 'pg.DB.Begin()', 'orm.DB', 'pg.DB.WithContext()']),
    ...aliases('pg.Query', ['pg.DB.Model()', 'pg.DB.ModelContext()', 'orm.Query', 'orm.NewQuery()']),
    ...chained('pg.Query', ['Where', 'WhereOr', 'Column', 'ColumnExpr', 'Order', 'OrderExpr', 'Group', 'GroupExpr', 'Having', 'Join', 'Relation', 'Limit', 'Offset', 'Set', 'TableExpr', 'Table', 'WhereIn', 'WherePK', 'Apply', 'DistinctOn', 'For', 'Model', 'With']),
    ...aliases('gocql.Session', ['gocql.ClusterConfig.CreateSession()', 'gocql.NewCluster().CreateSession()']),
  },
  sinks: [
    ...sinks('sql-injection', below('pgx.Conn', PGX), { arguments: [1] }),
    ...sinks('sql-injection', ['pgx.Conn.Prepare', 'pgconn.PgConn.Prepare'], { arguments: [2] }),
    ...sinks('sql-injection', ['pgconn.PgConn.Exec', 'pgconn.PgConn.ExecParams'], { arguments: [1] }),
    ...sinks('sql-injection', ['pgx.Batch.Queue']),
    ...sinks('sql-injection', below('pg.DB', ['Exec', 'ExecOne', 'Prepare'])),
    ...sinks('sql-injection', below('pg.DB', ['Query', 'QueryOne', 'ExecContext']), { arguments: [1] }),
    ...sinks('sql-injection', below('pg.DB', ['QueryContext', 'QueryOneContext']), { arguments: [2] }),
    ...sinks('sql-injection', below('pg.Query', ['Where', 'WhereOr', 'ColumnExpr', 'OrderExpr', 'GroupExpr', 'Having', 'Join', 'TableExpr', 'DistinctOn', 'For', 'Set'])),
    ...sinks('sql-injection', ['gocql.Session.Query', 'gocql.Batch.Query']),
  ],
  sanitizers: safe(['sql-injection'], ['pgx.Identifier.Sanitize', 'pg.Ident', 'bun.Ident']),
};

const BUN_CHAIN = ['Model Column ColumnExpr ExcludeColumn Table TableExpr ModelTableExpr Where WhereOr WhereGroup WherePK Join JoinOn Order', 'OrderExpr Group GroupExpr Having Limit Offset Relation Distinct DistinctOn For With Set SetColumn Value Returning On Conn Apply'].flatMap((names) => names.split(' '));
const BUN_TEXTS = ['ColumnExpr', 'TableExpr', 'ModelTableExpr', 'Where', 'WhereOr', 'Join', 'JoinOn', 'OrderExpr', 'GroupExpr', 'Having', 'DistinctOn', 'For', 'Set', 'Returning', 'On'];

const XORM_CHAIN = ['Table', 'Where', 'And', 'Or', 'Cols', 'Select', 'OrderBy', 'Asc', 'Desc', 'Join', 'GroupBy', 'Having', 'Limit', 'Distinct', 'SQL', 'Sql', 'Alias', 'Omit', 'ID', 'In', 'Context', 'NewSession', 'Unscoped', 'SetExpr'];
const XORM_TEXTS = ['Where', 'And', 'Or', 'Select', 'OrderBy', 'GroupBy', 'Having', 'SQL', 'Sql', 'Exec', 'Query', 'QueryString', 'QueryInterface', 'NotIn'];

/** Conditions of XORM that are made of the name of a column and of values, which become parameters. */
const XORM_PARTS = ['Eq', 'Neq', 'Gt', 'Gte', 'Lt', 'Lte', 'Like', 'Between', 'In()', 'NotIn()', 'IsNull', 'NotNull'].map((name) => `builder.${name}`);

/** Bun and XORM. */
export const goMappers: FlowRows = {
  aliases: {
    ...aliases('bun.DB', ['bun.NewDB()', 'bun.Tx', 'bun.Conn', 'bun.IDB', 'bun.DB.BeginTx()', 'bun.DB.Begin()']),
    ...aliases(
      'bun.Query',
      ['Select', 'Insert', 'Update', 'Delete', 'Merge', 'Raw'].flatMap((name) => [`bun.DB.New${name}()`, `bun.${name}Query`]),
    ),
    ...chained('bun.Query', BUN_CHAIN),
    ...aliases('xorm.Engine', ['xorm.NewEngine()', 'xorm.Session', 'xorm.EngineInterface', 'xorm.EngineGroup', 'xorm.Interface']),
    ...chained('xorm.Engine', XORM_CHAIN),
  },
  // Values of conditions become parameters.
  sanitizers: safe(
    ['sql-injection'],
    XORM_PARTS.map((name) => name.replace('()', '')),
  ),
  sinks: [
    ...sinks('sql-injection', below('bun.Query', BUN_TEXTS)),
    ...sinks('sql-injection', ['bun.DB.NewRaw', 'bun.Safe', 'bun.DB.Exec', 'bun.DB.Query', 'bun.DB.QueryRow']),
    ...sinks('sql-injection', below('bun.DB', ['ExecContext', 'QueryContext', 'QueryRowContext']), { arguments: [1] }),
    // Conditions that are made of values come as objects of a builder.
    ...sinks('sql-injection', below('xorm.Engine', XORM_TEXTS), { only: 'sql-part', unless: XORM_PARTS }),
    ...sinks('sql-injection', ['xorm.Engine.Join'], { arguments: [2], only: 'sql-part' }),
  ],
};

const SQUIRREL_CHAIN = [
  'From',
  'Columns',
  'Column',
  'Where',
  'Join',
  'LeftJoin',
  'RightJoin',
  'InnerJoin',
  'GroupBy',
  'Having',
  'OrderBy',
  'OrderByClause',
  'Limit',
  'Offset',
  'Set',
  'Values',
  'Into',
  'Table',
  'Suffix',
  'Prefix',
  'Distinct',
  'PlaceholderFormat',
  'RunWith',
  'Options',
  'Select',
  'Insert',
  'Update',
  'Delete',
];
const SQUIRREL = ['Select', 'Insert', 'Update', 'Delete', 'Replace'];
const GOQU_CHAIN = ['From', 'Where', 'Select', 'Order', 'OrderAppend', 'GroupBy', 'Having', 'Join', 'LeftJoin', 'Limit', 'Offset', 'Prepared', 'With'];
const SQLBUILDERS = ['SelectBuilder', 'UpdateBuilder', 'DeleteBuilder'];

/** Builders of statements. */
export const goBuilders: FlowRows = {
  aliases: {
    ...aliases('squirrel.Builder', [...SQUIRREL.map((name) => `squirrel.${name}()`), ...SQUIRREL.map((name) => `squirrel.${name}Builder`), ...SQUIRREL.map((name) => `squirrel.StatementBuilder.${name}()`), 'squirrel.StatementBuilder', 'squirrel.StatementBuilderType']),
    ...chained('squirrel.Builder', SQUIRREL_CHAIN),
    ...chained('goqu.SelectDataset', GOQU_CHAIN),
    ...aliases(
      'sqlbuilder.SelectBuilder',
      SQLBUILDERS.flatMap((name) => [`sqlbuilder.New${name}()`, `sqlbuilder.PostgreSQL.New${name}()`, `sqlbuilder.MySQL.New${name}()`]),
    ),
    ...aliases('sqlbuilder.SelectBuilder', ['sqlbuilder.Select()', 'sqlbuilder.UpdateBuilder', 'sqlbuilder.DeleteBuilder']),
    ...chained('sqlbuilder.SelectBuilder', ['From', 'Select', 'Where', 'OrderBy', 'GroupBy', 'Having', 'Join', 'Limit', 'Offset', 'Distinct']),
  },
  sinks: [
    ...sinks('sql-injection', below('squirrel.Builder', ['Where', 'Having', 'Column', 'Columns', 'From', 'Join', 'LeftJoin', 'RightJoin', 'InnerJoin', 'OrderBy', 'GroupBy', 'Suffix', 'Prefix', 'Table', 'Into']), {
      only: 'sql-part',
      unless: ['squirrel.Eq', 'squirrel.NotEq', 'squirrel.Like', 'squirrel.ILike', 'squirrel.Lt', 'squirrel.Gt', 'squirrel.LtOrEq', 'squirrel.GtOrEq', 'squirrel.And', 'squirrel.Or'],
    }),
    ...sinks('sql-injection', ['squirrel.Expr', 'goqu.L', 'goqu.Literal', 'goqu.V.L']),
    ...sinks('sql-injection', below('sqlbuilder.SelectBuilder', ['Where', 'OrderBy', 'GroupBy', 'Having', 'From', 'Select']), { only: 'sql-part' }),
    ...sinks('sql-injection', ['sqlbuilder.Raw', 'sqlbuilder.Build', 'sqlbuilder.Buildf']),
  ],
};

const MONGO = ['Find', 'FindOne', 'FindOneAndUpdate', 'FindOneAndDelete', 'FindOneAndReplace', 'UpdateOne', 'UpdateMany', 'DeleteOne', 'DeleteMany', 'ReplaceOne', 'CountDocuments', 'Aggregate', 'Distinct'];

/** MongoDB and Redis. */
export const goStores: FlowRows = {
  aliases: {
    ...aliases('mongo.Collection', ['mongo.Database.Collection()', 'mongo.Client.Database().Collection()', 'mgo.Collection', 'mongo.Connect().Database().Collection()']),
    ...aliases('redis.Client', ['redis.NewClient()', 'redis.UniversalClient', 'redis.NewUniversalClient()', 'redis.ClusterClient', 'redis.NewClusterClient()', 'redis.Cmdable']),
  },
  sinks: [
    // A condition in the language of scripts.
    ...sinks('nosql-injection', below('mongo.Collection', MONGO), { arguments: [1], field: '$where' }),
    // The client sends the whole condition, with operators.
    ...sinks('nosql-injection', below('mongo.Collection', MONGO), { arguments: [1], only: 'whole' }),
    ...sinks('code-injection', ['redis.Client.Eval', 'redis.Client.EvalRO'], { arguments: [1] }),
    ...sinks('code-injection', ['redis.NewScript']),
  ],
};
