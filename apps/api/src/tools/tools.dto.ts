import { FINDING_CATEGORIES, TARGET_KINDS, type TargetKind } from '@assay/kernel';
import { OneOf } from '../http/fields';

export class ListToolsDto {
  @OneOf({ values: FINDING_CATEGORIES, optional: true })
  category?: string;

  @OneOf({ values: TARGET_KINDS, optional: true })
  target?: TargetKind;
}
