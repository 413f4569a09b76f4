import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import { countLines, UNKNOWN_LANGUAGE, detectLanguage, languageKind, isBinary } from '@assay/source-text';
import { type FileSkipReason, isImage } from './admission';
import { stagingFailed } from './errors';
import type { NamedEntry } from './name-entries';
import { type OpenFolder, close, fstat, openFile, readWhole, writeNew } from './open-entry';
import { prepareText } from './prepare-text';
import { reasonNotRead } from './reason-not-read';
import type { StagedRole } from './roles/role-of-file';
import { scriptPath } from './script-path';
import type { StagingLimits } from './staging-limits';
import type { SuppressionReader } from './suppressions/suppression-reader';

export interface FileStaging {
  readonly root: string;
  readonly pristine: string;
  readonly limits: StagingLimits;
  readonly neutralise: readonly RegExp[];
  /** Counts bytes against the target's total. @throws TargetTooLarge */
  readonly reserve: (bytes: number) => void;
  /** Counts bytes before they are written. @throws TargetTooLarge, the signal's reason */
  readonly takeWritten: (bytes: number) => void;
  /** Undefined if the target may suppress nothing. */
  readonly suppressions?: SuppressionReader | undefined;
}

interface Surroundings {
  /** Whether no other file of its folder has a path in the copy. */
  readonly isFree: (staged: string) => boolean;
  /** Whose file it is, by its language and its text. */
  readonly roleOf: (language: string, content: Uint8Array) => StagedRole;
}

/**
 * Copies one file of the target, or returns why it is skipped.
 * @param file its paths in the copy and in findings
 * @throws InfrastructureError when the copy cannot be written, TargetTooLarge
 */
export async function stageFile(
  staging: FileStaging,
  folder: OpenFolder,
  { bytes: name, printable }: NamedEntry,
  file: { staged: string; path: string },
  { isFree, roleOf }: Surroundings,
): Promise<StagedFile | FileSkipReason> {
  const named = detectLanguage(printable);
  const content = await readEntry(staging, folder, name, named);
  if (typeof content === 'string') return content;
  if (isImage(named)) {
    await writeStaged(staging, join(staging.root, file.staged), content);
    return { ...file, size: content.length, lines: 0, language: named, ...roleOf(named, NO_TEXT) };
  }
  if (isBinary(content)) return 'binary content';
  const detected = named === UNKNOWN_LANGUAGE ? detectLanguage(printable, content) : named;
  const script = named === UNKNOWN_LANGUAGE ? scriptPath(file.staged, detected, isFree) : undefined;
  const placed = script === undefined ? file : { ...file, staged: script };
  staging.suppressions?.readFile(placed, content);
  const prepared = prepareText(content, printable, staging.neutralise);
  await writeStaged(staging, join(staging.root, placed.staged), prepared);
  // A manifest names the script as it is called: there it is as well, and no tool looks at it there.
  if (placed !== file) await writeStaged(staging, join(staging.root, file.staged), prepared);
  if (prepared !== content) await writePristine(staging, join(staging.pristine, placed.staged), content);
  const language = detected === UNKNOWN_LANGUAGE ? 'text' : detected;
  return { ...placed, size: content.length, lines: countLines(prepared), language, ...roleOf(language, prepared) };
}

/** A picture says nothing of its role. */
const NO_TEXT = new Uint8Array();

async function readEntry(
  staging: FileStaging,
  folder: OpenFolder,
  name: Buffer,
  language: string,
): Promise<Buffer | FileSkipReason> {
  try {
    const fd = await openFile(folder, name);
    try {
      const stats = await fstat(fd);
      const { size } = stats;
      if (!stats.isFile()) return 'not a regular file';
      if (size > allowedBytes(language, staging.limits)) return 'too large';
      staging.reserve(size);
      return (await readWhole(fd, size)) ?? 'changed while it was read';
    } finally {
      await close(fd);
    }
  } catch (error) {
    return reasonNotRead(error);
  }
}

function allowedBytes(language: string, limits: StagingLimits): number {
  if (isImage(language)) return limits.imageBytes;
  return languageKind(language) === 'lock' ? limits.lockBytes : limits.fileBytes;
}

/**
 * Writes a read-only file, so that an engine cannot fix what it finds. The folder stays writable, so that one call
 * removes the copy. A copy never replaces another one.
 */
export async function writeStaged({ takeWritten }: FileStaging, path: string, content: Buffer): Promise<void> {
  takeWritten(content.length);
  try {
    await writeNew(path, content, 0o444);
  } catch (error) {
    throw stagingFailed(error);
  }
}

async function writePristine(staging: FileStaging, path: string, content: Buffer): Promise<void> {
  await makeFolder(dirname(path));
  await writeStaged(staging, path, content);
}

/** @throws InfrastructureError */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw stagingFailed(error);
  }
}
