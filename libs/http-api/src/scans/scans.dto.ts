import { SCAN_STATUSES, type ScanStatus } from '@assay/scanning';
import { OneOf, Text } from '../http/fields';
import { PagingDto } from '../http/paging.dto';

export const SOURCE_TYPES = ['url', 'hosta', 'hostb', 'upload', 'container', 'pkgreg', 'mobile'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export class StartScanDto {
  @Text({ max: 100, description: 'The project that the scan belongs to: its id.' })
  applicationId!: string;

  @OneOf({
    values: SOURCE_TYPES,
    description: 'Where the target comes from. It says which of the other fields are needed.',
  })
  sourceType!: SourceType;

  @Text({ max: 2_048, optional: true, description: 'Needed for url: a live URL.' })
  targetUrl?: string;

  @Text({
    max: 2_048,
    optional: true,
    description: 'Needed for hosta and hostb: the address of the repository, or owner/name.',
  })
  repoUrl?: string;

  @Text({ max: 255, optional: true, default: 'main', description: 'For hosta and hostb.' })
  branch: string = 'main';

  @Text({
    max: 500,
    optional: true,
    description:
      'Needed for container, unless a saved image was uploaded: the name of an image, with its tag or digest. With uploadId: which one, where the archive holds several.',
  })
  containerImage?: string;

  @Text({ max: 500, optional: true, description: 'Needed for pkgreg: name@version, a range, or a package URL.' })
  pkgregPackage?: string;

  @Text({
    max: 100,
    optional: true,
    description: 'Needed for upload and mobile, possible for container: what POST /api/v1/uploads answered.',
  })
  uploadId?: string;
}

export class ListScansDto extends PagingDto {
  @Text({ max: 100, optional: true, description: 'Only those of this project.' })
  applicationId?: string;

  @OneOf({ values: SCAN_STATUSES, optional: true, description: 'Only those with this status.' })
  status?: ScanStatus;
}
