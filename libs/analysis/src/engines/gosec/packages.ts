import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ProcessEnd, runProgram } from '../kit/run-program';
import { oneLine } from '../kit/per-file';
import type { Workspace } from './workspace';

export interface GoPackages {
  /** Absolute paths of the folders that have a file which Go builds. */
  readonly folders: readonly string[];
  /** Why Go does not build each of the other files, by its staged path. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** The description of one folder by `go list`. */
interface ListedFolder {
  readonly Dir?: string;
  readonly GoFiles?: readonly string[];
  readonly IgnoredGoFiles?: readonly string[];
  readonly CgoFiles?: readonly string[];
  readonly InvalidGoFiles?: readonly string[];
  readonly Error?: { readonly Err?: string } | null;
}

/** How many folders are named in one call: Linux allows 2 MB of arguments. */
const FOLDERS = 1_000;

/**
 * Asks Go which files of the workspace it builds. gosec judges only these, and does not name the others.
 * @throws Error if Go fails or writes no whole answer
 */
export async function packagesOf(
  { files }: Workspace,
  { go, scratch, environment }: { go: string; scratch: string; environment: Readonly<Record<string, string>> },
): Promise<GoPackages> {
  const all = [...new Set([...files.keys()].map((path) => dirname(path)))].sort();
  const built = new Set<string>();
  const reasons = new Map<string, string>();
  const outputPath = join(scratch, 'go-list.json');
  for (let at = 0; at < all.length; at += FOLDERS) {
    const fields = '-json=Dir,GoFiles,IgnoredGoFiles,CgoFiles,InvalidGoFiles,Error';
    const args = ['list', '-e', fields, '--', ...all.slice(at, at + FOLDERS)];
    const end = await runProgram({ program: go, args, cwd: scratch, outputPath, environment });
    for (const listed of parseListing(await readFile(outputPath, 'utf8'), end)) read(listed, { built, reasons });
  }
  const left = [...files].filter(([path]) => !built.has(path));
  return {
    folders: [...new Set([...built].filter((path) => files.has(path)).map((path) => dirname(path)))].sort(),
    unreadable: new Map(
      left.map(([path, staged]) => [staged, reasons.get(path) ?? reasons.get(dirname(path)) ?? OTHER]),
    ),
  };
}

const OTHER = 'Go does not build it';

function read(
  { Dir, GoFiles, IgnoredGoFiles, CgoFiles, InvalidGoFiles, Error: error }: ListedFolder,
  { built, reasons }: { readonly built: Set<string>; readonly reasons: Map<string, string> },
): void {
  if (Dir === undefined) return;
  const because = (names: readonly string[] | null | undefined, reason: string) => {
    for (const name of names ?? []) reasons.set(join(Dir, name), reason);
  };
  if (error?.Err) reasons.set(Dir, oneLine(error.Err.replaceAll(`${Dir}/`, '')));
  // gosec loads no folder that has an invalid file.
  if ((InvalidGoFiles ?? []).length === 0) for (const name of GoFiles ?? []) built.add(join(Dir, name));
  because(IgnoredGoFiles, 'no part of a build for Linux');
  because(CgoFiles, 'Go and C in one file');
}

/**
 * Reads one object after another, each of which a line `}` ends.
 * @throws Error if an object cannot be read, or Go did not end with 0
 */
function parseListing(text: string, { code, signal, errors }: ProcessEnd): ListedFolder[] {
  try {
    if (code === 0) return text.split(/(?<=^\}$)\n/m).flatMap((each) => (each.trim() === '' ? [] : JSON.parse(each)));
  } catch (error) {
    throw new Error(`go list wrote no whole answer: ${String(error)}`, { cause: error });
  }
  throw new Error(`go list ended with ${signal ?? `code ${code}`}: ${oneLine(errors)}`);
}
