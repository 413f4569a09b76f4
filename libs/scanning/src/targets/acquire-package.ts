import { fetchPackage } from '@assay/targets';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { TargetGone } from './acquisition-failure';
import { type TargetSources, unsetAddress } from './target-sources';

/**
 * @throws TargetGone, PackageUnreadable, ArchiveRefused, TargetNotAllowed, TargetUnreachable, TargetTooLarge,
 * InfrastructureError, the signal's reason
 */
export async function acquirePackage(
  reference: string,
  { guard, addresses }: Pick<TargetSources, 'guard' | 'addresses'>,
  { folder, limits, signal, onProgress }: Acquisition,
): Promise<AcquiredTarget> {
  // It was set where the session was started.
  if (addresses.pkgreg === undefined) throw new TargetGone(unsetAddress('pkgreg'));
  const { bytes, files, depth, time } = limits;
  const { name, version, integrity, directory, leftOut } = await fetchPackage({
    reference,
    registry: addresses.pkgreg,
    guard,
    destination: folder,
    signal,
    onProgress,
    limits: { bytes, time, unpacked: { bytes, entries: files, depth } },
  });
  return { source: { folder: directory }, origin: { facts: { package: { name, version, integrity } }, leftOut } };
}
