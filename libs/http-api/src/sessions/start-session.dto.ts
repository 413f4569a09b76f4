import {
  DEFAULT_PROFILE,
  INCLUSIONS,
  type Inclusion,
  MAX_CONCURRENT,
  PROFILE_IDS,
  type ProfileId,
  TOOL_TIMEOUT,
} from '@assay/scanning';
import { SchemaRule, exactlyOneOf } from '../openapi/schema-rules';
import { PROFILE_TEXT } from './profile-text';
import { Flag, ListOf, Nested, OneOf, Text, WholeNumber } from '../http/fields';

@SchemaRule(exactlyOneOf('url', 'urls', 'directory'))
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
    min: 1,
    max: 100,
    optional: true,
    description: 'What to look for: security, code-quality, accessibility, performance. Default: everything.',
  })
  categories?: string[];

  @ListOf({ min: 1, optional: true, description: 'These tools and no others; beats `categories`.' })
  tools?: string[];

  @ListOf({ optional: true, description: 'Tools to leave out.' })
  excludeTools?: string[];

  @ListOf({
    values: INCLUSIONS,
    max: INCLUSIONS.length,
    optional: true,
    description:
      "Files that would be left out: installed packages, build output, copies of others' code, generated and " +
      'minified code, and what Git ignores. Those of these roles are analysed and charged like own code; `all` ' +
      'leaves nothing out.',
  })
  include?: Inclusion[];

  @OneOf({
    values: PROFILE_IDS,
    optional: true,
    description: `Which rules count, and how severe they are: ${PROFILE_TEXT}. Default: ${DEFAULT_PROFILE}.`,
  })
  profile?: ProfileId;

  @Flag({ optional: true, default: true, description: 'A summary and priorities, where the tier has them.' })
  enableIntelligence: boolean = true;

  @WholeNumber({ ...TOOL_TIMEOUT, optional: true, description: 'Milliseconds that a tool may take.' })
  timeout: number = TOOL_TIMEOUT.default;

  @WholeNumber({ ...MAX_CONCURRENT, optional: true, description: 'Tools that run in parallel.' })
  maxConcurrent: number = MAX_CONCURRENT.default;
}
