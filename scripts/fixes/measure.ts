import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fix, Language, Severity } from './list';
import { type Reported, severityAt } from './reported';
import { parentOf, writeTree } from './tree';

const TOOLS: Readonly<Record<Language, string>> = {
  csharp: 'csharp-data-flow',
  go: 'go-data-flow',
  java: 'java-data-flow',
  javascript: 'js-data-flow',
  kotlin: 'kotlin-data-flow',
  php: 'php-data-flow',
  python: 'py-data-flow',
  ruby: 'ruby-data-flow',
};
/** A folder with several languages takes as long as they need together, and only the named one runs. */
const TIMEOUT_MS = 600_000;
/** A gate that fails, and a scan that is not complete, as a tool may find nothing to look at. */
const ENDED = new Set([0, 1, 2, 4]);

export interface Measured {
  readonly before: Severity | null;
  readonly after: Severity | null;
}

/**
 * Scans the tree before a fix and, if the hole is reported there, the one after it.
 *
 * @param clone a clone of the repository
 * @param command the built command of Assay, `main.js`
 */
export async function measure(fix: Fix, clone: string, command: string): Promise<Measured> {
  const before = await severityIn(fix, clone, await parentOf(clone, fix.fix), fix.line, command);
  const isCallLeft = before !== null && fix.lineAfter !== null;
  return { before, after: isCallLeft ? await severityIn(fix, clone, fix.fix, fix.lineAfter, command) : null };
}

async function severityIn(fix: Fix, clone: string, commit: string, line: number, command: string) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-fixes-'));
  try {
    const prefix = fix.folder ?? '';
    await writeTree(clone, commit, prefix, join(folder, 'tree'));
    const findings = await scan(join(folder, 'tree'), TOOLS[fix.language], join(folder, 'result.json'), command);
    return severityAt(findings, fix, fix.file, line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function scan(tree: string, tool: string, result: string, command: string): Promise<readonly Reported[]> {
  const options = ['--tool', tool, '--profile', 'strict', '--no-history', '--timeout', String(TIMEOUT_MS)];
  const args = [command, 'scan', tree, ...options, '--format', 'json', '--output', result];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status === null || !ENDED.has(status)) throw new Error(`the scan ended with ${status}`);
  const { tools, findings } = JSON.parse(await readFile(result, 'utf8')) as ScanResult;
  const ended = tools.find(({ toolName }) => toolName === tool)?.status;
  if (ended !== 'completed') throw new Error(`${tool} ended as ${ended}`);
  return findings;
}

interface ScanResult {
  readonly tools: readonly { readonly toolName: string; readonly status: string }[];
  readonly findings: readonly Reported[];
}
