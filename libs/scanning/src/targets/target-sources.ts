import {
  type BrowserSettings,
  type TargetGuard,
  type UploadStore,
  createFolderUploadStore,
  createTargetGuard,
  parseAllowedTargets,
  rootWithOwnPath,
} from '@assay/targets';
import { resolve } from 'node:path';
import { type Clock, InvalidSetting, type Settings, type TargetLimits } from '@assay/kernel';

/** The places that targets may come from, and the limits of targets. */
export interface TargetSources {
  readonly guard: TargetGuard;
  /** The setting of the guard, for processes that make their own guard. */
  readonly allowedTargets: string;
  /** The base address of each host; undefined if this service has none. */
  readonly addresses: Settings['sources'];
  /** The roots of all organizations. `OrganizationRoots` tells which of them an organization has. */
  readonly directoryRoots: Settings['directoryRoots'];
  /** Folders and files of the service itself, which are never a target. */
  readonly ownPaths: readonly string[];
  readonly limits: TargetLimits;
  readonly browser: BrowserSettings;
  readonly uploads: UploadStore;
  readonly clock: Clock;
}

/** The injection token of the {@link TargetSources}. */
export const TARGET_SOURCES = Symbol('TargetSources');

/** @throws InvalidSetting */
export function openTargetSources(settings: Settings, clock: Clock): TargetSources {
  const { allowedTargets, sources, directoryRoots, targetLimits, chromium, unconfined } = settings;
  const { uploadDir, maxUpload, uploadQuota, uploadKept } = settings;
  const allowed = parseAllowedTargets(allowedTargets ?? '');
  if (!allowed.ok)
    throw new InvalidSetting('ASSAY_ALLOWED_TARGETS', allowedTargets ?? '', `is wrong: ${allowed.refusal}`);
  return {
    guard: createTargetGuard({ allowed: allowed.value }),
    allowedTargets: allowedTargets ?? '',
    addresses: sources,
    directoryRoots,
    ownPaths: ownPathsOf(settings),
    clock,
    limits: targetLimits,
    browser: { chromium, unconfined },
    uploads: createFolderUploadStore({
      folder: uploadDir,
      clock,
      maxBytes: maxUpload,
      quota: uploadQuota,
      keptFor: uploadKept,
      limits: { bytes: targetLimits.bytes, entries: targetLimits.files, depth: targetLimits.depth },
    }),
  };
}

/** The service's own files: its data and staged copies, stores, uploads, secrets and their key. */
const ownPathsOf = (settings: Settings): string[] => [
  settings.dataDir,
  settings.uploadDir,
  settings.secrets.folder,
  settings.secrets.keyFile,
  ...[settings.eventStoreUrl, settings.readModelUrl]
    .filter((address) => address.startsWith('sqlite:'))
    .map((address) => resolve(address.slice('sqlite:'.length))),
];

/**
 * Refuses roots with which sessions could read the targets, the findings and the keys of others.
 * @throws InvalidSetting
 */
export async function requireSafeRoots(settings: Settings): Promise<void> {
  const roots = settings.directoryRoots.map(({ path }) => path);
  const unsafe = await rootWithOwnPath(roots, ownPathsOf(settings));
  if (unsafe)
    throw new InvalidSetting(
      'ASSAY_DIRECTORY_ROOTS',
      unsafe.root,
      `must not contain ${unsafe.path}, which belongs to the service, nor lie in it: name other directories, or move ` +
        'the data with ASSAY_DATA_DIR',
    );
}

/** The message for a target that needs an address which is not set. */
export const unsetAddress = (kind: keyof Settings['sources']): string =>
  `this service has no ${NAMES[kind]}: its operator sets ASSAY_${kind.toUpperCase()}_URL`;

const NAMES = {
  hosta: 'address of hosta (GitHub, or a host that answers as it does)',
  hostb: 'address of hostb (GitLab, or a host that answers as it does)',
  pkgreg: 'registry of packages',
  container: 'registry of images',
} as const;
