import {
  BLANKS,
  PROJECT_PLATFORMS,
  type ProjectPlatform,
  SUPPRESSION_CHOICES,
  type SuppressionChoice,
  type TextForm,
  charactersIn,
  refused,
} from '@assay/kernel';

export interface ProjectFields {
  readonly name: string;
  readonly description: string | null;
  readonly platforms: readonly ProjectPlatform[];
  readonly repositoryUrl: string | null;
  readonly defaultBranch: string;
  /**
   * The defaults for the project's sessions, if a request does not give a value; null if there are no defaults. The
   * context that starts sessions checks them.
   */
  readonly configuration: Readonly<Record<string, unknown>> | null;
  /** Whether suppressions in a target's own code hold in the sessions of the project. */
  readonly suppressions: SuppressionChoice;
}

/** Bytes as JSON: ten times the longest configuration to be expected. */
const LARGEST_CONFIGURATION = 32 * 1024;

/** The client's input, unchecked. */
export interface ProjectInput {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly repositoryUrl?: string | null | undefined;
  readonly defaultBranch?: string | undefined;
  readonly configuration?: Readonly<Record<string, unknown>> | null | undefined;
  readonly suppressions?: string | undefined;
}

/** Only the supplied fields; null clears. */
export type ProjectPatch = Partial<ProjectFields>;

interface Problem {
  readonly field: string;
  readonly message: string;
}

/** @throws RefusedError VALIDATION_ERROR with every field that is wrong */
export function newProjectFields(input: ProjectInput): ProjectFields {
  const missing: Problem[] = (['name', 'platforms'] as const)
    .filter((field) => input[field] === undefined)
    .map((field) => ({ field, message: 'is required' }));
  refuse([...missing, ...problemsOf(input)]);
  const { name = '', platforms = [], description = null, repositoryUrl = null, defaultBranch = 'main' } = input;
  const { configuration = null, suppressions = 'ignore' } = input;
  return {
    name: name.trim(),
    description,
    platforms: inOrder(platforms),
    repositoryUrl,
    defaultBranch,
    configuration,
    suppressions: suppressions as SuppressionChoice,
  };
}

/** @throws RefusedError VALIDATION_ERROR with every field that is wrong */
export function projectPatch(input: ProjectInput): ProjectPatch {
  refuse(problemsOf(input));
  const { name, description, platforms, repositoryUrl, defaultBranch, configuration, suppressions } = input;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description }),
    ...(platforms !== undefined && { platforms: inOrder(platforms) }),
    ...(repositoryUrl !== undefined && { repositoryUrl }),
    ...(defaultBranch !== undefined && { defaultBranch }),
    ...(configuration !== undefined && { configuration }),
    ...(suppressions !== undefined && { suppressions: suppressions as SuppressionChoice }),
  };
}

export function changedFields(fields: ProjectFields, patch: ProjectPatch): ProjectPatch {
  const differs = (field: keyof ProjectFields) => JSON.stringify(fields[field]) !== JSON.stringify(patch[field]);
  return Object.fromEntries(
    (Object.keys(patch) as (keyof ProjectFields)[]).filter(differs).map((field) => [field, patch[field]]),
  );
}

const inOrder = (platforms: readonly string[]): ProjectPlatform[] =>
  PROJECT_PLATFORMS.filter((platform) => platforms.includes(platform));

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) refused('VALIDATION_ERROR', `${problems[0]!.field}: ${problems[0]!.message}`, problems);
}

function problemsOf(input: ProjectInput): Problem[] {
  const { name, description, platforms, repositoryUrl, defaultBranch, configuration, suppressions } = input;
  const problems: Problem[] = [];
  const check = (field: string, good: boolean, message: string) => {
    if (!good) problems.push({ field, message });
  };
  if (name !== undefined) check('name', hasLength(name.trim(), 1, 200), 'must have 1 to 200 characters');
  if (description) check('description', hasLength(description, 0, 2_000), 'must have at most 2000 characters');
  if (platforms !== undefined) {
    const known = platforms.every((platform) => (PROJECT_PLATFORMS as readonly string[]).includes(platform));
    check('platforms', platforms.length > 0 && known, `must be at least one of ${PROJECT_PLATFORMS.join(', ')}`);
  }
  if (typeof repositoryUrl === 'string')
    check('repositoryUrl', isRepositoryUrl(repositoryUrl), 'must be an http, https or ssh address without a password');
  if (defaultBranch !== undefined)
    check('defaultBranch', isBranchName(defaultBranch), `must be ${BRANCH_NAME.message}`);
  if (configuration)
    check(
      'configuration',
      Buffer.byteLength(JSON.stringify(configuration)) <= LARGEST_CONFIGURATION,
      `must have at most ${LARGEST_CONFIGURATION} bytes as JSON`,
    );
  if (suppressions !== undefined) {
    const known = (SUPPRESSION_CHOICES as readonly string[]).includes(suppressions);
    check('suppressions', known, `must be one of ${SUPPRESSION_CHOICES.join(', ')}`);
  }
  return problems;
}

const hasLength = (text: string, min: number, max: number): boolean =>
  charactersIn(text) >= min && charactersIn(text) <= max;

/** Characters that no name of a branch has, and the dot, of which it has no two in a row. */
const NEVER = `${BLANKS}~^:?*\\[\\\\.`;

/** Git's own rules that matter here: no leading dash (it would read as an option), no blanks, no `..`. */
export const BRANCH_NAME: TextForm = {
  pattern: new RegExp(`^(?:\\.|[^${NEVER}-]\\.?)(?:[^${NEVER}]\\.?)*$`),
  message: 'a branch name of 1 to 255 characters',
};

const isBranchName = (name: string): boolean => hasLength(name, 1, 255) && BRANCH_NAME.pattern.test(name);

/** Refuses a password in an address, because every list and log that shows the project would contain it. */
function isRepositoryUrl(text: string): boolean {
  if (!hasLength(text, 1, 2_048)) return false;
  if (/^[\w.-]+@[\w.-]+:[\w./~-]+$/.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, password, hostname } = new URL(text);
  return ['http:', 'https:', 'ssh:'].includes(protocol) && hostname !== '' && password === '';
}
