import { type RefusalCode, refused } from '@assay/kernel';
import type { ReadModels } from '@assay/read-models';
import { type ScanDocument, scanDocuments } from './scan-document';

/** @throws RefusedError with the code, also for another organization's scan */
export async function findScan(
  readModels: ReadModels,
  { organizationId, scanId }: { readonly organizationId: string; readonly scanId: string | undefined },
  [code, message]: [RefusalCode, string] = ['SCAN_NOT_FOUND', 'Scan not found'],
): Promise<ScanDocument> {
  const [stored] =
    scanId === undefined ? [] : await readModels.collection(scanDocuments).find({ where: { scanId }, limit: 1 });
  if (stored?.document.organizationId !== organizationId) return refused(code, message);
  return stored.document;
}
