import { COMPARED_STATES, type ComparedState } from '@assay/findings';
import { SEVERITIES, type Severity } from '@assay/kernel';
import {
  type Inclusion,
  type ProfileId,
  SCAN_FIELDS,
  SCAN_FORMS,
  SCAN_STATUSES,
  SOURCE_TYPES,
  type ScanStatus,
  type SourceKind,
} from '@assay/scanning';
import { SchemaRule } from '../openapi/schema-rules';
import { sourcesInWords } from '../openapi/source-kinds';
import { OneOf, Text } from '../http/fields';
import { Included, Profiled, Quoted, WithHistory } from '../sessions/analysis-choices';
import { LongPagingDto, PagingDto } from '../http/paging.dto';

/** The fields that say what the target is: each kind of target brings its own. */
class TargetFieldsDto {
  /** A text. TypeScript counts the other types among the fields of the subclass, too. */
  readonly [name: string]: string | string[] | boolean | undefined;
}
const texts = TargetFieldsDto.prototype as { readonly [name: string]: string | undefined };
for (const [name, field] of SCAN_FIELDS) Text({ ...field, optional: true })(texts, name);

@SchemaRule(targetRule())
export class StartScanDto extends TargetFieldsDto {
  @Text({ max: 100, description: 'The project that the scan belongs to: its id.' })
  applicationId!: string;

  @OneOf({
    values: SOURCE_TYPES,
    description:
      'Where the target comes from, which says which of the other fields are needed. ' +
      `${sourcesInWords(SOURCE_TYPES)}.`,
  })
  sourceType!: SourceKind;

  @Included()
  include?: Inclusion[];

  @WithHistory()
  history?: boolean;

  @Profiled()
  profile?: ProfileId;

  @Quoted()
  quoteId?: string;
}

export class ListScansDto extends PagingDto {
  @Text({ max: 100, optional: true, description: 'Only those of this project.' })
  applicationId?: string;

  @OneOf({ values: SCAN_STATUSES, optional: true, description: 'Only those with this status.' })
  status?: ScanStatus;
}

/** Each way to name a target: the field that it takes, and none that names another one. */
function targetRule() {
  return {
    oneOf: SCAN_FORMS.map(({ sourceType, takes, excludes }) => ({
      properties: { sourceType: { const: sourceType }, ...Object.fromEntries(excludes.map((name) => [name, false])) },
      required: [takes],
    })),
  };
}

export class CompareScansDto extends LongPagingDto {
  @OneOf({
    values: COMPARED_STATES,
    optional: true,
    description: 'Only those of this state. Default: all, in the order of the states.',
  })
  state?: ComparedState;

  @OneOf({ values: SEVERITIES, optional: true, description: 'Only those of this severity.' })
  severity?: Severity;
}
