import type { FlowRows, SinkRow } from '../rows';

const statement = (call: string): SinkRow => ({ call, weakness: 'sql-injection', only: 'sql-text' });

/** Exposed, and calls that Kotlin adds to jOOQ and Spring's clients: one counts as theirs if it gets SQL. */
export const kotlinDatabases: FlowRows = {
  sinks: [...['exec', '*.exec', '*.fetch', '*.fetchOne', '*.sql'].map(statement)],
};
