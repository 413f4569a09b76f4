import type { StagedFile } from '@assay/target-records';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from './tool';

/** Files in which the tool's own test has findings: they show that the tool works. */
export interface ToolSample {
  /** An absolute path. */
  readonly root: string;
  readonly files: readonly StagedFile[];
}

const SAMPLES = 'libs/analysis/samples';

/** Undefined if this installation has no sample of the tool. */
export function sampleOf(tool: Pick<ToolDefinition, 'id' | 'files'>): ToolSample | undefined {
  const root = sampleFolder(tool.id);
  if (root === undefined) return undefined;
  const isExamined = picomatch([...tool.files], { dot: true });
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => isExamined(path))
    .map((path) => stagedFile(root, path));
  return files.length === 0 ? undefined : { root, files };
}

/** Samples lie beside the sources, above the build. */
function sampleFolder(tool: string): string | undefined {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const samples = join(folder, SAMPLES, tool, 'positive');
    if (existsSync(samples)) return samples;
    if (dirname(folder) === folder) return undefined;
  }
}

function stagedFile(root: string, path: string): StagedFile {
  const content = readFileSync(join(root, path));
  return { staged: path, path, size: content.length, lines: content.toString('latin1').split('\n').length, language: '' };
}
