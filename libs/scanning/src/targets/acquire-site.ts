import { observeSite } from '@assay/targets';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import type { TargetSources } from './target-sources';

/** @throws TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError, the signal's reason */
export async function acquireSite(
  urls: readonly string[],
  { guard, chromium }: Pick<TargetSources, 'guard' | 'chromium'>,
  { folder, limits, engines, toolTimeout, signal, onProgress }: Acquisition,
): Promise<AcquiredTarget> {
  const { pages, leftOut, ...content } = await observeSite({
    urls,
    guard,
    engines,
    chromium,
    folder,
    signal,
    onProgress,
    limits: { bytes: limits.bytes, time: limits.time, toolTime: toolTimeout },
  });
  return { ...content, origin: { facts: { site: { pages } }, unbilled: true, leftOut } };
}
