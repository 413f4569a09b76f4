import { catalogue, engineProfiles } from '@assay/analysis';
import { SEVERITIES, isRecord } from '@assay/kernel';
import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { content, finding, tool, traceThrough, whole } from '../../test/report-content';
import type { ReportContent } from './report';
import { rulePages } from './rule-pages';
import { EXTENSIONS_A_RUN, RUNS_A_FILE } from './sarif-parts';
import { sarifReport } from './sarif-report';

const SCHEMA = join(__dirname, '../../../../test/support/sarif/sarif-2.1.0-rtm.5.json');

/** A document by the SARIF schema. */
type Sarif = any;
const definition = (id: string) => catalogue.find((each) => each.id === id);
const rulePage = rulePages({ tool: definition, engine: (id) => engineProfiles.find((each) => each.id === id) });
const sarif = async (given: ReportContent, more: { part?: number; maxResults?: number } = {}): Promise<Sarif> =>
  JSON.parse(await whole(sarifReport(given, { version: '1.0.0', definition, rulePage, ...more })));

/** The schema is of draft 4, where `id` was the name of `$id`; its other keywords mean the same today. */
function validator(): (document: unknown) => unknown {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  // One pattern, for languages, is invalid in Unicode mode, which Ajv uses by default.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
  // Ajv compares each with each, of thousands of results and rules.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (unique: boolean, items: readonly unknown[]) =>
      !unique || new Set(items.map((item) => JSON.stringify(item, sortedKeys))).size === items.length,
  });
  const validate = ajv.compile(schema);
  return (document) => (validate(document) ? [] : validate.errors);
}

