import { posix } from 'node:path';
import type { ModuleForm } from '../ir';

/** The description of a package in its package.json. */
export interface DescribedPackage {
  /** The name by which others import it. */
  readonly name: string | undefined;
  /** The paths of what it exports, as they are written. */
  readonly entries: readonly string[];
  /** Others than the target may install it. */
  readonly isPublished: boolean;
}

const MAX_ENTRIES = 50;

/**
 * Reads a package.json.
 * @returns undefined where the text is no object of JSON
 */
export function describedPackage(text: string): DescribedPackage | undefined {
  const written = parsed(text);
  if (written === undefined) return undefined;
  const named = [written['main'], written['module'], ...textsIn(written['exports'])];
  const entries = named.filter((entry) => typeof entry === 'string');
  return {
    name: typeof written['name'] === 'string' ? written['name'] : undefined,
    entries: entries.length === 0 ? ['index'] : [...new Set(entries)].slice(0, MAX_ENTRIES),
    isPublished: isPublished(written),
  };
}

/**
 * One that tools wrote for an application has a name and an entry, too: only who means to publish says where the
 * source, the words to find it by, or the files of the package are.
 */
function isPublished(written: Readonly<Record<string, unknown>>): boolean {
  if (written['private'] === true) return false;
  if (typeof written['name'] !== 'string' || typeof written['version'] !== 'string') return false;
  const { scripts, keywords } = written;
  const says = (name: string) => written[name] !== undefined;
  // Many packages have a `start` that builds them again and again, or shows them. No application has types for others.
  const isForOthers = ['publishConfig', 'types', 'typings'].some(says);
  if (!isForOthers && isRecord(scripts) && typeof scripts['start'] === 'string') return false;
  const hasWords = Array.isArray(keywords) && keywords.length > 0;
  const isMeant = isForOthers || ['files', 'exports'].some(says);
  return isMeant || (hasWords && written['repository'] !== undefined);
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    // A text that is no JSON describes no package; the tools for package.json say what is wrong with it.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of `exports`, under conditions and sub-paths, as deep as anybody nests them. */
function textsIn(value: unknown, depth = 4): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0 || !isRecord(value)) return [];
  return Object.values(value)
    .slice(0, MAX_ENTRIES)
    .flatMap((each) => textsIn(each, depth - 1));
}

/** A build writes what is published from one of these folders. */
const BUILT = /^(?:dist|build|out|lib|es|esm|cjs)(?:\/(?:esm?|cjs|node|src|module|commonjs))?\//;

/** The modules of the target that a package exports: what a build makes is found where it is made from. */
export function entriesOf(
  folder: string,
  { entries }: Pick<DescribedPackage, 'entries'>,
  find: (path: string) => ModuleForm | undefined,
): readonly ModuleForm[] {
  const found = entries.flatMap((entry) => {
    const path = posix.normalize(entry);
    const bare = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
    const inside = bare.replace(BUILT, '');
    const places =
      inside === bare ? [path, bare] : [path, bare, `src/${inside}`, `source/${inside}`, `lib/${inside}`, inside];
    for (const place of places) {
      const module = find(posix.join(folder, place).replace(/\/$/, ''));
      if (module) return [module];
    }
    return [];
  });
  return [...new Set(found)];
}
