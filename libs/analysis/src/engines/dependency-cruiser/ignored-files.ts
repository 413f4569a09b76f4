import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  type IgnoreRules,
  MATCH_STEPS,
  type MatchBudget,
  RULES_BYTES,
  isIgnored,
  parseIgnoreRules,
} from '@assay/source-text';
import type { EnginePass } from '../engine';
import { remembered } from '../kit/remembered';

/** Endings that an import may leave out. */
const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.json', '/index.ts', '/index.js'];

/**
 * Whether a relative import names a file that the repository's `.gitignore` excludes: a build creates it.
 * @param source the path of the importing file, below the root
 */
export function isMadeByBuild(pass: EnginePass, source: string, specifier: string): boolean {
  const path = posix.join(posix.dirname(source), specifier);
  const ignores = ignoresOf(pass);
  const written = /\.[cm]?jsx?$/.test(path) ? [path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')] : [];
  return [...ENDINGS.map((ending) => `${path}${ending}`), ...written].some((each) => ignores.name(each.split('/')));
}

/** The ignore files of one tree, each read once. */
class IgnoreFiles {
  private readonly rules = new Map<string, IgnoreRules | undefined>();
  private readonly budget: MatchBudget = { left: MATCH_STEPS };

  /** By the paths of their folders. They are staged under other names, so that no engine obeys them. */
  private readonly staged: ReadonlyMap<string, string>;

  constructor({ root, files }: EnginePass) {
    this.staged = new Map(
      files
        .filter(({ path, size }) => posix.basename(path) === '.gitignore' && size <= RULES_BYTES)
        .map(({ path, staged }) => [posix.dirname(path), join(root, staged)]),
    );
  }

  /** Whether the rules match the file or a folder that contains it. */
  name(path: readonly string[]): boolean {
    return path.some((_, index) => {
      const isFolder = index < path.length - 1;
      return isIgnored(this.rulesIn(path.slice(0, index)), toBytes(path.slice(0, index + 1)), isFolder, this.budget);
    });
  }

  private rulesIn(folder: readonly string[]): IgnoreRules | undefined {
    const key = folder.join('/');
    if (this.rules.has(key)) return this.rules.get(key);
    const above = folder.length === 0 ? undefined : this.rulesIn(folder.slice(0, -1));
    const path = this.staged.get(key === '' ? '.' : key);
    const rules = path === undefined ? above : parseIgnoreRules(readFileSync(path, 'latin1'), folder.length, above);
    this.rules.set(key, rules);
    return rules;
  }
}

/** Git matches bytes, and so do these rules. */
const toBytes = (names: readonly string[]): string[] => names.map((name) => Buffer.from(name).toString('latin1'));

const ignoresOf = remembered((pass: EnginePass) => new IgnoreFiles(pass));
