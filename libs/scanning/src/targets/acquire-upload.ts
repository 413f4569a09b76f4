import { type Upload, unpackArchive } from '@assay/targets';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import { TargetGone } from './acquisition-failure';
import type { TargetSources } from './target-sources';

/** @throws TargetGone, ArchiveRefused, TargetUnreadable, InfrastructureError, the signal's reason */
export async function acquireUpload(
  uploadId: string,
  organizationId: string,
  { uploads }: Pick<TargetSources, 'uploads'>,
  { folder, limits, signal, onProgress }: Acquisition,
): Promise<AcquiredTarget> {
  const { upload, file } = await receivedUpload(uploadId, organizationId, uploads);
  const { root, leftOut } = await unpackArchive({
    file,
    destination: folder,
    limits: { bytes: limits.bytes, entries: limits.files, depth: limits.depth },
    signal,
    onProgress,
  });
  return {
    source: { folder: root },
    origin: { facts: { upload: { filename: upload.filename, sha256: upload.sha256 } }, leftOut },
  };
}

/** @throws TargetGone */
export async function receivedUpload(
  uploadId: string,
  organizationId: string,
  uploads: TargetSources['uploads'],
): Promise<{ readonly upload: Upload; readonly file: string }> {
  const upload = await uploads.find(uploadId, organizationId);
  const file = await uploads.fileOf(uploadId, organizationId);
  if (!upload || !file)
    throw new TargetGone(
      `the upload ${uploadId} is not there any more: it expired, or ASSAY_UPLOAD_DIR is not one folder for the API and all workers. Upload it again`,
    );
  return { upload, file };
}
