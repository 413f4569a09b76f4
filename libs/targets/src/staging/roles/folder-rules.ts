import {
  type FileRole,
  type IgnoreRules,
  MATCH_STEPS,
  type MatchBudget,
  RULES_BYTES,
  isIgnored,
  parseIgnoreRules,
} from '@assay/source-text';
import { type OpenFolder, close, openFolder } from '../open-entry';
import { readSmall } from '../read-small';
import { reasonNotRead } from '../reason-not-read';
import { type AttributeRules, parseAttributes, roleByAttributes } from './git-attributes';
import { INDEX_BYTES, type TrackedPaths, readGitIndex } from './git-index';

const IGNORE_FILE = '.gitignore';
const ATTRIBUTES_FILE = '.gitattributes';

/** The rules that hold for the files of a folder, from it and from the folders above it. */
export interface FolderRules {
  /** The names of the path, as bytes in Latin-1: Git compares bytes. */
  readonly names: readonly string[];
  readonly ignore: IgnoreRules | undefined;
  readonly attributes: AttributeRules | undefined;
  /** Whether an ignore file names the folder, or one above it. */
  readonly isIgnored: boolean;
  /** Whether Git tracks it as a whole: the folder of another repository. */
  readonly isTracked: boolean;
}

/** Reads rules that the target has about its own files, with bounded work. */
export interface RuleReader {
  /** The rules of the root. `withIndex`: whether what Git tracks may be read from the folder. */
  root(folder: OpenFolder, withIndex: boolean): Promise<FolderRules>;
  /**
   * Adds the rules of the files in a folder.
   * @param path the folder's path in findings
   */
  read(folder: OpenFolder, path: string, rules: FolderRules, fileNames: readonly Buffer[]): Promise<FolderRules>;
  enter(rules: FolderRules, name: Buffer): FolderRules;
  /** The decision of the rules about a file. */
  about(
    rules: FolderRules,
    name: Buffer,
  ): { readonly role: FileRole; readonly basis: 'git' | 'ignore file' | 'attributes' } | undefined;
  /** Files with rules that were not applied, or not to all, because they would have taken too much work. */
  readonly notApplied: ReadonlySet<string>;
}

export function openRuleReader(): RuleReader {
  const budget: MatchBudget = { left: MATCH_STEPS };
  const notApplied = new Set<string>();
  let tracked: TrackedPaths | undefined;
  const named = (rules: FolderRules, names: readonly string[], isFolder: boolean): boolean => {
    const is = rules.isIgnored || isIgnored(rules.ignore, names, isFolder, budget);
    if (budget.left <= 0) notApplied.add(IGNORE_FILE);
    return is;
  };
  return {
    notApplied,
    async root(folder, withIndex) {
      tracked = withIndex ? await readIndex(folder) : undefined;
      return { names: [], ignore: undefined, attributes: undefined, isIgnored: false, isTracked: false };
    },
    async read(folder, path, rules, fileNames) {
      const depth = rules.names.length;
      const textOf = async (file: string) => {
        if (!fileNames.some((name) => name.toString('latin1') === file)) return undefined;
        const bytes = await readSmall(folder, file, RULES_BYTES);
        if (bytes === 'too large') notApplied.add(path === '' ? file : `${path}/${file}`);
        return bytes instanceof Buffer ? bytes.toString('latin1') : undefined;
      };
      const [ignore, attributes] = [await textOf(IGNORE_FILE), await textOf(ATTRIBUTES_FILE)];
      return {
        ...rules,
        ignore: ignore === undefined ? rules.ignore : parseIgnoreRules(ignore, depth, rules.ignore),
        attributes: attributes === undefined ? rules.attributes : parseAttributes(attributes, depth, rules.attributes),
      };
    },
    enter(rules, name) {
      const names = [...rules.names, name.toString('latin1')];
      return {
        ...rules,
        names,
        isIgnored: named(rules, names, true),
        isTracked: rules.isTracked || (tracked?.has(names.join('/')) ?? false),
      };
    },
    about(rules, name) {
      const names = [...rules.names, name.toString('latin1')];
      // Git ignores no file that it tracks, whatever a list says.
      const isTracked = rules.isTracked || (tracked?.has(names.join('/')) ?? false);
      if (named(rules, names, false) && !isTracked)
        return { role: 'ignored', basis: tracked === undefined ? 'ignore file' : 'git' };
      const role = roleByAttributes(rules.attributes, names, budget);
      if (rules.attributes && budget.left <= 0) notApplied.add(ATTRIBUTES_FILE);
      return role && { role, basis: 'attributes' };
    },
  };
}

async function readIndex(root: OpenFolder): Promise<TrackedPaths | undefined> {
  let folder: OpenFolder;
  try {
    folder = await openFolder(root, Buffer.from('.git'));
  } catch (error) {
    reasonNotRead(error);
    return undefined;
  }
  try {
    const bytes = await readSmall(folder, 'index', INDEX_BYTES);
    return bytes instanceof Buffer ? readGitIndex(bytes) : undefined;
  } finally {
    await close(folder.fd);
  }
}
