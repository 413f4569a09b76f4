import type { TargetOf } from '../../domain/session-target';
import { isMobileBuild, isSavedImage, isSourceArchive } from '../../domain/upload';
import { UPLOAD_ID, receivedUpload } from '../received-upload';
import { invalid } from '../refusals';
import type { TargetDefinition } from '../target-definition';

declare module '../../domain/session-target' {
  interface TargetFields {
    upload: { readonly uploadId: string };
  }
}

export const upload: TargetDefinition<TargetOf<'upload'>> = {
  cataloguedAs: 'upload',
  filesHaveRoles: true,
  recordsAreWhole: true,
  fromScan: {
    fields: { uploadId: UPLOAD_ID },
    forms: [{ takes: 'uploadId', target: (uploadId) => ({ kind: 'upload', uploadId }) }],
  },
  written: 'an archive (zip, tar, tar.gz, a saved image)',
  fromUpload: ({ uploadId, kind }) => (isSourceArchive(kind) ? { kind: 'upload', uploadId } : undefined),

  async admit(target, { received }) {
    const { kind } = await received(target.uploadId);
    if (isSavedImage(kind)) return invalid('uploadId', 'is a saved image: scan it with the source type container');
    if (isMobileBuild(kind)) return invalid('uploadId', 'is a mobile build: scan it with the source type mobile');
    if (!isSourceArchive(kind))
      return invalid(
        'uploadId',
        `is a file of the kind ${kind}, which is not analysed as files: pack them as zip, tar or tar.gz`,
      );
    return target;
  },

  /** @throws TargetGone */
  async acquire({ uploadId }, _, access) {
    const {
      upload: { filename, sha256 },
      file,
    } = await receivedUpload(uploadId, access);
    return {
      job: { kind: 'archive', file },
      originOf: ({ leftOut }) => ({ facts: { upload: { filename, sha256 } }, leftOut }),
    };
  },

  describe: ({ uploadId }) => `upload:${uploadId}`,
  identity: ({ uploadId }) => `upload:${uploadId}`,
  view: ({ kind, uploadId }) => ({ sourceType: kind, uploadId }),
  viewFields: { sourceType: 'text', uploadId: 'text' },
};
