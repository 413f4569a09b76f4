import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ToolDefinition } from '../src/catalogue/tool';
import { type PassLimits, attemptPass } from '../src/engines/runtime/attempt-pass';
import type { EnginePass } from '../src/engines/engine';
import type { EngineId } from '../src/engines/engine-table';

export const scriptedTool = (id: string, does: string, files: readonly string[] = ['**/*']): ToolDefinition => ({
  id,
  name: id,
  description: id,
  category: 'quality',
  billing: 'quality',
  engine: 'scripted' as EngineId, // none of the table
  targets: ['directory'],
  files,
  rules: { rule: { severity: 'low' } },
  advice: 'Mend it.',
  settings: { does },
});

/** Milliseconds in which a scripted host is sure to have run a quick tool, however busy this machine is. */
export async function timeToBegin(): Promise<number> {
  const started = performance.now();
  await withScriptedPass({ does: { quick: 'find' } }, attemptPass);
  return Math.ceil(Math.max(2_000, 5 * (performance.now() - started)));
}

/** Calls `body` with a pass of the scripted engine: one tool for each entry of `does`, named by its key. */
export async function withScriptedPass<T>(
  { does, files = ['a.js'] }: { does: Readonly<Record<string, string>>; files?: readonly string[] },
  body: (pass: EnginePass, limits: PassLimits) => Promise<T>,
): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-scripted-'));
  try {
    const pass: EnginePass = {
      engine: 'scripted',
      tools: Object.entries(does).map(([id, what]) => scriptedTool(id, what)),
      root: scratch,
      files: files.map((staged) => ({ staged, path: staged, size: 1, lines: 1, language: 'javascript' })),
      scratch,
    };
    return await body(pass, { timeout: 60_000, memoryMb: 512, host: resolve(__dirname, 'scripted-host.ts') });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
