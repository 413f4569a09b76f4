import { type BuildKind, readBuild } from '@assay/targets';
import type { TargetOf } from '../../domain/session-target';
import { isMobileBuild } from '../../domain/upload';
import { UPLOAD_ID, receivedUpload } from '../received-upload';
import { invalid } from '../refusals';
import type { TargetDefinition } from '../target-definition';
import { TargetGone } from '../target-gone';

declare module '../../domain/session-target' {
  interface TargetFields {
    mobile: { readonly uploadId: string };
  }
}

/** The engines that judge what a build says of itself, and the one that searches the text in it. */
const RECORD_ENGINE: Readonly<Record<BuildKind, string>> = { apk: 'apk-manifest', ipa: 'ipa-plist' };
const TEXT_ENGINE = 'secretlint';

export const mobile: TargetDefinition<TargetOf<'mobile'>> = {
  cataloguedAs: 'mobile',
  fromScan: {
    fields: { uploadId: UPLOAD_ID },
    forms: [{ takes: 'uploadId', target: (uploadId) => ({ kind: 'mobile', uploadId }) }],
  },
  written: 'a mobile build (apk, ipa)',
  fromUpload: ({ uploadId, kind }) => (isMobileBuild(kind) ? { kind: 'mobile', uploadId } : undefined),

  async admit(target, { received }) {
    const { kind } = await received(target.uploadId);
    if (!isMobileBuild(kind))
      return invalid('uploadId', `is a file of the kind ${kind}, which is no mobile build: upload an apk or an ipa`);
    return target;
  },

  /** @throws TargetGone, ArchiveRefused, TargetUnreadable, InfrastructureError, the signal's reason */
  async acquire({ uploadId }, { folder, limits, engines, signal, writes, onProgress }, access) {
    const {
      upload: { kind, filename, sha256 },
      file,
    } = await receivedUpload(uploadId, access);
    // It was one where the session was started.
    if (!isMobileBuild(kind)) throw new TargetGone(`the upload ${uploadId} is no mobile build any more`);
    const readable = engines.has(TEXT_ENGINE);
    const { source, record, identity, leftOut } = await readBuild({
      kind,
      file,
      destination: folder,
      readable,
      now: access.sources.clock.now(),
      signal,
      writes,
      onProgress,
      limits: { bytes: limits.bytes, entries: limits.files, depth: limits.depth },
    });
    return {
      ...(readable && { source }),
      ...(engines.has(RECORD_ENGINE[kind]) && { records: [record] }),
      origin: { facts: { upload: { filename, sha256 }, build: { kind, ...identity } }, unbilled: true, leftOut },
    };
  },

  describe: ({ uploadId }) => `mobile:${uploadId}`,
  identity: ({ uploadId }) => `mobile:${uploadId}`,
  view: ({ kind, uploadId }) => ({ sourceType: kind, uploadId }),
  viewFields: { sourceType: 'text', uploadId: 'text' },
};
