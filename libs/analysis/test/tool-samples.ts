import type { ToolDefinition } from '../src/catalogue/tool';
import type { EngineProfile } from '../src/engines/engine-profile';
import type { ToolRun } from '../src/engines/runtime/tool-runs';
import { inKeptHost } from './kept-host';
import {
  type SampleSide,
  examinesSample,
  expectedFindings,
  ownFindings,
  positiveSides,
  runSamples,
} from './sample-runs';

/**
 * Every tool's test is its samples: `libs/analysis/samples/<tool id>/positive/` and `/negative/`, two small trees, and
 * `expected.json` beside them: `["<path>:<line> <rule>", …]`, or `<path> <rule>` for a finding without a line. In the
 * positive tree the tool must find all of them and nothing else. In the negative one it must find nothing and read
 * everything. Where one target cannot break all rules, a tool that judges targets as a whole has more positive trees,
 * `further/<name>/`, each with its `further/<name>.json`.
 */
export function describeToolSamples(profile: EngineProfile, tools: readonly ToolDefinition[]): void {
  describe(`${profile.name} finds what its samples hold`, () => {
    const runs = new Map<string, Promise<Map<string, ToolRun>>>();
    const runOf = (tool: ToolDefinition, side: SampleSide): Promise<Map<string, ToolRun>> => {
      const key = profile.scope === 'file' ? '' : `${tool.id}/${side}`;
      const run = () =>
        profile.scope === 'file'
          ? runSamples(profile, tools, ['positive', 'negative'], inKeptHost)
          : runSamples(profile, [tool], [side], inKeptHost);
      if (!runs.has(key)) runs.set(key, run());
      return runs.get(key)!;
    };

    it.each(tools.flatMap((tool) => positiveSides(tool.id).map((side) => [tool.id, side, tool] as const)))(
      '%s: finds exactly what is expected in its %s sample',
      async (id, side, tool) => {
        const run = (await runOf(tool, side)).get(id)!;
        expect(run.outcome).toEqual({ status: 'completed' });
        const expected = expectedFindings(id, side);
        expect(expected.length).toBeGreaterThan(0);
        expect(own(profile, run, side).sort()).toEqual([...expected].sort());
        for (const { rule } of run.findings) expect(Object.keys(tool.rules)).toContain(rule);
      },
      300_000,
    );

    it.each(tools.map((tool) => [tool.id, tool] as const))(
      '%s: finds nothing in its negative sample',
      async (id, tool) => {
        const run = (await runOf(tool, 'negative')).get(id)!;
        expect(run.outcome).toEqual({ status: 'completed' });
        expect(run.filesChecked).toBeGreaterThan(0);
        expect(examinesSample(tool, 'negative')).toBe(true);
        expect(own(profile, run, 'negative')).toEqual([]);
        expect(
          run.unreadable.filter(({ file }) => profile.scope === 'project' || file.startsWith(`${id}/negative/`)),
        ).toEqual([]);
      },
      300_000,
    );
  });
}

/** The findings in the tool's own sample, as `expected.json` writes them. */
const own = (profile: EngineProfile, run: ToolRun, side: SampleSide): string[] =>
  ownFindings(profile, run, side).map(({ rule, file, line }) =>
    `${file ?? ''}${line === undefined ? '' : `:${line}`} ${rule}`.trim(),
  );
