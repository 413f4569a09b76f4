import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type StagedTree } from '@assay/targets';
import { type ToolDefinition, catalogue, engineProfiles, runPassWithRepair } from '@assay/analysis';
import picomatch from 'picomatch';

export interface EngineRun {
  readonly engine: string;
  readonly tools: readonly string[];
  readonly seconds: number;
  readonly findings: number;
}

/** Each engine in a cold process of its own, one after the other, and nothing else: no staging, no bill, no record. */
export async function runOneAfterAnother(
  tree: StagedTree,
  tools: readonly string[],
  { timeout, scratch }: { timeout: number; scratch: string },
): Promise<EngineRun[]> {
  const runs: EngineRun[] = [];
  for (const [engine, definitions] of byEngine(tools)) {
    await mkdir(scratch, { recursive: true });
    const folder = await mkdtemp(join(scratch, 'pass-'));
    const looksAt = picomatch(
      definitions.flatMap(({ files }) => [...files]),
      { dot: true },
    );
    const files = tree.files.filter(({ staged }) => looksAt(staged));
    const began = performance.now();
    const run = await runPassWithRepair(
      { engine, tools: definitions, root: tree.root, files, scratch: folder },
      { timeout, memoryMb: engineProfiles.find(({ id }) => id === engine)!.memoryMb },
    );
    const seconds = (performance.now() - began) / 1_000;
    runs.push({
      engine,
      tools: definitions.map(({ id }) => id),
      seconds,
      findings: run.tools.reduce((sum, { findingsCount }) => sum + findingsCount, 0),
    });
    await rm(folder, { recursive: true, force: true });
  }
  return runs;
}

function byEngine(tools: readonly string[]): Map<string, ToolDefinition[]> {
  const planned = new Set(tools);
  const engines = new Map<string, ToolDefinition[]>();
  for (const tool of catalogue)
    if (planned.has(tool.id)) engines.set(tool.engine, [...(engines.get(tool.engine) ?? []), tool]);
  return engines;
}
