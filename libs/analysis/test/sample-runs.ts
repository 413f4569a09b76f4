import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { StagedFile } from '../../target-records/src/staged-file';
import type { ToolDefinition } from '../src/catalogue/tool';
import type { EnginePass, RawFinding } from '../src/engines/engine';
import type { EngineProfile } from '../src/engines/engine-profile';
import { type ToolRun, runPass } from '../src/engines/runtime/run-pass';

export const SAMPLES = join(__dirname, '../samples');

export type SampleSide = 'positive' | 'negative';

/**
 * Runs the tools of one engine on their samples. An engine that judges each file alone looks at the samples of all of
 * them in one pass; the others get one tool only.
 */
export async function runSamples(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  side: SampleSide,
): Promise<Map<string, ToolRun>> {
  if (profile.scope === 'file')
    return run(
      profile,
      tools,
      SAMPLES,
      tools.flatMap((tool) => filesBelow(SAMPLES, `${tool.id}/${side}`)),
    );
  const runs = new Map<string, ToolRun>();
  for (const tool of tools) {
    const root = join(SAMPLES, tool.id, side);
    for (const [id, each] of await run(profile, [tool], root, filesBelow(root, ''))) runs.set(id, each);
  }
  return runs;
}

/** The findings in the tool's own sample, with paths in that sample. */
export function ownFindings(profile: EngineProfile, run: ToolRun, side: SampleSide): RawFinding[] {
  const prefix = profile.scope === 'file' ? `${run.tool}/${side}/` : '';
  return run.findings
    .filter(({ file }) => file === undefined || file.startsWith(prefix))
    .map((finding) => (finding.file === undefined ? finding : { ...finding, file: finding.file.slice(prefix.length) }));
}

async function run(
  profile: EngineProfile,
  tools: readonly ToolDefinition[],
  root: string,
  files: StagedFile[],
): Promise<Map<string, ToolRun>> {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-samples-'));
  try {
    const looked = picomatch(
      tools.flatMap((tool) => [...tool.files]),
      { dot: true },
    );
    const pass: EnginePass = {
      engine: profile.id,
      tools,
      root,
      files: files.filter(({ staged }) => looked(staged)),
      scratch,
    };
    const { tools: runs } = await runPass(pass, { timeout: 110_000, memoryMb: profile.memoryMb });
    return new Map(runs.map((each) => [each.tool, each]));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
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
