import { PROJECT_PLATFORMS, type ProjectPlatform, SUPPRESSION_CHOICES, type SuppressionChoice } from '@assay/kernel';
import { Property, count, described, exactly, listOf, oneOf, orNull, shaped, text, time } from '../openapi/property';
import { PROJECT_CONFIGURATION } from './configuration-schema';

export class Project {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(orNull(text))
  description!: string | null;

  @Property(listOf(oneOf(PROJECT_PLATFORMS)))
  platforms!: readonly ProjectPlatform[];

  @Property(orNull(text))
  repositoryUrl!: string | null;

  @Property(text)
  defaultBranch!: string;

  @Property(orNull(shaped(PROJECT_CONFIGURATION)))
  configuration!: Readonly<Record<string, unknown>> | null;

  @Property(described(oneOf(SUPPRESSION_CHOICES), 'Whether a target may suppress findings in its own code.'))
  suppressions!: SuppressionChoice;

  @Property(text)
  organizationId!: string;

  @Property(time)
  createdAt!: string;

  @Property(time)
  updatedAt!: string;
}

export class ProjectAnswer {
  @Property(exactly(true))
  success!: true;

  @Property(Project)
  data!: Project;
}

class ProjectPagination {
  @Property(count)
  page!: number;

  @Property(count)
  perPage!: number;

  @Property(count)
  total!: number;
}

export class ProjectList {
  @Property(exactly(true))
  success!: true;

  @Property(listOf(Project))
  data!: readonly Project[];

  @Property(ProjectPagination)
  pagination!: ProjectPagination;
}
