import type { Statement } from './ir';

/** The blocks of statements that a statement holds. */
export function blocksOf(statement: Statement): readonly (readonly Statement[])[] {
  switch (statement.kind) {
    case 'if':
      return [statement.then, statement.otherwise];
    case 'loop':
      return [statement.body];
    case 'switch':
      return statement.cases.map(({ body }) => body);
    case 'try':
      return [statement.body, ...statement.handlers, statement.last];
    default:
      return [];
  }
}
