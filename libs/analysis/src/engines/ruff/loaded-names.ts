import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { EnginePass } from '../engine';
import { decodeText } from '../kit/per-file';

/** So many other modules of a folder have to lack the name as well. One or two share a mistake by copying. */
const LEAST_OTHERS = 2;
/** So many modules that have the name in them are looked at, none of them larger than so many bytes. */
const MOST_MODULES = 30;
const MOST_BYTES = 256 * 1024;
/** So many modules of a folder, and so many bytes of all folders, are searched for names. */
const MOST_OF_FOLDER = 400;
const MOST_BYTES_OF_ALL = 4 * 1024 * 1024;

/** The modules of a folder by the words in them. */
type Mentions = ReadonlyMap<string, readonly string[]>;

/** Built-in names of Python 2. Whole folders lack them together, and fail. */
export const OF_PYTHON_2 = new Set(
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
  readonly #mentions = new Map<string, Promise<Mentions>>();
  #left = MOST_BYTES_OF_ALL;
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
      if (modules.length < MOST_OF_FOLDER && file.size <= MOST_BYTES && file.staged.endsWith('.py')) modules.push(file);
    }
  }

  async has(name: string, staged: string): Promise<boolean> {
    if (OF_PYTHON_2.has(name)) return false;
    let others = 0;
    for (const module of (await this.#mentionsIn(posix.dirname(staged))).get(name) ?? []) {
      if (module === staged || !(await this.#namesOf(module)).has(name)) continue;
      others += 1;
      if (others === LEAST_OTHERS) return true;
    }
    return false;
  }

  #mentionsIn(folder: string): Promise<Mentions> {
    const known = this.#mentions.get(folder) ?? this.#readMentions(folder);
    this.#mentions.set(folder, known);
    return known;
  }

  async #readMentions(folder: string): Promise<Mentions> {
    const mentions = new Map<string, string[]>();
    for (const { staged, size } of this.#modules.get(folder) ?? []) {
      if (size > this.#left) break;
      this.#left -= size;
      const text = await readFile(join(this.pass.root, staged), 'utf8');
      for (const word of new Set(text.match(/\b[A-Za-z_]\w*/g))) {
        const modules = mentions.get(word) ?? [];
        mentions.set(word, modules);
        if (modules.length < MOST_MODULES) modules.push(staged);
      }
    }
    return mentions;
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