const sortedKeys = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** A finding of each rule of the catalogue. */
const everyRule = () =>
  catalogue.flatMap(({ id, rules, category }) =>
    Object.entries(rules).map(([rule, { severity, cwe = null }], index) =>
      finding(index, {
        ...{ tool: id, rule, severity, category, cwe, file: index % 5 === 0 ? null : 'src/a b.ts' },
        ...(index % 3 === 0 && { trace: traceThrough(['src/a b.ts', 'x']) }),
      }),
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

  it('shows the way of what comes in from outside as a code flow, and says where steps are left out', async () => {
    const { runs } = await sarif(content([finding(1, { trace: traceThrough(['src/b.ts']) }), finding(2)]));
    const [followed, other] = runs[0].results;
    const { locations } = followed.codeFlows[0].threadFlows[0];
    expect(
      locations.map(({ kinds, location }: Sarif) => [
        kinds[0],
        location.physicalLocation.artifactLocation.uri,
        location.physicalLocation.region,
        location.message.text,
      ]),
    ).toEqual([
      ['source', 'a.ts', { startLine: 1, startColumn: 2 }, 'the query of the request comes in'],
      ['propagation', 'src/b.ts', { startLine: 1 }, 'src/b.ts'],
      ['sink', 'a.ts', { startLine: 3 }, '(2 steps left out) given to exec'],
    ]);
    expect(other).not.toHaveProperty('codeFlows');
  });

  it('tells receivers of each rule how severe and how precise it is, and where help is', async () => {
    const document = await sarif(content(everyRule()));
    const rules: Sarif[] = document.runs.flatMap(rulesOf);
    const scoreOf = ({ properties }: Sarif) => Number(properties['security-severity'] ?? NaN);
    const isSecurity = ({ properties }: Sarif) => properties.category === 'security';
    const unlike = (told: (rule: Sarif) => boolean) => rules.filter((rule) => !told(rule));
    expect(rules).toHaveLength(everyRule().length);
    expect(unlike((rule) => isSecurity(rule) || Number.isNaN(scoreOf(rule)))).toEqual([]);
    expect(unlike((rule) => !isSecurity(rule) || (scoreOf(rule) > 0 && scoreOf(rule) <= 10))).toEqual([]);
    expect(unlike(({ properties }) => ['high', 'medium', 'low'].includes(properties.precision))).toEqual([]);
    expect(unlike((rule) => ['error', 'warning', 'note'].includes(rule.defaultConfiguration.level))).toEqual([]);
    expect(unlike(({ properties }) => properties.tags.includes(properties.category))).toEqual([]);
    expect(unlike(({ help }) => help.markdown.includes('**How to fix:**'))).toEqual([]);
    expect(unlike(({ helpUri }) => (helpUri ?? 'https://').startsWith('https://'))).toEqual([]);
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

  it('goes on in another part where a file would have too many runs, and says how many results are there', async () => {
    // Each finding is of another tool, so that 100 fill a run: 25,000 of one tool would, too.
    const findings = Array.from({ length: 2_007 }, (_, index) => finding(index, { tool: `tool-${index}` }));
    const { runs } = await sarif(content(findings));
    expect(runs.length).toBe(RUNS_A_FILE);
    expect(runs.at(-1).invocations[0].toolExecutionNotifications).toEqual([
      expect.objectContaining({ level: 'warning', descriptor: { id: 'left-out' } }),
    ]);
    expect(JSON.stringify(runs.at(-1).invocations)).toContain('7 further results of less weight are not in this file');
    const rest = await sarif(content(findings), { part: 2 });
    expect(rest.runs.length).toBe(1);
    expect(rest.runs[0].results.length).toBe(7);
  });

  it('has every result in one part, in order, whatever the size of a part', async () => {
    const findings = Array.from({ length: 47 }, (_, index) => finding(index, { tool: `tool-${index % 9}` }));
    const errors = validator();
    const idOf = ({ properties }: Sarif) => properties.findingId;
    for (const maxResults of [1, 7, 46, 47, 48]) {
      const seen: string[] = [];
      const runs = new Set<string>();
      for (let part = 1; part <= Math.ceil(47 / maxResults); part += 1) {
        const document = await sarif(content(findings), { maxResults, part });
        expect(errors(document)).toEqual([]);
        for (const run of document.runs) {
          seen.push(...run.results.map(idOf));
          runs.add(run.automationDetails.id);
        }
        const told = JSON.stringify(document.runs.at(-1).invocations);
        expect(told.includes('left-out')).toBe(seen.length < 47);
        expect(told.includes('earlier-parts')).toBe(part > 1);
      }
      expect(seen).toEqual(findings.map(({ id }) => id));
      expect(runs.size).toBe(Math.ceil(47 / maxResults));
    }
    const beyond = await sarif(content(findings), { maxResults: 47, part: 2 });
    expect(errors(beyond)).toEqual([]);
    expect(beyond.runs.map((run: Sarif) => run.results)).toEqual([[]]);
  });

  it('has a category for each run by which a later scan replaces it, which does not name the scan', async () => {
    const { runs } = await sarif(content([finding(1)]));
    expect(runs[0].automationDetails.id).toBe('assay/1/scn_1');
  });

  it('says what is new and what was there before, where the scan is compared', async () => {
    const given = content([finding(1), finding(2)], {
      baselineState: ({ id }) => (id === 'fnd_1' ? 'unchanged' : 'new'),
    });
    const document = await sarif(given);
    expect(validator()(document)).toEqual([]);
    expect(document.runs[0].results.map((result: Sarif) => result.baselineState)).toEqual(['unchanged', 'new']);
    expect((await sarif(content([finding(1)]))).runs[0].results[0].baselineState).toBeUndefined();
  });

  it('says that a scan was canceled', async () => {
    const given = content([finding(1)]);
    const document = await sarif({ ...given, head: { ...given.head, status: 'canceled' } });
    expect(validator()(document)).toEqual([]);
    expect(document.runs[0].invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'warning', descriptor: { id: 'canceled' } },
    ]);
  });

  it('has what the target suppresses last, with the justification, beside what people judged', async () => {
    const suppression = { kind: 'comment', reason: 'checked above', place: 'src/a.ts:1' } as const;
    async function* hidden() {
      yield finding(2, { suppression });
      yield finding(3, { suppression, status: 'accepted' });
    }
    const suppressions = {
      honoured: 2,
      suppressed: 2,
      notHonoured: { total: 1, first: [{ place: 'src/b.ts:1', reason: 'no reason' }] },
      unused: { total: 0, first: [] },
    };
    const document = await sarif({ ...content([finding(1)]), suppressed: hidden(), suppressions });
    expect(validator()(document)).toEqual([]);
    const inSource = { kind: 'inSource', status: 'accepted', justification: 'checked above' };
    const [run] = document.runs;
    expect(run.results.map(({ suppressions: said }: Sarif) => said)).toEqual([
      undefined,
      [inSource],
      [inSource, { kind: 'external', status: 'accepted', justification: 'accepted' }],
    ]);
    expect(run.invocations[0].toolExecutionNotifications.map(({ message }: Sarif) => message.text)).toEqual([
      '2 findings suppressed by the target: not judged',
      '1 suppression not honoured: src/b.ts:1 (no reason)',
    ]);
  });
});
