import { type RawFinding, type ToolDefinition, catalogue, engineProfiles } from '@assay/analysis';
import type { StagedFile } from '@assay/target-records';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { inKeptHost } from '../../../analysis/test/kept-host';
import { runPassWithRepair } from '@assay/analysis';
import { type EditedFile, contentOf } from './edited-file';

/** Engines that judge each file on its own, and that are quick enough for thousands of files. */
const ENGINES = ['oxlint', 'ruff', 'ast-grep', 'stylelint', 'markdownlint'] as const;

const TOOLS = catalogue.filter(({ engine }) => (ENGINES as readonly string[]).includes(engine));
export const toolOf = (id: string): ToolDefinition => TOOLS.find((tool) => tool.id === id)!;

export interface FoundInFile {
  readonly tool: string;
  readonly finding: RawFinding;
}

const versionOf = (file: EditedFile): string => `${file.path}\0${contentOf(file)}`;

/**
 * The findings of real engines in each version of each file. All versions are files of one tree, so that an engine
 * starts once for thousands of them.
 */
export async function findAll(files: Iterable<EditedFile>): Promise<(file: EditedFile) => readonly FoundInFile[]> {
  const versions = new Map([...files].map((file) => [versionOf(file), file]));
  const found = new Map<string, FoundInFile[]>();
  const root = mkdtempSync(join(tmpdir(), 'assay-identity-'));
  try {
    const staged = new Map<string, string>();
    const listed = [...versions].map(([version, file], index): StagedFile => {
      const path = `${index}/${file.path}`;
      staged.set(path, version);
      const content = contentOf(file);
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      return { staged: path, path, size: Buffer.byteLength(content), lines: file.lines.length, language: '' };
    });
    for (const engine of ENGINES)
      for (const { tool, finding } of await findingsOf(engine, root, listed)) {
        const version = staged.get(finding.file ?? '')!;
        const known = found.get(version);
        if (known) known.push({ tool, finding });
        else found.set(version, [{ tool, finding }]);
      }
  } finally {
    rmSync(root, { recursive: true });
  }
  return (file) => found.get(versionOf(file)) ?? [];
}

async function findingsOf(engine: (typeof ENGINES)[number], root: string, files: readonly StagedFile[]) {
  const tools = TOOLS.filter((tool) => tool.engine === engine);
  const profile = engineProfiles.find(({ id }) => id === engine)!;
  const isRead = picomatch(tools.flatMap((tool) => [...tool.files]));
  const read = files.filter(({ staged }) => isRead(staged));
  if (read.length === 0) return [];
  const { tools: runs } = await inKeptHost(profile, (scratch, limits) =>
    runPassWithRepair(
      { engine, tools, root, files: read, scratch },
      { ...limits, mostFindings: 10_000_000, timeout: 600_000 },
    ),
  );
  for (const { tool, outcome } of runs)
    if (outcome.status !== 'completed') throw new Error(`${tool} did not complete: ${JSON.stringify(outcome)}`);
  return runs.flatMap(({ tool, findings }) => findings.map((finding) => ({ tool, finding })));
}
