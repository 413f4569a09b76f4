import { PROJECT_PLATFORMS, type ProjectPlatform, SUPPRESSION_CHOICES, type SuppressionChoice } from '@assay/kernel';
import { BRANCH_NAME } from '@assay/projects';
import { ListOf, Name, ObjectOf, OneOf, Text, WholeNumberParameter } from '../http/fields';
import { PROJECT_CONFIGURATION } from './configuration-schema';

const NAME = { max: 200, description: 'What people call it.' } as const;
const DESCRIPTION = { min: 0, max: 2_000, optional: true, nullable: true } as const;
const APPLIES_TO = {
  values: PROJECT_PLATFORMS,
  min: 1,
  max: PROJECT_PLATFORMS.length,
  description: 'Which of them are allowed depends on the tier.',
} as const;
const REPOSITORY_URL = {
  max: 2_048,
  optional: true,
  nullable: true,
  description: 'An http, https or ssh address without a password.',
} as const;

const SUPPRESSIONS = {
  values: SUPPRESSION_CHOICES,
  optional: true,
  description:
    'Whether its sessions honour what a target says of findings in its own code: `assay-ignore` comments and ' +
    '`.assay/ignore`. `suppressions` in its configuration wins over it.',
} as const;

const CONFIGURATION = { schema: PROJECT_CONFIGURATION, optional: true, nullable: true } as const;

export class CreateProjectDto {
  @Name(NAME)
  name!: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @ListOf(APPLIES_TO)
  platforms!: ProjectPlatform[];

  @Text(REPOSITORY_URL)
  repositoryUrl?: string | null;

  @Text({ max: 255, form: BRANCH_NAME, optional: true, default: 'main' })
  defaultBranch: string = 'main';

  @ObjectOf(CONFIGURATION)
  configuration?: Readonly<Record<string, unknown>> | null;

  @OneOf({ ...SUPPRESSIONS, default: 'ignore' })
  suppressions: SuppressionChoice = 'ignore';
}

/** Only what is given changes; null clears. */
export class ChangeProjectDto {
  @Name({ ...NAME, optional: true })
  name?: string;

  @Text(DESCRIPTION)
  description?: string | null;

  @ListOf({ ...APPLIES_TO, optional: true })
  platforms?: ProjectPlatform[];

  @Text(REPOSITORY_URL)
  repositoryUrl?: string | null;

  @Text({ max: 255, form: BRANCH_NAME, optional: true })
  defaultBranch?: string;

  @ObjectOf(CONFIGURATION)
  configuration?: Readonly<Record<string, unknown>> | null;

  @OneOf(SUPPRESSIONS)
  suppressions?: SuppressionChoice;
}

export class TrendDto {
  @WholeNumberParameter({
    min: 1,
    max: 366,
    optional: true,
    default: 30,
    description: 'How many days, of which today is the last.',
  })
  days: number = 30;

  @Text({ max: 255, optional: true, description: 'The branch, if it is not the one that was scanned last.' })
  branch?: string;
}
