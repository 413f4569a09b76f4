import { type NotableFile, type NotableKind, type NotableEntry, notableFile } from '@assay/target-records';
import type { RawFinding } from '../engine';

interface KindRule {
  readonly rule: string;
  readonly says: string;
  /** Whether the rule also applies to a file that a later layer removed. */
  readonly alsoRemoved: boolean;
}

const KIND_RULES: Partial<Record<NotableKind, KindRule>> = {
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

/** Finds files that should not be in an image. */
export function fileFindings(entries: readonly NotableEntry[]): RawFinding[] {
  const told = entries.flatMap((entry) => {
    const file = entry.kind === 'folder' ? undefined : notableFile(entry.path);
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
 * Whether the content confirms the kind of a file. An empty file does not. For a file that was too long to read, the
 * name is enough. A layer cannot contain a socket, so any entry with its name counts.
 */
function isProved({ kind: entryKind, size, text }: NotableEntry, { kind, proof }: NotableFile): boolean {
  if (kind === 'docker socket') return true;
  return (
    (entryKind === 'file' || entryKind === 'hardlink') &&
    size > 0 &&
    (proof === undefined || text === undefined || proof.test(text))
  );
}

/** Makes one finding a repository, whichever of its files exist. */
function repositories(entries: readonly NotableEntry[]): RawFinding[] {
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

/** Makes one finding a cache. */
function caches(entries: readonly NotableEntry[]): RawFinding[] {
  const sizes = new Map<string, number>();
  for (const { path, size } of entries) {
    const folder = CACHE.exec(path)![0];
    sizes.set(folder, (sizes.get(folder) ?? 0) + size);
  }
  return [...sizes].map(([folder, bytes]) => ({
    rule: 'package-cache',
    place: folder,
    message:
      `/${folder} holds ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} KB that ` +
      'only installing packages needs',
  }));
}

/** The place of an entry in findings. A container does not see a removed entry, but everybody who has the image can. */
const placeOf = ({ path, removedBy }: Pick<NotableEntry, 'path' | 'removedBy'>): string =>
  removedBy === undefined ? path : `${path} (removed by layer ${removedBy + 1})`;

/** The same inside a sentence: `/root/.npmrc`, with the layer that still has it if it was removed. */
const nameOf = ({ path, layer, removedBy }: Pick<NotableEntry, 'path' | 'layer' | 'removedBy'>): string =>
  removedBy === undefined
    ? `/${path}`
    : `/${path}, which layer ${removedBy + 1} removes and layer ${layer + 1} still holds,`;
