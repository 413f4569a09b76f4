import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@assay/analysis';
import type { Language } from '../cases';
import { type Detection, type Tool, cweNumber } from './tool';

const MAIN = join(__dirname, '../../../apps/cli/src/main.ts');

const FLOW: Readonly<Record<Language, string>> = {
  java: 'java-data-flow',
  javascript: 'js-data-flow',
  php: 'php-data-flow',
  python: 'py-data-flow',
  c: 'c-data-flow',
  go: 'go-data-flow',
  ruby: 'ruby-data-flow',
  csharp: 'csharp-data-flow',
  kotlin: 'kotlin-data-flow',
};
/** The tools for weaknesses in a single call, without data flow. */
const PATTERNS: Readonly<Record<Language, readonly string[]>> = {
  java: ['java-security'],
  javascript: ['eslint-security', 'biome-security'],
  php: ['php-security'],
  python: ['py-security'],
  go: ['go-security'],
  c: ['c-unsafe-calls', 'cpp-memory'],
  ruby: ['ruby-security'],
  csharp: ['csharp-security'],
  kotlin: ['kotlin-safety'],
};

const LANGUAGES: readonly Language[] = ['c', 'java', 'javascript', 'php', 'python', 'go', 'ruby', 'csharp', 'kotlin'];

/** Only the data flow. */
export const assayFlow: Tool = {
  name: 'Assay flow',
  languages: LANGUAGES,
  detect: (folder, languages) =>
    scan(
      folder,
      [...languages].map((language) => FLOW[language]),
    ),
};

export const assay: Tool = {
  name: 'Assay',
  languages: LANGUAGES,
  detect: (folder, languages) =>
    scan(
      folder,
      [...languages].flatMap((language) => [FLOW[language], ...PATTERNS[language]]),
    ),
};

interface Found {
  readonly file: string | null;
  readonly line: number | null;
  readonly cwe?: string | null;
  readonly rule: string;
  readonly severity: string;
  readonly duplicates?: readonly { readonly tool: string; readonly rule: string }[];
}

async function scan(folder: string, tools: readonly string[]): Promise<Detection[]> {
  const out = await mkdtemp(join(tmpdir(), 'assay-accuracy-'));
  try {
    const file = join(out, 'result.json');
    const options = ['--tool', tools.join(','), '--profile', 'strict', '--include', 'all', '--no-history'];
    const args = [...process.execArgv, MAIN, 'scan', folder, ...options, '--format', 'json', '--output', file];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [status] = (await once(child, 'exit')) as [number | null];
    if (![0, 1, 2, 4].includes(status ?? -1)) throw new Error(`the scan ended with ${status}`);
    const { findings } = JSON.parse(await readFile(file, 'utf8')) as { findings: readonly Found[] };
    return findings.flatMap(detectionsOf);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** A finding with the severity `info` is as likely harmless as not, so it does not count. */
function detectionsOf({ file, line, severity, ...found }: Found): Detection[] {
  if (file === null || line === null || severity === 'info') return [];
  // Another rule that says the same of a place is known by its name alone.
  const others = (found.duplicates ?? []).map(({ tool, rule }) => {
    return { rule, cwe: catalogue.find(({ id }) => id === tool)?.rules[rule]?.cwe };
  });
  return [found, ...others].map(({ cwe, rule }) => {
    const number = cweNumber(cwe);
    return { file, line, rule, ...(number !== undefined && { cwe: number }) };
  });
}
