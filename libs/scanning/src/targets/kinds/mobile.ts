import type { BuildKind } from '@assay/targets';
import { timestamp } from '@assay/kernel';
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

/** The engines that judge the manifest of a build, and the engine that searches its text. */
const RECORD_ENGINE: Readonly<Record<BuildKind, string>> = { apk: 'apk-manifest', ipa: 'ipa-plist' };
const TEXT_ENGINE = 'secretlint';

export const mobile: TargetDefinition<TargetOf<'mobile'>> = {
  cataloguedAs: 'mobile',
  filesHaveRoles: false,
  recordsAreWhole: true,
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

  /** @throws TargetGone */
  async acquire({ uploadId }, { engines }, access) {
    const {
      upload: { kind, filename, sha256 },
      file,
    } = await receivedUpload(uploadId, access);
    // The upload was a mobile build when the session was started.
    if (!isMobileBuild(kind)) throw new TargetGone(`the upload ${uploadId} is no mobile build any more`);
    return {
      job: {
        kind: 'build',
        file,
        build: kind,
        readable: engines.has(TEXT_ENGINE),
        recorded: engines.has(RECORD_ENGINE[kind]),
        at: timestamp(access.sources.clock),
      },
      originOf: ({ leftOut, identifier = null, version = null }) => ({
        facts: { upload: { filename, sha256 }, build: { kind, identifier, version } },
        unbilled: true,
        leftOut,
      }),
    };
  },

  describe: ({ uploadId }) => `mobile:${uploadId}`,
  identity: ({ uploadId }) => `mobile:${uploadId}`,
  view: ({ kind, uploadId }) => ({ sourceType: kind, uploadId }),
  viewFields: { sourceType: 'text', uploadId: 'text' },
};
