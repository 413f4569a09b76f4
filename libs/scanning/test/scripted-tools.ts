import { DEFAULT_STAGING_LIMITS } from '@assay/targets';
import { type EngineId, type EngineProfile, type RawFinding, type ToolDefinition, type ToolRun } from '@assay/analysis';
import type { BillingCategory } from '@assay/kernel';
import type { EngineRunner, ToolCatalogue } from '../src';

/** The script of a tool: how many findings it reports, and how it ends. */
export interface ToolScript {
  readonly findings: number;
  readonly ends: 'completed' | 'failed' | 'timed-out' | 'skipped';
}

const tool = (id: string, engine: string, billing: BillingCategory, files = ['**/*.txt']): ToolDefinition => ({
  id,
  engine: engine as EngineId, // scripted: not an engine of the table
  billing,
  files,
  name: id,
  description: id,
  category: 'security',
  targets: ['directory'],
  rules: { rule: { severity: 'high', title: 'A weakness', cwe: 'CWE-1' } },
  advice: 'Mend it',
});

/** Three that share one price, two engines, one without files to look at, one that is not installed. */
export const TOOLS: readonly ToolDefinition[] = [
  tool('alpha', 'one', 'security'),
  tool('beta', 'one', 'security'),
  tool('gamma', 'two', 'security'),
  tool('delta', 'two', 'performance'),
  tool('epsilon', 'one', 'linting'),
  tool('idle', 'two', 'security', ['**/*.none']),
  tool('absent', 'missing', 'security'),
];

/** The tools that can run. */
export const RUNNABLE = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const;
export type Script = Readonly<Record<(typeof RUNNABLE)[number], ToolScript>>;

/** A script by which all tools do the same. */
export function scriptOf(findings: number, ends: ToolScript['ends'] = 'completed'): Script {
  const each = { findings, ends };
  return { alpha: each, beta: each, gamma: each, delta: each, epsilon: each };
}

const profile = (id: string): EngineProfile => ({
  id,
  name: id,
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1,
  requires: [],
});

export const scriptedCatalogue: ToolCatalogue = {
  tools: TOOLS,
  tool: (id) => TOOLS.find((each) => each.id === id),
  engine: (id) => (id === 'missing' ? undefined : profile(id)),
  missing: (engine) => (engine === 'missing' ? 'it is not installed' : undefined),
  sample: () => ({
    root: __dirname,
    files: [{ staged: 'scripted-tools.ts', path: 'scripted-tools.ts', size: 1, lines: 1, language: '' }],
  }),
  stagingOptions: { limits: DEFAULT_STAGING_LIMITS, neutralise: [] },
};

/**
 * Behaves like `runPassWithRepair` towards its caller: each tool settles once, or all remaining ones fail when the pass
 * is aborted.
 */
export const scriptedEngines =
  (script: Script, pause: () => Promise<unknown> = () => turns(1)): EngineRunner =>
  async ({ tools }, { onTool, signal }) => {
    const runs: ToolRun[] = [];
    for (const { id } of tools) {
      await pause();
      const run = runOf(id, script[id as keyof Script], signal?.aborted ?? false);
      runs.push(run);
      onTool?.(run);
    }
    return { engine: undefined, tools: runs };
  };

/** Waits for so many turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Engines that report nothing until they are released. */
export function heldEngines(script: Script): {
  readonly engines: EngineRunner;
  readonly begun: Promise<void>;
  release(): void;
} {
  let begin!: () => void;
  let release!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const engines = scriptedEngines(script, () => {
    begin();
    return released;
  });
  return { engines, begun, release };
}

function runOf(id: string, { findings: count, ends }: ToolScript, aborted: boolean): ToolRun {
  const findings = Array.from(
    { length: count },
    (_, index): RawFinding => ({ rule: 'rule', file: 'a.txt', line: 1 + (index % 3), message: `finding ${index}` }),
  );
  const common = {
    tool: id,
    findings,
    findingsCount: count,
    truncated: false,
    notKept: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
    filesChecked: 1,
    unreadable: [],
    unreadableCount: 0,
    duration: 1,
  };
  if (aborted) return { ...common, outcome: { status: 'skipped', reason: 'canceled' } };
  switch (ends) {
    case 'completed':
      return { ...common, outcome: { status: 'completed' } };
    case 'failed':
      return { ...common, outcome: { status: 'failed', reason: 'it broke', timedOut: false } };
    case 'timed-out':
      return { ...common, outcome: { status: 'failed', reason: 'timed out', timedOut: true } };
    case 'skipped':
      return { ...common, outcome: { status: 'skipped', reason: 'it would not' } };
  }
}
