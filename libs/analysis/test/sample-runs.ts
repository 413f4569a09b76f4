import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAdvisories } from '@assay/advisories';
import { systemClock } from '@assay/kernel';
import picomatch from 'picomatch';
import type { StagedFile } from '../../target-records/src/staged-file';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { EnginePass, RawFinding } from '../src/engines/engine';
import type { EngineProfile } from '../src/engines/engine-profile';
import type { PassLimits } from '../src/engines/runtime/attempt-pass';
import { runPassWithRepair } from '../src/engines/runtime/run-with-repair';
import type { ToolRun } from '../src/engines/runtime/tool-runs';

export const SAMPLES = join(__dirname, '../samples');

/** `further/<name>` is one more positive sample, of a tool that judges a target as a whole. */
export type SampleSide = 'positive' | 'negative' | `further/${string}`;

/** The positive samples of the tool. The findings of a further one are in `further/<name>.json`. */
export function positiveSides(tool: string): SampleSide[] {
  const folder = join(SAMPLES, tool, 'further');
  const further = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return ['positive', ...further.filter((entry) => entry.isDirectory()).map(({ name }) => `further/${name}` as const)];
}

/** `["<path>:<line> <rule>", …]`, or `<path> <rule>` for a finding without a line. */
export const expectedFindings = (tool: string, side: SampleSide): string[] =>
  JSON.parse(
    readFileSync(join(SAMPLES, tool, side === 'positive' ? 'expected.json' : `${side}.json`), 'utf8'),
  ) as string[];

/** Gives a pass a scratch folder and limits: a child process of its own, or one that serves many passes. */
export type SampleHost = <Value>(
  profile: EngineProfile,
  body: (scratch: string, limits: PassLimits) => Promise<Value>,
) => Promise<Value>;

/**
 * Runs the tools of one engine on their samples, as a session runs them: with repair if the engine's process dies. An
 * engine that judges each file alone examines all samples in one pass. Any other engine gets one pass a tool and side.
 */
export async function runSamples(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  sides: readonly SampleSide[],
  host: SampleHost = inOwnHost,
): Promise<Map<string, ToolRun>> {
  if (profile.scope === 'file') {
    const files = tools.flatMap((tool) => sides.flatMap((side) => filesBelow(SAMPLES, `${tool.id}/${side}`)));
    return run(profile, tools, { root: SAMPLES, files }, host);
  }
  const runs = new Map<string, ToolRun>();
  for (const tool of tools)
    for (const side of sides) {
      const root = join(SAMPLES, tool.id, side);
      const ran = await run(profile, [tool], { root, files: filesBelow(root, '') }, host);
      for (const [id, each] of ran) runs.set(id, each);
    }
  return runs;
}

/** Whether one of the tools examines a file of its own sample. */
export const examinesSample = (tool: ToolDefinition, side: SampleSide): boolean =>
  examined([tool], filesBelow(join(SAMPLES, tool.id, side), '')).length > 0;

/** The findings in the tool's own sample, with paths in that sample. */
export function ownFindings(profile: EngineProfile, run: ToolRun, side: SampleSide): RawFinding[] {
  const prefix = profile.scope === 'file' ? `${run.tool}/${side}/` : '';
  return run.findings
    .filter(({ file }) => file === undefined || file.startsWith(prefix))
    .map((finding) => (finding.file === undefined ? finding : { ...finding, file: finding.file.slice(prefix.length) }));
}

const run = (
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  { root, files }: { readonly root: string; readonly files: readonly StagedFile[] },
  host: SampleHost,
): Promise<Map<string, ToolRun>> =>
  host(profile, async (scratch, limits) => {
    const advisories = profile.readsAdvisories ? await advisoriesOf(tools[0]!) : undefined;
    try {
      const pass: EnginePass = {
        engine: profile.id,
        tools,
        root,
        files: examined(tools, files),
        scratch,
        ...(advisories !== undefined && { advisories }),
      };
      const { tools: runs } = await runPassWithRepair(pass, limits);
      return new Map(runs.map((each) => [each.tool, each]));
    } finally {
      if (advisories !== undefined) rmSync(advisories, { recursive: true, force: true });
    }
  });

/** The databases of the known holes that the sample of the tool tells of: `<tool>/advisories`, in the format OSV. */
async function advisoriesOf({ id }: ToolDefinition): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-advisories-'));
  chmodSync(folder, 0o755);
  await importAdvisories({ path: join(SAMPLES, id, 'advisories'), folder, source: 'sample', clock: systemClock });
  return folder;
}

async function inOwnHost<Value>(
  profile: EngineProfile,
  body: (scratch: string, limits: PassLimits) => Promise<Value>,
): Promise<Value> {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-samples-'));
  try {
    return await body(scratch, { timeout: 280_000, memoryMb: profile.memoryMb });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function examined(tools: readonly ToolDefinition[], files: readonly StagedFile[]): StagedFile[] {
  const isExamined = picomatch(
    tools.flatMap((tool) => [...tool.files]),
    { dot: true },
  );
  return files.filter(({ staged }) => isExamined(staged));
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
