import { FINDING_CATEGORIES, type FindingCategory, TARGET_KINDS, type TargetKind } from '@assay/kernel';
import { SOURCE_TYPES, type SourceKind } from '@assay/scanning';
import { OneOf } from '../http/fields';
import { sourcesInWords } from '../openapi/source-kinds';

const TARGETS = [...new Set([...TARGET_KINDS, ...SOURCE_TYPES])];

export class ListToolsDto {
  @OneOf({ values: FINDING_CATEGORIES, optional: true, description: 'Only those whose findings are of this category.' })
  category?: FindingCategory;

  @OneOf({
    values: TARGETS,
    optional: true,
    description:
      'Only those that apply to such a target: a kind of target, or the source type of a scan. ' +
      `${sourcesInWords(SOURCE_TYPES)}.`,
  })
  target?: TargetKind | SourceKind;
}
