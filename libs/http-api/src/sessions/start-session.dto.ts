import {
  type Inclusion,
  MAX_CONCURRENT,
  type ProfileId,
  SESSION_CATEGORIES,
  SESSION_FIELDS,
  TOOL_TIMEOUT,
} from '@assay/scanning';
import { SchemaRule, exactlyOneOf } from '../openapi/schema-rules';
import { Flag, ListOf, Nested, Text, WholeNumber } from '../http/fields';
import { Included, Profiled, Quoted, WithHistory } from './analysis-choices';

@SchemaRule(exactlyOneOf(...SESSION_FIELDS))
export class SessionTargetDto {
  @Text({ max: 2_048, optional: true, description: 'A live URL.' })
  url?: string;

  @ListOf({ min: 1, max: 100, optional: true, description: 'Several URLs.' })
  urls?: string[];

  @Text({ max: 4_096, optional: true, description: 'A directory of the server, under one of its configured roots.' })
  directory?: string;
}

export class StartSessionDto {
  @Nested({ type: () => SessionTargetDto, description: 'Exactly one of url, urls and directory.' })
  target!: SessionTargetDto;

  @Text({
    max: 100,
    optional: true,
    nullable: true,
    description: 'The project it belongs to; without one it belongs to the organization alone.',
  })
  applicationId?: string | null;

  @ListOf({
    values: SESSION_CATEGORIES,
    min: 1,
    max: 100,
    optional: true,
    description: 'What to look for. Default: everything.',
  })
  categories?: (typeof SESSION_CATEGORIES)[number][];

  @ListOf({ min: 1, optional: true, description: 'These tools and no others; beats `categories`.' })
  tools?: string[];

  @ListOf({ optional: true, description: 'Tools to leave out.' })
  excludeTools?: string[];

  @Included()
  include?: Inclusion[];

  @WithHistory()
  history?: boolean;

  @Profiled()
  profile?: ProfileId;

  @Quoted()
  quoteId?: string;

  @Flag({ optional: true, default: true, description: 'A summary and priorities, where the tier has them.' })
  enableIntelligence: boolean = true;

  @WholeNumber({ ...TOOL_TIMEOUT, optional: true, description: 'Milliseconds that a tool may take.' })
  timeout: number = TOOL_TIMEOUT.default;

  @WholeNumber({ ...MAX_CONCURRENT, optional: true, description: 'Tools that run in parallel.' })
  maxConcurrent: number = MAX_CONCURRENT.default;
}
