import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '@assay/sandbox';
import type { EngineProfile, NeededProgram } from '../engine-profile';
import { engineProfiles } from '../engine-table';
import { saidVersion } from '../kit/said-version';

interface ProgramsOfEngine {
  /** By their names, links resolved; without those that are absent. */
  readonly paths: Readonly<Record<string, string>>;
  /** The programs, and the folders that they read: what a confined engine must be shown of this machine. */
  readonly files: readonly string[];
}

/** The programs that an engine starts, as this machine has them. An engine that is not in the table starts none. */
export function programsOf(engine: string): ProgramsOfEngine {
  const found = (engineProfiles.find(({ id }) => id === engine)?.programs ?? []).flatMap((program) =>
    findPrograms(program.name)
      .slice(0, 1)
      .map((path) => ({ program, path: realpathSync(path) })),
  );
  return {
    paths: Object.fromEntries(found.map(({ program, path }) => [program.name, path])),
    files: found.flatMap(({ program, path }) => [path, ...foldersOf(program, path)]),
  };
}

/** Files that are linked into such a folder from elsewhere belong to it: Debian keeps parts of Go in another place. */
const foldersOf = ({ reads = [] }: NeededProgram, path: string): string[] =>
  reads
    .map((relative) => join(dirname(path), relative))
    .flatMap((folder) => (existsSync(folder) ? [folder, ...linkedInto(folder)] : []));

const linkedInto = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isSymbolicLink() && existsSync(path))
    .map((path) => realpathSync(path));

/** Milliseconds. A program that is installed says its version at once. */
const VERSION_TIME = 10_000;

/** The version that an engine's program prints; undefined of engines that start none, or where it prints none. */
export async function programVersion({ id, asksVersion }: EngineProfile): Promise<string | undefined> {
  if (asksVersion === undefined) return undefined;
  return saidVersion(asksVersion, programsOf(id).paths, async (program, args) => {
    const { stdout } = await promisify(execFile)(program, args, { timeout: VERSION_TIME });
    return stdout;
  });
}
