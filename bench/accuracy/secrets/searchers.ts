import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed } from '../printed';
import { SECRET_FORMATS } from '../../../libs/analysis/src/catalogue/secret-formats';
import { type SecretSearch, secretSearch } from '../../../libs/analysis/src/engines/secretlint/search-secrets';
import { fileRole } from '../../../libs/source-text/src/file-role';
import type { LabelledLine } from './labels';

/** The lines of a file, from and to, that a tool reports. */
export interface ReportedLines {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

export interface Searcher {
  readonly name: string;
  /** @returns undefined if the tool is not installed */
  readonly search: (root: string, lines: readonly LabelledLine[]) => Promise<readonly ReportedLines[] | undefined>;
}

let own: Promise<SecretSearch> | undefined;

async function assay(root: string, lines: readonly LabelledLine[]): Promise<ReportedLines[]> {
  const search = await (own ??= secretSearch(SECRET_FORMATS));
  const reported: ReportedLines[] = [];
  for (const file of new Set(lines.map((line) => line.file))) {
    const text = readFileSync(join(root, file), 'utf8');
    const role = fileRole(file);
    const staged = { staged: file, path: file, size: text.length, lines: 0, language: '' };
    const found = await search({ file: role === 'own' ? staged : { ...staged, role }, text });
    for (const { problem } of found)
      reported.push({ file, from: problem.line ?? 1, to: problem.endLine ?? problem.line ?? 1 });
  }
  return reported;
}

interface GitleaksFinding {
  readonly File: string;
  readonly StartLine: number;
  readonly EndLine: number;
}

async function gitleaks(root: string): Promise<ReportedLines[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gitleaks-'));
  try {
    const report = join(folder, 'report.json');
    const args = ['dir', '.', '--report-format', 'json', '--report-path', report, '--exit-code', '0', '--no-banner'];
    if (printed('gitleaks', args, { cwd: root }) === undefined) return undefined;
    return (JSON.parse(readFileSync(report, 'utf8')) as GitleaksFinding[]).map(({ File, StartLine, EndLine }) => ({
      file: File,
      from: StartLine,
      to: EndLine,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Searches the labelled files alone: a whole repository takes minutes. */
async function detectSecrets(root: string, lines: readonly LabelledLine[]): Promise<ReportedLines[] | undefined> {
  const files = [...new Set(lines.map(({ file }) => file))];
  const output = printed('detect-secrets', ['scan', '--all-files', ...files], { cwd: root });
  if (output === undefined) return undefined;
  const { results } = JSON.parse(output) as { results: Record<string, readonly { line_number: number }[]> };
  return Object.entries(results).flatMap(([file, found]) =>
    found.map(({ line_number }) => ({ file, from: line_number, to: line_number })),
  );
}

export const SEARCHERS: readonly Searcher[] = [
  { name: 'assay', search: assay },
  { name: 'gitleaks', search: gitleaks },
  { name: 'detect-secrets', search: detectSecrets },
];
