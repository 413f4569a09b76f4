import { type Units, indexSet } from '@assay/findings';
import type { ScanStarted, ToolCompleted } from '../domain/session-events';
import type { ToolCatalogue } from '../tool-catalogue';
import { examinedScope } from './examined-scope';

const UNITS: Units = { units: ['src/a.ts', 'src/b.ts', 'docs/c.ts'], hidden: [], hiddenFolders: [], isWhole: true };
const catalogue = {
  tool: (id: string) => (id === 'retired' ? undefined : { id, category: 'quality', rules: { rule: {}, other: {} } }),
} as unknown as ToolCatalogue;
const outcome = (more: object = {}, result: object = {}) =>
  ({
    coverage: { listing: 'l1', examined: indexSet([true, false, true]), ...more },
    result: { truncated: false, ...result },
  }) as unknown as ToolCompleted['data'];
const completed = new Map<string, ToolCompleted['data']>([
  ['lint', outcome()],
  ['clones', outcome({ together: true })],
  ['cut', outcome({}, { truncated: true })],
  ['retired', outcome()],
  ['silent', { result: {} } as unknown as ToolCompleted['data']],
  ['lost', outcome({ listing: 'another' })],
]);
const looked = ({
  paths,
  rules = {},
  samePaths = true,
  today,
}: {
  paths?: object;
  rules?: object;
  samePaths?: boolean;
  today?: (rule: { tool: string; rule: string }) => { tool: string; rule: string };
} = {}) =>
  examinedScope({
    started: { decisions: { ...(paths && { paths }) } } as unknown as ScanStarted['data'],
    decisions: { rules } as never,
    completed,
    catalogue,
    listings: (listing) => (listing === 'l1' ? UNITS : undefined),
    samePaths,
    ...(today && { today }),
  });
const at = (tool: string, file: string | null, options = {}, rule = 'rule') =>
  looked(options).at({ tool, rule }, { file });

describe('what a scan looked at', () => {
  it.each([
    ['a file that the tool examined', 'lint', 'src/a.ts', 'examined'],
    ['a file that it did not examine', 'lint', 'src/b.ts', 'not examined'],
    ['a file that is not there any more', 'lint', 'src/gone.ts', 'absent'],
    ['the target as a whole', 'lint', null, 'examined'],
    ['a file, by a tool that did not complete', 'missing', 'src/a.ts', 'not examined'],
    ['a file, by a tool that found more than is kept', 'cut', 'src/a.ts', 'not examined'],
    ['a file, by a tool of before coverage was recorded', 'silent', 'src/a.ts', 'not examined'],
    ['a file, by a tool whose listing is missing', 'lost', 'src/a.ts', 'not examined'],
    ['a file, by a tool that the catalogue has no more', 'retired', 'src/a.ts', 'not examined'],
    ['a file that is judged with others', 'clones', 'src/a.ts', 'examined'],
  ])('tells of %s', (_, tool, file, expected) => expect(at(tool, file)).toBe(expected));

  it('was not looked for where the rule did not count, or is not there any more', () => {
    expect(at('lint', 'src/a.ts', { rules: { 'lint/rule': 'off' } })).toBe('not examined');
    expect(at('lint', 'src/a.ts', {}, 'removed')).toBe('not examined');
  });

  it('was looked for under the name that the rule has today', () => {
    const today = ({ tool, rule }: { tool: string; rule: string }) =>
      tool === 'linter' ? { tool: 'lint', rule } : { tool, rule };
    const { at: lookedFor } = looked({ today });
    expect(lookedFor({ tool: 'linter', rule: 'rule' }, { file: 'src/a.ts' })).toBe('examined');
    expect(lookedFor({ tool: 'elsewhere', rule: 'rule' }, { file: 'src/a.ts' })).toBe('not examined');
  });

  it('says nothing of what is judged together, or of the whole, where other paths were chosen than before', () => {
    expect(at('clones', 'src/a.ts', { samePaths: false })).toBe('not examined');
    expect(at('lint', null, { samePaths: false })).toBe('not examined');
    expect(at('lint', 'src/a.ts', { samePaths: false })).toBe('examined');
  });

  it('takes no file for absent that whoever started the session left out', () => {
    const options = { paths: { except: ['vendor/**'] } };
    expect(at('lint', 'vendor/x.ts', options)).toBe('not examined');
    expect(at('lint', 'src/gone.ts', options)).toBe('absent');
    expect(['vendor/x.ts', 'src/gone.ts', 'src/a.ts'].map((file) => looked(options).isGone(file))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
