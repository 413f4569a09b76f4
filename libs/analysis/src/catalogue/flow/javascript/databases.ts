import type { FlowRows, SinkRow } from '../rows';

const KNEX = ['orWhereRaw', 'andWhereRaw', 'havingRaw', 'orHavingRaw', 'groupByRaw', 'joinRaw', 'fromRaw', 'selectRaw'];
const RAW = ['knex.raw', 'objection.raw', 'kysely.sql.raw', 'sequelize.Sequelize.literal', 'slonik.sql.unsafe', '@mikro-orm.core.raw', '@prisma.client.Prisma.raw', 'postgres().unsafe', 'sql-template-strings.raw'];
const PG_PROMISE = ['any', 'one', 'none', 'many', 'oneOrNone', 'manyOrNone', 'multi', 'result', 'each', 'map'];
const POOLS = ['pg.Pool', 'pg.Client', 'pg.default.Pool', 'mysql.createConnection()', 'mysql.createPool()', 'mysql2.createConnection()', 'mysql2.createPool()', 'mssql.Request', 'typeorm.DataSource', 'sequelize.Sequelize', 'sequelize'];
const LITE = ['sqlite3.Database', 'better-sqlite3'];
const NEO4J = ['neo4j-driver.driver().session()', 'neo4j-driver.driver().executeQuery'];
const MAPPERS = ['mongoose', 'sequelize', '@prisma/client', 'typeorm', '@nestjs/typeorm', '@nestjs/mongoose', '@nestjs/sequelize', 'objection'];
const MONGO = ['mongodb', 'mongoose', 'monk', 'mongojs'];

const sql = (calls: readonly string[], rest: Partial<SinkRow> = {}): SinkRow[] => calls.map((call) => ({ call, weakness: 'sql-injection', ...rest }));

/** Databases: statements as texts, raw parts of builders and mappers, and the fields of rows that a request sets. */
export const databases: FlowRows = {
  aliases: {
    'pg.Pool.connect()': 'pg.Client',
    'Sequelize.literal': 'sequelize.literal',
    'sequelize.Sequelize.query': 'sequelize.query',
    'sequelize.default.literal': 'sequelize.literal',
  },
  sinks: [
    ...sql(KNEX.map((name) => `*.${name}`)),
    ...sql(RAW),
    // A statement that input chooses as a whole, or that an object holds beside its values.
    ...sql(
      POOLS.map((path) => `${path}.query`),
      { only: 'sql-part' },
    ),
    ...sql(
      POOLS.map((path) => `${path}.query`),
      { field: 'text', only: 'sql-part' },
    ),
    ...sql(
      LITE.flatMap((path) => ['exec', 'run', 'all', 'get', 'each', 'prepare', 'pragma'].map((name) => `${path}.${name}`)),
      { only: 'sql-part' },
    ),
    ...sql(
      PG_PROMISE.map((name) => `*.${name}`),
      { only: 'sql-text', imports: ['pg-promise'] },
    ),
    ...sql(['*.orderBy', '*.addOrderBy', '*.addSelect', '*.groupBy', '*.leftJoin', '*.innerJoin'], { only: 'sql-composed', imports: ['typeorm', '@nestjs/typeorm'] }),
    ...['run', 'executeQuery'].map((name): SinkRow => ({ call: `*.${name}`, weakness: 'nosql-injection', only: 'cypher', imports: ['neo4j-driver'] })),
    ...NEO4J.map((path): SinkRow => ({ call: `${path}.run`, weakness: 'nosql-injection', only: 'sql-part' })),
    ...['aggregate', 'findOneAndRemove'].map((name): SinkRow => ({ call: `*.${name}`, weakness: 'nosql-injection', only: 'object', imports: MONGO })),
    { call: '*.distinct', weakness: 'nosql-injection', arguments: [1], only: 'object', imports: MONGO },
    ...['eval', 'evalsha', 'EVAL'].flatMap((name) => ['redis.createClient()', 'ioredis', 'ioredis.Redis'].map((path): SinkRow => ({ call: `${path}.${name}`, weakness: 'code-injection' }))),
    ...['create', 'build', 'bulkCreate', 'insertMany', 'insert'].map((name): SinkRow => ({ call: `*.${name}`, weakness: 'mass-assignment', only: 'whole-body', imports: MAPPERS })),
    ...['create', 'update', 'upsert', 'createMany'].map((name): SinkRow => ({ call: `*.${name}`, weakness: 'mass-assignment', field: 'data', only: 'whole-body', imports: ['@prisma/client'] })),
    ...['findByIdAndUpdate', 'findOneAndUpdate', 'updateOne', 'replaceOne'].map((name): SinkRow => ({ call: `*.${name}`, weakness: 'mass-assignment', arguments: [1], only: 'whole-body', imports: MAPPERS })),
    { call: '*.update', weakness: 'mass-assignment', only: 'whole-body', imports: ['sequelize', '@nestjs/sequelize'] },
  ],
};
