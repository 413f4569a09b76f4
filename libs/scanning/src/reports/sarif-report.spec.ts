import { catalogue, engineProfiles } from '@assay/analysis';
import { SEVERITIES } from '@assay/kernel';
import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { content, finding, tool, whole } from '../../test/report-content';
import type { ReportContent } from './report';
import { rulePages } from './rule-pages';
import { RUNS_A_FILE, sarifReport } from './sarif-report';
import { EXTENSIONS_A_RUN } from './sarif-rules';

const SCHEMA = join(__dirname, '../../../../test/support/sarif/sarif-2.1.0-rtm.5.json');

/** What the schema says it is. */
type Sarif = any;
const definition = (id: string) => catalogue.find((each) => each.id === id);
const rulePage = rulePages({ tool: definition, engine: (id) => engineProfiles.find((each) => each.id === id) });
const sarif = async (given: ReportContent): Promise<Sarif> =>
  JSON.parse(await whole(sarifReport(given, { version: '1.0.0', definition, rulePage })));

/** The schema is of draft 4, which names itself by `id`; what else it uses means the same today. */
function validator(): (document: unknown) => unknown {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  // One pattern, for languages, is none where Unicode is minded, as Ajv minds it by default.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
  const validate = ajv.compile(schema);
  return (document) => (validate(document) ? [] : validate.errors);
}

/** A finding of each rule of the catalogue. */
const everyRule = () =>
  catalogue.flatMap(({ id, rules, category }) =>
    Object.entries(rules).map(([rule, { severity, cwe = null }], index) =>
      finding(index, { tool: id, rule, severity, category, cwe, file: index % 5 === 0 ? null : 'src/a b.ts' }),
    ),
  );

const rulesOf = (run: Sarif): Sarif[] => run.tool.extensions.flatMap(({ rules }: Sarif) => rules);

describe('SARIF', () => {
  it('is what the schema of OASIS asks for, with every rule of the catalogue', async () => {
    const errors = validator();
    const tools = [
      ...catalogue.map(({ id }) => tool(id)),
      tool('broken', 'failed', 'it broke'),
      tool('none', 'skipped'),
    ];
    const document = await sarif(content(everyRule(), { tools }));
    expect(errors(document)).toEqual([]);
    expect(document.runs.flatMap(rulesOf).length).toBe(everyRule().length);
    expect(errors({ ...document, runs: [{ results: [] }] })).not.toEqual([]);
  });

  it('tells receivers of each rule how severe and how precise it is, and where help is', async () => {
    const document = await sarif(content(everyRule()));
    for (const { help, helpUri, properties, defaultConfiguration } of document.runs.flatMap(rulesOf)) {
      const score = Number(properties['security-severity'] ?? NaN);
      expect(properties.category === 'security' ? score > 0 && score <= 10 : Number.isNaN(score)).toBe(true);
      expect(['high', 'medium', 'low']).toContain(properties.precision);
      expect(['error', 'warning', 'note']).toContain(defaultConfiguration.level);
      expect(properties.tags).toContain(properties.category);
      expect(help.markdown).toContain('**How to fix:**');
      expect(helpUri ?? 'https://').toMatch(/^https:\/\//);
    }
  });

  it('has for each severity a score in the range that GitHub gives that name', async () => {
    const findings = SEVERITIES.map((severity, index) => finding(index, { severity, tool: 'x', rule: severity }));
    const [run] = (await sarif(content(findings))).runs;
    const scores = rulesOf(run).map(({ properties }) => Number(properties['security-severity']));
    const named = (score: number) => (score > 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low');
    expect(scores.map(named)).toEqual(['critical', 'high', 'medium', 'low', 'low']);
  });

  it('names a rule’s page, its weakness and what is bad and good about it', async () => {
    const rule = 'security/detect-eval-with-expression';
    const [run] = (await sarif(content([finding(1, { tool: 'eslint-security', rule, cwe: 'CWE-95' })]))).runs;
    const [{ helpUri, help, properties }] = rulesOf(run);
    expect(helpUri).toMatch(/^https:\/\/github\.com\//);
    expect(properties.tags).toEqual(['security', 'CWE-95', 'external/cwe/cwe-095']);
    expect(help.markdown).toMatch(/Bad:\n\n```js\n[^]+\n```\n\nGood:\n\n```/);
  });

  it('gives each result a hash that GitHub follows it by', async () => {
    const fingerprint = 'a1b2'.repeat(16);
    const [{ results }] = (await sarif(content([finding(1, { fingerprint })]))).runs;
    expect(results[0].partialFingerprints).toEqual({
      'assayFinding/v1': fingerprint,
      primaryLocationLineHash: 'a1b2a1b2a1b2a1b2:1',
    });
  });

  it('puts no more tools into a run than receivers take', async () => {
    const findings = Array.from({ length: 250 }, (_, index) => finding(index, { tool: `tool-${index}` }));
    const { runs } = await sarif(content(findings, { tools: findings.map((each) => tool(each.tool)) }));
    expect(runs.map((run: Sarif) => run.tool.extensions.length)).toEqual([100, 100, 100]);
    expect(EXTENSIONS_A_RUN).toBe(100);
    expect(runs.flatMap((run: Sarif) => run.results).length).toBe(250);
  });

  it('leaves out the least severe where a file would have too many runs, and says how many', async () => {
    // Each finding is of another tool, so that 100 fill a run: 25,000 of one tool would, too.
    const findings = Array.from({ length: 2_007 }, (_, index) => finding(index, { tool: `tool-${index}` }));
    const { runs } = await sarif(content(findings));
    expect(runs.length).toBe(RUNS_A_FILE);
    expect(runs.at(-1).invocations[0].toolExecutionNotifications).toEqual([
      expect.objectContaining({ level: 'warning', descriptor: { id: 'left-out' } }),
    ]);
    expect(JSON.stringify(runs.at(-1).invocations)).toContain('7 results are not in this file');
  });
});
