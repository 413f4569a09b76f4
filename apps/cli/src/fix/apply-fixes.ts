import { applyEdits } from '@assay/findings';
import type { PlannedFile } from './planned-fixes';
import { FileLeft, type TextFile, digestOf, readTextFile, replaceText } from './text-file';

/** A planned file as it is on the disk. */
export interface ReadyFile {
  readonly plan: PlannedFile;
  readonly file: TextFile;
}

export interface LeftFile {
  readonly plan: PlannedFile;
  /** As the end of a sentence about the file. */
  readonly reason: string;
}

/** Reads the files of a plan. One that is not what was analysed is left, with all of its fixes. */
export async function readyFiles(
  root: string,
  plans: readonly PlannedFile[],
): Promise<{ readonly ready: readonly ReadyFile[]; readonly left: readonly LeftFile[] }> {
  const ready: ReadyFile[] = [];
  const left: LeftFile[] = [];
  for (const plan of plans) {
    try {
      const file = await readTextFile(root, plan.path);
      if (digestOf(file) !== plan.digest) throw new FileLeft('has changed since it was analysed');
      ready.push({ plan, file });
    } catch (error) {
      if (!(error instanceof FileLeft)) throw error;
      left.push({ plan, reason: error.message });
    }
  }
  return { ready, left };
}

export interface AppliedFile extends ReadyFile {
  /** As it was written. */
  readonly written: TextFile;
}

/** Writes the files, one after the other, until the signal says that it is enough. */
export async function applyFixes(
  root: string,
  files: readonly ReadyFile[],
  signal: AbortSignal,
): Promise<{ readonly applied: readonly AppliedFile[]; readonly left: readonly LeftFile[] }> {
  const applied: AppliedFile[] = [];
  const left: LeftFile[] = [];
  for (const { plan, file } of files) {
    if (signal.aborted) break;
    try {
      const written = await replaceText(root, file, applyEdits(file.text, plan.edits));
      applied.push({ plan, file, written });
    } catch (error) {
      if (!(error instanceof FileLeft)) throw error;
      left.push({ plan, reason: error.message });
    }
  }
  return { applied, left };
}

/** Restores a file's earlier text. @returns why not, if somebody has changed it since */
export async function undo(root: string, { file, written }: AppliedFile): Promise<string | undefined> {
  try {
    await replaceText(root, written, file.text);
    return undefined;
  } catch (error) {
    if (!(error instanceof FileLeft)) throw error;
    return error.message;
  }
}
