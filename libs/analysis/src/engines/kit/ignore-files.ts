import { readFileSync } from 'node:fs';
import { type IgnoreRules, MATCH_STEPS, type MatchBudget, isIgnored, parseIgnoreRules } from '@assay/source-text';

/** The `.gitignore` files of one tree, each read once. */
export class IgnoreFiles {
  private readonly rules = new Map<string, IgnoreRules | undefined>();
  private readonly budget: MatchBudget = { left: MATCH_STEPS };

  /** @param listIn the path at which the list of a folder can be read; undefined where it has none. The root is `.` */
  constructor(private readonly listIn: (folder: string) => string | undefined) {}

  /** Whether the rules match the file or a folder that contains it. @param mayBeFolder the file may be a folder, too */
  name(path: readonly string[], mayBeFolder = false): boolean {
    return path.some((_, index) => {
      const isFolder = mayBeFolder || index < path.length - 1;
      return isIgnored(this.rulesIn(path.slice(0, index)), toBytes(path.slice(0, index + 1)), isFolder, this.budget);
    });
  }

  private rulesIn(folder: readonly string[]): IgnoreRules | undefined {
    const key = folder.join('/');
    if (this.rules.has(key)) return this.rules.get(key);
    const above = folder.length === 0 ? undefined : this.rulesIn(folder.slice(0, -1));
    const path = this.listIn(key === '' ? '.' : key);
    const rules = path === undefined ? above : parseIgnoreRules(readFileSync(path, 'latin1'), folder.length, above);
    this.rules.set(key, rules);
    return rules;
  }
}

/** Git matches bytes, and so do these rules. */
const toBytes = (names: readonly string[]): string[] => names.map((name) => Buffer.from(name).toString('latin1'));
