import type { EngineId, RawFinding, ToolDefinition, ToolRun } from '@assay/analysis';
import type { FindingsLowered } from '@assay/findings';
import { ofType } from '../../event-store/test/of-type';
import type { EngineRunner, ToolCatalogue } from '../src';
import { CrashWorld } from './crash-world';
import { type AppendFault, FaultPlan } from './failing-event-store';
import { request } from './requests';
import { type Script, scriptedCatalogue } from './scripted-tools';
import { allEvents } from './session-accounts';

const tool = (id: string, engine: string, rule: string): ToolDefinition => ({
  ...scriptedCatalogue.tools[0]!,
  id,
  engine: engine as EngineId, // scripted: not an engine of the table
  rules: { [rule]: { severity: 'high', title: 'A weakness', cwe: 'CWE-89' }, other: { severity: 'high' } },
});
const PATTERN = tool('py-security', 'one', 'S608');
const FLOW = tool('py-data-flow', 'two', 'sql-injection');
const TOOLS = [PATTERN, FLOW];
const catalogue: ToolCatalogue = {
  ...scriptedCatalogue,
  tools: TOOLS,
  tool: (id) => TOOLS.find((each) => each.id === id),
};

const found = (rule: string, line: number): RawFinding => ({
  rule,
  file: 'a.txt',
  line,
  message: `${rule} of ${line}`,
});

const ended = (id: string, more: Partial<ToolRun>): ToolRun => ({
  tool: id,
  outcome: { status: 'completed' },
  findings: [],
  findingsCount: more.findings?.length ?? 0,
  truncated: false,
  notKept: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  filesChecked: 1,
  unreadable: [],
  unreadableCount: 0,
  duration: 1,
  ...more,
});

const PATTERNS = [found('S608', 1), found('S608', 2), found('other', 1)];
const SAFE: Partial<ToolRun> = { safe: [{ rule: 'sql-injection', file: 'a.txt', line: 1, because: 'constant' }] };

interface Scene {
  /** The tool that ends first. */
  readonly first?: string;
  readonly flow?: Partial<ToolRun>;
  readonly patterns?: readonly RawFinding[];
  readonly faults?: readonly (readonly [number, AppendFault])[];
  readonly tools?: readonly string[];
}

/** The outcome of a session with the two tools. */
async function session({ first = 'py-security', flow = SAFE, patterns = PATTERNS, faults = [], tools = [] }: Scene) {
  const settled = new Map<string, () => void>();
  const isSettled = new Map(
    TOOLS.map(({ id }) => [id, new Promise<void>((resolve) => settled.set(id, resolve))] as const),
  );
  const engines: EngineRunner = async ({ tools: [only] }, { onTool }) => {
    const { id } = only!;
    if (tools.length === 0 && id !== first) await isSettled.get(first);
    const run = id === FLOW.id ? ended(id, flow) : ended(id, { findings: patterns });
    onTool?.(run);
    settled.get(id)!();
    return { engine: undefined, tools: [run] };
  };
  const plan = new FaultPlan(new Map(faults));
  const world = await CrashWorld.begin({ script: {} as Script, engines, catalogue, plan });
  try {
    await world.insist(request(world, { tools: [...tools] }));
    await world.settled();
    const events = await allEvents(world.store);
    const documents = await world.documents();
    expect(documents).toEqual(await world.rebuiltDocuments());
    const lowered = events.filter(({ type }) => (type as string) === 'FindingsLowered');
    const groups = Object.entries(documents).filter(([id]) => id.startsWith('findings/'));
    return {
      lowered: lowered.flatMap(({ data }) => (data as unknown as FindingsLowered['data']).findings),
      severities: groups
        .map(([, document]) => document as { line: number; severity: string; members: readonly { rule: string }[] })
        .map(({ line, severity, members }) => `${members[0]!.rule} ${line} ${severity}`)
        .sort(),
      bySeverity: ofType(events, 'ScanCompleted')[0]!.data.summary.bySeverity,
    };
  } finally {
    await world.close();
  }
}

const LOWERED = ['S608 1 info', 'S608 2 high', 'other 1 high'];
const AS_REPORTED = ['S608 1 high', 'S608 2 high', 'other 1 high'];

describe('findings at places that another tool proves to be safe', () => {
  it.each(['py-security', 'py-data-flow'])('are lowered, and counted so, where %s ends first', async (first) => {
    const { lowered, severities, bySeverity } = await session({ first });
    expect(lowered).toMatchObject([{ from: 'high', by: 'py-data-flow', because: 'constant' }]);
    expect(severities).toEqual(LOWERED);
    expect(bySeverity).toMatchObject({ high: 2, info: 1 });
  });

  it('are lowered once, whichever append is lost', async () => {
    for (const append of [9, 11, 13, 15, 17, 19]) {
      const { lowered, severities } = await session({
        faults: [
          [append, 'crash-after'],
          [append + 1, 'lost-after'],
        ],
      });
      expect(lowered).toHaveLength(1);
      expect(severities).toEqual(LOWERED);
    }
  }, 60_000);

  it.each<[string, Scene]>([
    [
      'that tool fails afterwards',
      { flow: { ...SAFE, outcome: { status: 'failed', reason: 'it broke', timedOut: false } } },
    ],
    ['that tool does not run', { tools: ['py-security'] }],
    ['that tool finds something there itself', { flow: { ...SAFE, findings: [found('sql-injection', 1)] } }],
    ['the place is in another line', { flow: { safe: [{ ...SAFE.safe![0]!, line: 3 }] } }],
    ['the file is none of the target', { flow: { safe: [{ ...SAFE.safe![0]!, file: 'none.txt' }] } }],
    ['the weakness is none of the tool', { flow: { safe: [{ ...SAFE.safe![0]!, rule: 'nothing' }] } }],
  ])('stay as they are where %s', async (_, scene) => {
    const { lowered, severities } = await session(scene);
    expect(lowered).toEqual([]);
    // If two tools see the same defect, the first by name represents it.
    expect(severities.map((each) => each.replace('sql-injection', 'S608')).sort()).toEqual(AS_REPORTED);
  });
});
