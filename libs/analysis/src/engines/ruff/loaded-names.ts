import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { EnginePass } from '../engine';
import { decodeText } from '../kit/per-file';

/** So many other modules of a folder have to lack the name as well. One or two share a mistake by copying. */
const LEAST_OTHERS = 2;
/** So many modules of a folder are looked at, none of them larger than so many bytes. */
const MOST_MODULES = 30;
const MOST_BYTES = 256 * 1024;

/** Built-in names of Python 2. Whole folders lack them together, and fail. */
const OF_PYTHON_2 = new Set(
  'apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange'.split(
    ' ',
  ),
);

/**
 * Names that a loader sets in each module of a folder before it calls it, as loaders of plug-ins do: several modules
 * use the name, and none of them defines it.
 */
export class LoadedNames {
  readonly #modules = new Map<string, EnginePass['files'][number][]>();
  readonly #missing = new Map<string, Promise<ReadonlySet<string>>>();

  /** @param missingIn which names a module uses and does not define */
  constructor(
    private readonly pass: EnginePass,
    private readonly missingIn: (text: string) => ReadonlySet<string>,
  ) {
    for (const file of pass.files) {
      const folder = posix.dirname(file.staged);
      const modules = this.#modules.get(folder) ?? [];
      this.#modules.set(folder, modules);
      if (modules.length < MOST_MODULES && file.size <= MOST_BYTES && file.staged.endsWith('.py')) modules.push(file);
    }
  }

  async has(name: string, staged: string): Promise<boolean> {
    if (OF_PYTHON_2.has(name)) return false;
    let others = 0;
    for (const module of this.#modules.get(posix.dirname(staged)) ?? []) {
      if (module.staged === staged || !(await this.#namesOf(module.staged)).has(name)) continue;
      others += 1;
      if (others === LEAST_OTHERS) return true;
    }
    return false;
  }

  #namesOf(staged: string): Promise<ReadonlySet<string>> {
    const known = this.#missing.get(staged) ?? this.#read(staged);
    this.#missing.set(staged, known);
    return known;
  }

  async #read(staged: string): Promise<ReadonlySet<string>> {
    try {
      return this.missingIn(decodeText(await readFile(join(this.pass.root, staged))));
    } catch {
      // The judgement of the module itself says that it cannot be analysed, or that Ruff broke on it.
      return new Set();
    }
  }
}
