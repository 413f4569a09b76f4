import type { Problem } from '../kit/per-file';
import type { Script, Statement } from './statements';

interface SyntaxFault {
  readonly message: string;
  readonly location?: { readonly start: { readonly line: number; readonly column: number } };
}

const DIALECTS = [
  'postgresql',
  'mysql',
  'transactsql',
  'sqlite',
  'mariadb',
  'snowflake',
  'bigquery',
  'redshift',
  'hive',
  'trino',
  'db2',
  'flinksql',
];
/** The statements whose grammar the parser knows so well that a failure in all dialects means an error. */
const JUDGED = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH']);
/** Standard or vendor syntax that the parser does not know in any dialect. */
const UNKNOWN_TO_IT = new Set([
  'CONNECT',
  'FETCH',
  'MATCH_RECOGNIZE',
  'MODEL',
  'PIVOT',
  'UNPIVOT',
  'LATERAL',
  'TABLESAMPLE',
  'CUBE',
  'ROLLUP',
  'GROUPING',
  'WITHIN',
  'FILTER',
  'APPLY',
  'OPTION',
  'QUALIFY',
  'CONFLICT',
  'OUTFILE',
  'INTO',
  'DUAL',
  'MINUS',
  'XMLTABLE',
  'JSON_TABLE',
  'OVERRIDING',
  'OUTPUT',
  'USING',
  'WINDOW',
  'SETTINGS',
  'PREWHERE',
  'FINAL',
  'ROWNUM',
  'TABLE',
  'FORCE',
  'SKIP',
  'NOWAIT',
  'ORDINALITY',
  'ARRAY',
  'ROW',
  'RETURNING',
  'OVERWRITE',
  'PARTITION',
  'COLLATE',
  'ESCAPE',
  'SIMILAR',
  'OVERLAPS',
  'AT',
  'MATERIALIZED',
  'SUBSTRING',
  'OVERLAY',
]);
/** The parser's time grows fast with the size: 45 KB of values took a second in each dialect. */
const MAX_STATEMENT = 8_192;
const MAX_PARENTHESES = 20;

/** Finds statements that are invalid in every dialect. The dialect that parsed the last statement is tried first. */
export function syntaxProblems({ statements, unterminated }: Script): Problem[] {
  if (unterminated)
    return [
      {
        rule: 'unterminated-text',
        line: unterminated.line,
        message: `${unterminated.opening} is opened here and never closed`,
      },
    ];
  const { Parser } = require('node-sql-parser') as {
    Parser: new () => { astify(sql: string, options: { database: string }): unknown };
  };
  const parser = new Parser();
  let order = [...DIALECTS];
  return statements.flatMap((statement): Problem[] => {
    const unbalanced = unbalancedParenthesis(statement);
    if (unbalanced) return [unbalanced];
    if (!isJudged(statement)) return [];
    const faults: SyntaxFault[] = [];
    for (const database of order) {
      try {
        parser.astify(statement.text, { database });
        order = [database, ...order.filter((each) => each !== database)];
        return [];
      } catch (error) {
        faults.push(error as SyntaxFault);
      }
    }
    return furthest(faults, statement);
  });
}

/**
 * Words that SQL Server accepts at the beginning of a statement without a semicolon before it, and the parser does not.
 */
const BEGINNINGS = new Set(['DELETE', 'INSERT', 'UPDATE', 'DBCC', 'EXEC', 'EXECUTE', 'DECLARE', 'PRINT', 'GO']);

const holdsAnother = ({ tokens }: Statement): boolean =>
  tokens.some(({ text, line }, index) => index > 0 && line > tokens[index - 1]!.line && BEGINNINGS.has(text));

function isJudged(statement: Statement): boolean {
  const { tokens, text } = statement;
  if (!JUDGED.has(tokens[0]!.text) || text.length > MAX_STATEMENT || holdsAnother(statement)) return false;
  if (
    tokens.some(
      ({ kind, text: word }, index) =>
        kind === 'word' && UNKNOWN_TO_IT.has(word) && !(word === 'INTO' && tokens[index - 1]?.text === 'INSERT'),
    )
  )
    return false;
  return (
    tokens.filter(({ text: symbol }) => symbol === '(').length <= MAX_PARENTHESES &&
    !tokens.some(({ text: word }) => /^[:$@]|^\?$/.test(word))
  );
}

function unbalancedParenthesis({ tokens }: Statement): Problem | undefined {
  const open: number[] = [];
  for (const { kind, text, line } of tokens) {
    if (kind !== 'symbol') continue;
    if (text === '(') open.push(line);
    if (text === ')' && open.pop() === undefined)
      return { rule: 'unbalanced-parenthesis', line, message: 'A parenthesis is closed that was not opened' };
  }
  return open.length === 0
    ? undefined
    : { rule: 'unbalanced-parenthesis', line: open.at(-1)!, message: 'The parenthesis opened here is not closed' };
}

/** The dialect that parsed the longest part is the best guess at the position of the mistake. */
function furthest(faults: readonly SyntaxFault[], { text, line }: Statement): Problem[] {
  const located = faults.flatMap(({ location }) => (location ? [location.start] : []));
  // An error without a position is not about the grammar. It shows that a dialect did parse the statement.
  if (located.length < faults.length) return [];
  const [last] = located.sort((a, b) => b.line - a.line || b.column - a.column);
  const near = (text.split('\n')[last!.line - 1] ?? '').slice(Math.max(0, last!.column - 12), last!.column + 12).trim();
  return [
    {
      rule: 'syntax-error',
      line: line + last!.line - 1,
      column: last!.column,
      message: `No dialect of SQL explains this statement from here on: ${near || 'it ends too early'}`,
    },
  ];
}
