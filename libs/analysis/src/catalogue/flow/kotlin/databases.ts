import type { FlowRows, SinkRow } from '../rows';

const statement = (call: string): SinkRow => ({ call, weakness: 'sql-injection', only: 'sql-text' });

/** Exposed, jOOQ, R2DBC and Spring's database clients: a call counts as theirs if it gets SQL. */
export const kotlinDatabases: FlowRows = {
  aliases: { 'DSL.using()': 'DSLContext', 'JdbcClient.create()': 'JdbcClient', 'DatabaseClient.create()': 'DatabaseClient' },
  sinks: [
    ...['exec', '*.exec', '*.fetch', '*.fetchOne', '*.resultQuery', '*.sql', '*.createStatement', '*.queryForList', '*.queryForObject', '*.createQuery'].map(statement),
    ...['DSL.condition', 'DSL.field', 'DSL.table', 'DSL.sql', 'DSLContext.fetch', 'DSLContext.execute', 'DSLContext.resultQuery', 'JdbcClient.sql', 'DatabaseClient.sql'].map((call): SinkRow => ({ call, weakness: 'sql-injection' })),
  ],
};
