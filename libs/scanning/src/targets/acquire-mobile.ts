import { type BuildKind, readBuild } from '@assay/targets';
import { isMobileBuild } from '../domain/upload';
import { receivedUpload } from './acquire-upload';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { TargetGone } from './acquisition-failure';
import type { TargetSources } from './target-sources';

/** The engines that judge what a build says of itself, and the one that searches the text in it. */
const RECORD_ENGINE: Readonly<Record<BuildKind, string>> = { apk: 'apk-manifest', ipa: 'ipa-plist' };
const TEXT_ENGINE = 'secretlint';

/** @throws TargetGone, ArchiveRefused, TargetUnreadable, InfrastructureError, the signal's reason */
export async function acquireMobile(
  uploadId: string,
  organizationId: string,
  { uploads, clock }: Pick<TargetSources, 'uploads' | 'clock'>,
  { folder, limits, engines, signal, onProgress }: Acquisition,
): Promise<AcquiredTarget> {
  const {
    upload: { kind, filename, sha256 },
    file,
  } = await receivedUpload(uploadId, organizationId, uploads);
  // It was one where the session was started.
  if (!isMobileBuild(kind)) throw new TargetGone(`the upload ${uploadId} is no mobile build any more`);
  const readable = engines.has(TEXT_ENGINE);
  const { source, record, identity, leftOut } = await readBuild({
    kind,
    file,
    destination: folder,
    readable,
    now: clock.now(),
    signal,
    onProgress,
    limits: { bytes: limits.bytes, entries: limits.files, depth: limits.depth },
  });
  return {
    ...(readable && { source }),
    ...(engines.has(RECORD_ENGINE[kind]) && { records: [record] }),
    origin: { facts: { upload: { filename, sha256 }, build: { kind, ...identity } }, unbilled: true, leftOut },
  };
}
