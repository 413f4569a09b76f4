import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Case, type Corpus, type Language, languageOf } from './cases';
import type { Detection, Tool } from './tools/tool';

/** Files per run of a tool: Assay follows 16 MB at once. */
const FILES_A_RUN = 1_000;
/** A corpus with more support files than this is another program, not helpers of cases. */
const MOST_SUPPORT = 400;

/** The findings of a tool on the cases: they are copied beside the files that they use, without any other files. */
export async function detect(tool: Tool, folder: string, { cases, support }: Corpus): Promise<Detection[]> {
  const files = [...new Set(cases.map(({ file }) => file))];
  const detections: Detection[] = [];
  for (let start = 0; start < files.length; start += FILES_A_RUN) {
    const copy = await mkdtemp(join(tmpdir(), 'assay-accuracy-'));
    try {
      const own = files.slice(start, start + FILES_A_RUN);
      for (const file of [...own, ...(support.length > MOST_SUPPORT ? [] : support)]) {
        await mkdir(dirname(join(copy, file)), { recursive: true });
        await cp(join(folder, file), join(copy, file));
      }
      detections.push(...(await tool.detect(copy, languagesOf(cases))));
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }
  return detections;
}

export const languagesOf = (cases: readonly Case[]): ReadonlySet<Language> =>
  new Set(cases.flatMap(({ file }) => languageOf(file) ?? []));
