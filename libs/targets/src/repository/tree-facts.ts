import { entryName } from '@assay/archives';
import { isKnownBinary } from '@assay/source-text';
import type { TreeEntry } from './measure-tree';
import type { Listed, TreeRecord, UnwantedKind } from '@assay/target-records';

/** Entries of each kind that are listed by name. */
export const MAX_NAMED = 50;
const LARGE = 5 * 1024 * 1024;
/** According to the specification of Git LFS, a pointer has less than 1,024 bytes. */
const POINTER_BYTES = 1_024;
const MAX_POINTERS = 2_000;

/** Folders that should not be committed. Everything below such a folder counts as one entry. */
const UNWANTED_FOLDERS: Readonly<Record<string, UnwantedKind>> = {
  node_modules: 'dependencies',
  bower_components: 'dependencies',
  'site-packages': 'dependencies',
  '.venv': 'dependencies',
  __pycache__: 'compiled',
  '.gradle': 'compiled',
};

/** Files that should not be committed, by their name in lower case. An `.env.example` is meant to be committed. */
const UNWANTED_FILES: readonly (readonly [UnwantedKind, RegExp])[] = [
  ['system', /^(\.ds_store|thumbs\.db|desktop\.ini|ehthumbs\.db)$/],
  ['compiled', /\.(py[co]|class|o)$/],
  ['editor', /(^workspace\.xml|\.suo|\.sw[op]|\.iws)$|^[^.].*~$/],
  ['log', /^(.+\.log|npm-debug\.log.*|yarn-error\.log)$/],
  ['database', /\.(sqlite3?|db3|mdb)$/],
  ['environment', /^\.env(\.(local|production|prod|staging|development|dev))*$/],
  ['core-dump', /^(core\.\d+|vgcore\.\d+|hs_err_pid\d+\.log)$/],
];

export interface TreeFacts {
  add(entry: TreeEntry): void;
  isAtHead(id: string): boolean;
  /** Paths by content id of files that may be pointers of Git LFS. Git must be asked for their contents. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly attributes: ReadonlySet<string>;
  facts(): Omit<TreeRecord, 'conflicted' | 'strayPointers'>;
}

/** Collects, entry by entry, what the tree at the head should not have, and what it lacks. */
export function openTreeFacts(): TreeFacts {
  const ids = new Set<string>();
  const pointers = new Map<string, string>();
  const attributes = new Set<string>();
  const unwanted = openUnwanted();
  const large = openList<{ path: string; bytes: number }>();
  const colliding = openList<readonly [string, string]>();
  const lowerCase = new Map<string, string>();
  const top = new Set<string>();
  let files = 0;

  return {
    add({ id, mode, size, path: bytes }) {
      if (mode === '160000') return;
      const path = readablePath(bytes);
      const parts = path.split('/');
      const name = parts.at(-1)!.toLowerCase();
      files += 1;
      ids.add(id);
      if (parts.length === 1) top.add(name);
      if (name === '.gitattributes') attributes.add(id);
      if (size > LARGE) large.add({ path, bytes: size });
      unwanted.look(path);
      const folded = path.normalize('NFC').toLowerCase();
      const other = lowerCase.get(folded);
      // Most paths are already in lower case. Storing the same string twice takes no memory.
      if (other === undefined) lowerCase.set(folded, folded === path ? folded : path);
      else colliding.add([other, path]);
      if (isKnownBinary(name) && size > 0 && size < POINTER_BYTES && pointers.size < MAX_POINTERS)
        pointers.set(id, path);
    },
    isAtHead: (id) => ids.has(id),
    pointers,
    attributes,
    facts: () => ({
      files,
      has: {
        readme: some(top, /^readme(\.|$)/),
        licence: some(top, /^(un)?licen[cs]e|^copying/),
        gitignore: top.has('.gitignore'),
      },
      unwanted: unwanted.listed(),
      large: large.listed(),
      colliding: colliding.listed(),
    }),
  };
}

/** Files and folders that should not have been committed, by kind. */
function openUnwanted(): { look(path: string): void; listed(): TreeRecord['unwanted'] } {
  const lists = new Map<UnwantedKind, ReturnType<typeof openList<string>>>();
  const folders = new Set<string>();
  const note = (kind: UnwantedKind, path: string) => {
    if (!lists.has(kind)) lists.set(kind, openList());
    lists.get(kind)!.add(path);
  };
  return {
    look(path) {
      const parts = path.split('/');
      const folder = parts.findIndex(
        (part, index) => index < parts.length - 1 && Object.hasOwn(UNWANTED_FOLDERS, part),
      );
      if (folder >= 0) {
        const whole = `${parts.slice(0, folder + 1).join('/')}/`;
        if (!folders.has(whole)) note(UNWANTED_FOLDERS[parts[folder]!]!, whole);
        folders.add(whole);
      } else {
        const name = parts.at(-1)!.toLowerCase();
        const kind = UNWANTED_FILES.findLast(([, pattern]) => pattern.test(name))?.[0];
        if (kind) note(kind, path);
      }
    },
    listed: () => Object.fromEntries([...lists].map(([kind, list]) => [kind, list.listed()])),
  };
}

/** A list that keeps its first entries and counts the rest. */
export function openList<Entry>(): { add(entry: Entry): void; listed(): Listed<Entry> } {
  const first: Entry[] = [];
  let total = 0;
  return {
    add(entry) {
      total += 1;
      if (first.length < MAX_NAMED) first.push(entry);
    },
    listed: () => ({ first, total }),
  };
}

/** The path with unprintable characters escaped. Different paths remain different. */
export const readablePath = (bytes: Buffer): string => entryName(bytes).printable;

export const isLarge = (bytes: number): boolean => bytes > LARGE;

const some = (names: ReadonlySet<string>, pattern: RegExp): boolean => [...names].some((name) => pattern.test(name));
