import type { Upload } from '@assay/targets';
import type { ScanField, TargetAccess } from './target-definition';
import { TargetGone } from './target-gone';

/** The field of a scan that names an upload. */
export const UPLOAD_ID: ScanField = {
  max: 100,
  description: 'Needed for upload and mobile, possible for container: what POST /api/v1/uploads answered.',
};

/** @throws TargetGone */
export async function receivedUpload(
  uploadId: string,
  { organizationId, sources: { uploads } }: Pick<TargetAccess, 'organizationId' | 'sources'>,
): Promise<{ readonly upload: Upload; readonly file: string }> {
  const upload = await uploads.find(uploadId, organizationId);
  const file = await uploads.fileOf(uploadId, organizationId);
  if (!upload || !file)
    throw new TargetGone(
      `the upload ${uploadId} is not there any more: it expired, or ASSAY_UPLOAD_DIR is not one folder for the API ` +
        'and all workers. Upload it again',
    );
  return { upload, file };
}
