import { type TellingFile, type TellingKind, type TellingEntry, tellingFile } from '@assay/target-records';
import type { RawFinding } from '../engine';
import { nameOf, placeOf } from './entry-place';

interface KindRule {
  readonly rule: string;
  readonly says: string;
  /** Also where a later layer removed it. */
  readonly alsoRemoved: boolean;
}

const KIND_RULES: Partial<Record<TellingKind, KindRule>> = {
  'private key': { rule: 'private-key', says: 'is a private key', alsoRemoved: true },
  'host key': {
    rule: 'ssh-host-key',
    says: 'is the key by which a server proves who it is: all containers of the image share it',
    alsoRemoved: true,
  },
  'key store': { rule: 'key-store', says: 'is a store of keys', alsoRemoved: true },
  credentials: { rule: 'credentials-file', says: 'holds credentials', alsoRemoved: true },
  'environment file': { rule: 'environment-file', says: 'holds settings that are usually secret', alsoRemoved: true },
  'shell history': { rule: 'shell-history', says: 'holds commands that somebody typed', alsoRemoved: true },
  'sudo rules': { rule: 'passwordless-sudo', says: 'lets programs become root without a password', alsoRemoved: false },
  'docker socket': {
    rule: 'docker-socket',
    says: 'stands for the socket of the machine’s Docker: whoever reaches it is root there',
    alsoRemoved: false,
  },
};

/** Files that should not be in an image, by what they are. */
export function fileFindings(entries: readonly TellingEntry[]): RawFinding[] {
  const told = entries.flatMap((entry) => {
    const file = entry.kind === 'folder' ? undefined : tellingFile(entry.path);
    return file && isProved(entry, file) ? [{ entry, kind: file.kind }] : [];
  });
  return [
    ...told.flatMap(({ entry, kind }) => {
      const rule = KIND_RULES[kind];
      return rule && (rule.alsoRemoved || entry.removedBy === undefined)
        ? [{ rule: rule.rule, place: placeOf(entry), message: `${nameOf(entry)} ${rule.says}` }]
        : [];
    }),
    ...repositories(told.filter(({ kind }) => kind === 'version control').map(({ entry }) => entry)),
    ...caches(
      told
        .filter(({ kind, entry }) => kind === 'package cache' && entry.removedBy === undefined)
        .map(({ entry }) => entry),
    ),
  ];
}

/**
 * An empty file is nothing; one that was too long to read is taken at its name. A socket cannot be in a layer: anything
 * of its name stands for it.
 */
function isProved({ kind: entryKind, size, text }: TellingEntry, { kind, proof }: TellingFile): boolean {
  if (kind === 'docker socket') return true;
  return (
    (entryKind === 'file' || entryKind === 'hardlink') &&
    size > 0 &&
    (proof === undefined || text === undefined || proof.test(text))
  );
}

/** One finding a repository, whichever of its files are there. */
function repositories(entries: readonly TellingEntry[]): RawFinding[] {
  const folders = new Map(
    entries.map((entry) => {
      const folder = { ...entry, path: entry.path.replace(/\/[^/]+$/, '') };
      return [placeOf(folder), folder];
    }),
  );
  return [...folders].map(([place, folder]) => ({
    rule: 'version-control-data',
    place,
    message: `${nameOf(folder)} is the history of a repository, with all that was ever committed`,
  }));
}

const CACHE = /^(?:var\/lib\/apt\/lists|var\/cache\/[^/]+|(?:root|home\/[^/]+)\/\.[^/]+\/[^/]+)/;

/** One finding a cache. */
function caches(entries: readonly TellingEntry[]): RawFinding[] {
  const sizes = new Map<string, number>();
  for (const { path, size } of entries) {
    const folder = CACHE.exec(path)![0];
    sizes.set(folder, (sizes.get(folder) ?? 0) + size);
  }
  return [...sizes].map(([folder, bytes]) => ({
    rule: 'package-cache',
    place: folder,
    message: `/${folder} holds ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} KB that only installing packages needs`,
  }));
}
