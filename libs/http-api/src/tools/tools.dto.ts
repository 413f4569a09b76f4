import { FINDING_CATEGORIES, TARGET_KINDS, type TargetKind } from '@assay/kernel';
import { OneOf } from '../http/fields';

export class ListToolsDto {
  @OneOf({ values: FINDING_CATEGORIES, optional: true, description: 'Only those whose findings are of this category.' })
  category?: string;

  @OneOf({ values: TARGET_KINDS, optional: true, description: 'Only those that apply to such a target.' })
  target?: TargetKind;
}
