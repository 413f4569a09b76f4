import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface EngineRun {
  readonly reported: readonly { readonly kind: string; readonly tool: string; readonly what: unknown }[];
  /** The packages of which the engine had loaded CommonJS code by its end. */
  readonly packages: readonly string[];
}

const LOADER = join(__dirname, '../../../test/support/compile-typescript.cjs');
const SCRIPT = join(__dirname, 'run-engine-here.cjs');

/** Runs all tools of an engine on these files, in a process that loads nothing else. */
export function engineOn(engine: string, files: Readonly<Record<string, string | Buffer>>): EngineRun {
  const folder = mkdtempSync(join(tmpdir(), 'assay-engine-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const output = execFileSync(process.execPath, ['-r', LOADER, SCRIPT, engine, folder], { encoding: 'utf8' });
    return JSON.parse(output) as EngineRun;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
