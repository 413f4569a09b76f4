import { refused } from '@assay/kernel';
import type { SessionTarget } from '@assay/scanning';
import type { SourceType, StartScanDto } from './scans.dto';

const FIELDS = ['targetUrl', 'repoUrl', 'containerImage', 'pkgregPackage', 'uploadId'] as const;
type Field = (typeof FIELDS)[number];

const NEEDED: Readonly<Record<SourceType, Field>> = {
  url: 'targetUrl',
  hosta: 'repoUrl',
  hostb: 'repoUrl',
  upload: 'uploadId',
  container: 'containerImage',
  pkgreg: 'pkgregPackage',
  mobile: 'uploadId',
};

/** @throws RefusedError VALIDATION_ERROR where the field of the source is missing, or one of another source is there */
export function scanTarget(body: StartScanDto): SessionTarget {
  const { sourceType, branch } = body;
  const needed = sourceType === 'container' && body.uploadId !== undefined ? 'uploadId' : NEEDED[sourceType];
  const value = body[needed];
  const optional = sourceType === 'container' && needed === 'uploadId' ? ['containerImage'] : [];
  const problems = [
    ...(value === undefined
      ? [
          {
            field: needed,
            message: `is required for ${sourceType}${sourceType === 'container' ? ', or an uploadId' : ''}`,
          },
        ]
      : []),
    ...FIELDS.filter((field) => field !== needed && !optional.includes(field) && body[field] !== undefined).map(
      (field) => ({ field, message: `does not apply to ${sourceType}, which takes ${needed}` }),
    ),
  ];
  if (value === undefined || problems.length > 0)
    return refused(
      'VALIDATION_ERROR',
      problems.map(({ field, message }) => `${field} ${message}`).join('; '),
      problems,
    );
  switch (sourceType) {
    case 'url':
      return { kind: sourceType, url: value };
    case 'hosta':
    case 'hostb':
      return { kind: sourceType, repoUrl: value, branch };
    case 'upload':
    case 'mobile':
      return { kind: sourceType, uploadId: value };
    case 'container':
      return needed === 'uploadId'
        ? {
            kind: sourceType,
            uploadId: value,
            ...(body.containerImage !== undefined && { savedImage: body.containerImage }),
          }
        : { kind: sourceType, image: value };
    case 'pkgreg':
      return { kind: sourceType, package: value };
  }
}
