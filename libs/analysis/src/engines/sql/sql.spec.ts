import { sqlTools } from '../../catalogue/sql';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { scriptOf } from './statements';

const profile = profileOf('sql');

describeToolSamples(profile, sqlTools);

describeHostileFiles(profile, {
  tools: sqlTools,
  extension: '.sql',
  flawed: 'SELECT 1;\nDELETE FROM a;\nSELECT (1;\n',
  malformed: 'SELECT {{ columns }} FROM a',
  longLine: `INSERT INTO a VALUES ${"(1, 'x'), ".repeat(200_000)}(2, 'y')`,
  deep: `SELECT ${'('.repeat(50_000)}1${')'.repeat(50_000)}`,
});

describe('an SQL script', () => {
  const texts = (sql: string) => scriptOf(sql).statements.map(({ text }) => text);

  it.each([
    [
      'a semicolon in a text, a name, a comment or a dollar quote',
      `SELECT ';', ";", \`;\` -- ;\n/* ; */ , $x$ ; $x$; SELECT 2`,
      2,
    ],
    [
      'the body of a procedure',
      'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; SELECT CASE WHEN b THEN 1 END; END; SELECT 2',
      2,
    ],
    ['BEGIN of a transaction, which has no body', 'BEGIN; SELECT 1; COMMIT;', 3],
  ])('is split at its semicolons, not at %s', (_, sql, count) => {
    expect(texts(sql)).toHaveLength(count);
  });

  it('is split at GO on a line of its own and nowhere else', () => {
    expect(texts('SELECT 1\nGO\nSELECT go FROM a')).toEqual(['SELECT 1\n', 'SELECT go FROM a']);
  });

  it('takes # for a comment only where it is one', () => {
    expect(scriptOf("SELECT 1 # don't\n# don't\n").unterminated).toBeUndefined();
    expect(texts('ALTER OPERATOR #<=# (a, b); SELECT a#>b INTO #t FROM c; SELECT 2')).toHaveLength(3);
  });

  it('takes a backslash for an escape where the tables are those of MySQL', () => {
    const value = String.raw`INSERT INTO t VALUES ('run(\'a\', 1)')`;
    expect(scriptOf(`CREATE TABLE t (a int) ENGINE=InnoDB;\n${value}`).unterminated).toBeUndefined();
    expect(scriptOf(`-- ENGINE=InnoDB, auto_increment\n${value}`).unterminated).toBeDefined();
    expect(texts(String.raw`SELECT 'C:\'; SELECT 2`)).toHaveLength(2);
  });

  it('says where a text begins that is never closed', () => {
    expect(scriptOf("SELECT 1;\nSELECT 'a").unterminated).toEqual({ line: 2, opening: "'" });
    expect(scriptOf('SELECT /* a').unterminated).toEqual({ line: 1, opening: '/*' });
  });
});

describe('the SQL rules', () => {
  it('find no mistake in statements that SQL Server takes without semicolons', async () => {
    const run = await runOn(profile, sqlTools, {
      'a.sql':
        "DELETE FROM [a].[b] WHERE c = 1\n\nDELETE FROM [a].[d] WHERE c = 1\nDBCC CHECKIDENT ('a.b', RESEED, 0)\n",
      'b.sql': "UPDATE a SET b = 'c' WHRE d = 2;\n",
    });
    expect(run.found.filter((each) => each.endsWith('syntax-error'))).toEqual(['b.sql:1 syntax-error']);
  });

  it('look at a statement however it is written', async () => {
    const run = await runOn(profile, sqlTools, {
      'a.sql': 'delete /* all */ from\n"Accounts"\n;update a set b = 1 -- where\n;',
    });
    expect(run.found).toEqual(['a.sql:1 delete-without-where', 'a.sql:3 update-without-where']);
  });
});

it('reads what a terminal shows in colours without them', async () => {
  const coloured = (text: string) => `\u001b[38;5;1mSELECT\u001b[0m ${text};\n`;
  const run = await runOn(profile, sqlTools, {
    'a.sql': coloured('f\u001b[0m(\u001b[3ma\u001b[0m)'),
    'b.sql': coloured('f\u001b[0m(\u001b[3ma\u001b[0m'),
  });
  expect(run.found.filter((each) => each.endsWith('unbalanced-parenthesis'))).toEqual([
    'b.sql:1 unbalanced-parenthesis',
  ]);
});
