import type { FindingView } from '@assay/findings';
import fc from 'fast-check';
import { type Tag, parser } from 'sax';
import { content, cutTool, finding, hostileFinding, tool, whole } from '../../test/report-content';
import { CASES_HELD, junitReport } from './junit-report';
import type { ReportContent } from './report';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses XML strictly. Throws if the text is not well formed. */
function parsed(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const reader = parser(true);
  Object.assign(reader, {
    onopentag: ({ name, attributes }: Tag) => {
      const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    ontext: (part: string) => void (open.at(-1)!.text += part),
    onclosetag: () => void open.pop(),
  });
  reader.write(text).close();
  return root.children[0]!;
}

/**
 * The structure that junit-10.xsd of Jenkins' xunit plugin allows for the written elements; required attributes come
 * first. It lacks the file and the line of a test, which GitLab shows.
 */
const STRUCTURE: Readonly<Record<string, { children: string; required: string; others: string }>> = {
  testsuites: { children: 'testsuite', required: '', others: 'name time tests failures errors' },
  testsuite: {
    children: 'testsuite properties testcase system-out system-err',
    required: 'name tests failures errors',
    others: 'group time skipped timestamp hostname id package file log url',
  },
  testcase: {
    children: 'skipped error failure system-out system-err',
    required: 'name',
    others: 'time classname group file line',
  },
  failure: { children: '', required: '', others: 'type message' },
  error: { children: '', required: '', others: 'type message' },
  skipped: { children: '', required: '', others: 'type message' },
  'system-out': { children: '', required: '', others: '' },
};

/** The parts of an element and its descendants that the structure does not allow. */
function unknownIn({ name, attributes, children, text }: Element): string[] {
  const known = STRUCTURE[name];
  if (!known) return [name];
  const [within, required, others] = [known.children, known.required, known.others].map((names) => names.split(' '));
  const isText = text.trim() !== '' && name.startsWith('test');
  return [
    ...Object.keys(attributes).filter((each) => ![...required!, ...others!].includes(each)),
    ...required!.filter((each) => each !== '' && !(each in attributes)).map((each) => `no ${each}`),
    ...children.filter((each) => !within!.includes(each.name)).map((each) => `${each.name} in ${name}`),
    ...(isText ? [`text in ${name}`] : []),
    ...children.flatMap(unknownIn),
  ];
}

const suitesOf = async (given: ReportContent): Promise<Element[]> => parsed(await whole(junitReport(given))).children;
const countsOf = ({ children }: Element) => ({
  tests: String(children.filter(({ name }) => name === 'testcase').length),
  ...Object.fromEntries(
    Object.entries({ failures: 'failure', errors: 'error', skipped: 'skipped' }).map(([name, element]) => [
      name,
      String(children.filter((each) => each.children[0]?.name === element).length),
    ]),
  ),
});

describe('the JUnit report', () => {
  it('has a suite a tool: failed where it found something, in error where it did not complete', async () => {
    const tools = [tool('alpha'), tool('clean'), tool('broken', 'failed', 'it timed out')];
    const suites = await suitesOf(content([finding(1)], { tools }));
    expect(suites.map(({ attributes }) => attributes)).toEqual([
      { name: 'alpha', tests: '1', failures: '1', errors: '0', skipped: '0', time: '0.001' },
      { name: 'clean', tests: '1', failures: '0', errors: '0', skipped: '0', time: '0.001' },
      { name: 'broken', tests: '1', failures: '0', errors: '1', skipped: '0', time: '0.001' },
    ]);
    expect(suites[0]!.children).toMatchObject([
      {
        attributes: { classname: 'alpha', name: 'A weakness at a.ts:3', file: 'a.ts', line: '3' },
        children: [{ name: 'failure', text: 'high: It is weak.\none\ntwo\nMend it' }],
      },
    ]);
    expect(suites[1]!.children).toMatchObject([{ attributes: { name: 'nothing was found' }, children: [] }]);
    expect(suites[2]!.children).toMatchObject([{ children: [{ attributes: { message: 'it timed out' } }] }]);
  });

  it('skips what a person has accepted or called a false positive, with the reason', async () => {
    const [suite] = await suitesOf(
      content([finding(1, { status: 'accepted' }), finding(2, { status: 'false_positive' }), finding(3)]),
    );
    expect(suite!.attributes).toMatchObject({ tests: '3', failures: '1', skipped: '2' });
    expect(suite!.children.map(({ children: [outcome] }) => outcome!.attributes['message'])).toEqual([
      'accepted',
      'false positive',
      'A weakness',
    ]);
  });

  it('says what is not listed, and what no tool saw', async () => {
    const given = content([finding(1, { tool: 'noisy' })], {
      tools: [cutTool('noisy')],
      unseen: [{ language: 'terraform', files: 1, lines: 9, first: ['a.tf'] }],
    });
    const [noisy, notes] = await suitesOf({ ...given, head: { ...given.head, status: 'canceled' } });
    expect(noisy!.attributes).toMatchObject({ tests: '2', failures: '2' });
    expect(noisy!.children[1]!.children[0]!.attributes['message']).toMatch(/^1002 further findings of noisy/);
    expect(notes!.children).toMatchObject([
      { name: 'system-out', text: expect.stringMatching(/^the scan was canceled.*\nno tool knows terraform/) },
    ]);
  });

  it('has the structure that build servers read', async () => {
    const all = [finding(1), finding(2, { status: 'accepted', file: null, line: null }), finding(3, { tool: 'noisy' })];
    const given = content(all, {
      tools: [tool('alpha'), tool('clean'), tool('broken', 'failed', 'it timed out'), cutTool('noisy')],
      unseen: [{ language: 'terraform', files: 1, lines: 9, first: ['a.tf'] }],
    });
    const report = parsed(await whole(junitReport(given)));
    expect({ root: report.name, unknown: unknownIn(report) }).toEqual({ root: 'testsuites', unknown: [] });
    const suites = report.children;
    for (const { attributes } of suites) expect(attributes['time']).toMatch(/^\d{1,3}(,?\d{3})*\.\d{3}$/);
    expect(
      new Set(
        suites
          .flatMap(({ children }) => children)
          .flatMap(({ children }) => children)
          .map(({ name }) => name),
      ),
    ).toEqual(new Set(['failure', 'skipped', 'error']));
    expect(unknownIn({ ...report, children: [{ ...suites[0]!, attributes: { title: 'x' } }] })).toEqual([
      'title',
      'no name',
      'no tests',
      'no failures',
      'no errors',
    ]);
  });

  it('is well formed and counts right whatever a target holds', () =>
    fc.assert(
      fc.asyncProperty(fc.array(hostileFinding, { maxLength: 5 }), async (findings) => {
        const report = parsed(await whole(junitReport(content(findings))));
        expect(unknownIn(report)).toEqual([]);
        const suites = report.children;
        for (const suite of suites) expect(suite.attributes).toMatchObject(countsOf(suite));
        const cases = suites.flatMap(({ children }) => children);
        expect(cases.filter(({ children }) => children[0]?.name === 'failure')).toHaveLength(findings.length);
      }),
    ));

  it('has every finding once where a tool has more than are held, and no tool is called clean for it', async () => {
    const count = 2 * CASES_HELD + 7;
    const many = function* (): Generator<FindingView> {
      for (let number = 0; number < count; number += 1)
        yield finding(number, { tool: number % 10 === 0 ? 'beta' : 'alpha', title: `T${number}` });
    };
    const suites = await suitesOf(content(many()));
    expect(suites.length).toBeGreaterThan(2);
    for (const suite of suites) expect(suite.attributes).toMatchObject(countsOf(suite));
    const cases = suites.flatMap(({ children }) => children.map(({ attributes }) => attributes['name']));
    expect(new Set(cases).size).toBe(count);
    expect(cases).toHaveLength(count);
  });
});
