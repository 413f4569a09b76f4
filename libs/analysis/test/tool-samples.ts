import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { StagedFile } from '../../target-records/src/staged-file';
import type { EngineProfile } from '../src/engines/engine-profile';
import { runPassWithRepair } from '../src/engines/runtime/run-with-repair';
import type { ToolRun } from '../src/engines/runtime/tool-runs';
import { inKeptHost } from './kept-host';
import type { ToolDefinition } from '../src/catalogue/tool';

/**
 * Every tool's test is its samples: `libs/analysis/samples/<tool id>/positive/` and `/negative/`, two small trees, and
 * `expected.json` beside them: `["<path>:<line> <rule>", …]`, all that the tool must find in the positive one, no less and
 * no more (`<path> <rule>` for a finding without a line). In the negative one it must find nothing and read everything.
 */
const SAMPLES = join(__dirname, '../samples');

const SIDES = ['positive', 'negative'] as const;
type Side = (typeof SIDES)[number];

/** The samples are judged as a session judges its target: with repair, where an engine's process dies. */
export function describeToolSamples(profile: EngineProfile, tools: readonly ToolDefinition[]): void {
  describe(`${profile.name} finds what its samples hold`, () => {
    const runs = new Map<string, Promise<Map<string, ToolRun>>>();
    const runOf = (tool: ToolDefinition, side: Side): Promise<Map<string, ToolRun>> => {
      const key = profile.scope === 'file' ? '' : `${tool.id}/${side}`;
      if (!runs.has(key))
        runs.set(key, profile.scope === 'file' ? runTogether(profile, tools) : runAlone(profile, tool, side));
      return runs.get(key)!;
    };

    it.each(tools.map((tool) => [tool.id, tool] as const))(
      '%s: finds exactly what is expected in its positive sample',
      async (id, tool) => {
        const run = (await runOf(tool, 'positive')).get(id)!;
        expect(run.outcome).toEqual({ status: 'completed' });
        const expected = JSON.parse(readFileSync(join(SAMPLES, id, 'expected.json'), 'utf8')) as string[];
        expect(expected.length).toBeGreaterThan(0);
        expect(own(profile, run, 'positive').sort()).toEqual([...expected].sort());
        for (const { rule } of run.findings) expect(Object.keys(tool.rules)).toContain(rule);
      },
      120_000,
    );

    it.each(tools.map((tool) => [tool.id, tool] as const))(
      '%s: finds nothing in its negative sample',
      async (id, tool) => {
        const run = (await runOf(tool, 'negative')).get(id)!;
        expect(run.outcome).toEqual({ status: 'completed' });
        expect(run.filesChecked).toBeGreaterThan(0);
        expect(lookedAt([tool], filesBelow(join(SAMPLES, id, 'negative'), ''))).not.toEqual([]);
        expect(own(profile, run, 'negative')).toEqual([]);
        expect(
          run.unreadable.filter(({ file }) => profile.scope === 'project' || file.startsWith(`${id}/negative/`)),
        ).toEqual([]);
      },
      120_000,
    );
  });
}

/** The findings in the tool's own sample, as `expected.json` writes them. */
function own(profile: EngineProfile, run: ToolRun, side: string): string[] {
  const prefix = profile.scope === 'file' ? `${run.tool}/${side}/` : '';
  return run.findings
    .filter(({ file }) => file === undefined || file.startsWith(prefix))
    .map(({ rule, file, line }) =>
      `${file === undefined ? '' : file.slice(prefix.length)}${line === undefined ? '' : `:${line}`} ${rule}`.trim(),
    );
}

/** Each file is judged alone, so that all samples can be one target. */
const runTogether = (profile: EngineProfile, tools: readonly ToolDefinition[]) =>
  run(
    profile,
    tools,
    SAMPLES,
    tools.flatMap((tool) => SIDES.flatMap((side) => filesBelow(SAMPLES, `${tool.id}/${side}`))),
  );

const runAlone = (profile: EngineProfile, tool: ToolDefinition, side: Side) => {
  const root = join(SAMPLES, tool.id, side);
  return run(profile, [tool], root, filesBelow(root, ''));
};

const run = (
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  root: string,
  files: readonly StagedFile[],
): Promise<Map<string, ToolRun>> =>
  inKeptHost(profile, async (scratch, limits) => {
    const pass = { engine: profile.id, tools, root, files: lookedAt(tools, files), scratch };
    const { tools: runs } = await runPassWithRepair(pass, limits);
    return new Map(runs.map((each) => [each.tool, each]));
  });

function lookedAt(tools: readonly ToolDefinition[], files: readonly StagedFile[]): StagedFile[] {
  const looked = picomatch(
    tools.flatMap((tool) => [...tool.files]),
    { dot: true },
  );
  return files.filter(({ staged }) => looked(staged));
}

function filesBelow(root: string, folder: string): StagedFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const staged = path.slice(root.length + 1);
      return {
        staged,
        path: staged,
        size: statSync(path).size,
        lines: readFileSync(path, 'latin1').split('\n').length,
        language: '',
      };
    });
}
