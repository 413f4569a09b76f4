import {
  type TargetGuard,
  type UploadStore,
  createFolderUploadStore,
  createTargetGuard,
  parseAllowedTargets,
} from '@assay/targets';
import { type Clock, InvalidSetting, type Settings, type TargetLimits } from '@assay/kernel';

/** Where targets come from, and what they may be. */
export interface TargetSources {
  readonly guard: TargetGuard;
  /** The setting from which the guard is made, for processes that make their own. */
  readonly allowedTargets: string;
  /** The base addresses; undefined where this service has none. */
  readonly addresses: Settings['sources'];
  /** Absolute paths, below which any directory may be analysed. */
  readonly directoryRoots: readonly string[];
  readonly limits: TargetLimits;
  /** See `Settings`. */
  readonly chromium: string | undefined;
  readonly uploads: UploadStore;
  readonly clock: Clock;
}

/** The injection token of the {@link TargetSources}. */
export const TARGET_SOURCES = Symbol('TargetSources');

/** @throws InvalidSetting */
export function openTargetSources(
  {
    allowedTargets,
    sources,
    directoryRoots,
    targetLimits,
    chromium,
    uploadDir,
    maxUpload,
    uploadQuota,
    uploadKept,
  }: Settings,
  clock: Clock,
): TargetSources {
  const allowed = parseAllowedTargets(allowedTargets ?? '');
  if (!allowed.ok)
    throw new InvalidSetting('ASSAY_ALLOWED_TARGETS', allowedTargets ?? '', `is wrong: ${allowed.refusal}`);
  return {
    guard: createTargetGuard({ allowed: allowed.value }),
    allowedTargets: allowedTargets ?? '',
    addresses: sources,
    directoryRoots,
    clock,
    limits: targetLimits,
    chromium,
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

/** What is said where a target needs an address that nobody has set. */
export const unsetAddress = (kind: keyof Settings['sources']): string =>
  `this service has no ${kind}: its operator sets ASSAY_${kind.toUpperCase()}_URL`;
