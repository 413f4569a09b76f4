import { PROFILES_IN_WORDS, PROFILE_IDS, catalogue } from '@assay/analysis';
import { SEVERITIES, SUPPRESSION_CHOICES } from '@assay/kernel';
import { SESSION_CATEGORIES } from '../domain/plan';

const RULE_CHOICES = ['off', 'on', ...SEVERITIES] as const;

/**
 * A glob whose matching takes time in proportion to the path: two stars in a part of a path, two `**` in all, and
 * nothing that nests.
 */
export const GLOB = '^(?!(?:.*\\*\\*){3})(?:[^/*]*(?:\\*\\*?[^/*]*){0,2}(?:/|$))+$';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
const list = (items: object, description: string) => ({
  type: 'array',
  description,
  items,
  minItems: 1,
  maxItems: 500,
  uniqueItems: true,
});
const object = (properties: Readonly<Record<string, object>>, description: string) => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties,
});

/** The catalogue is large: a service that nobody asks for the schema does not load it. */
const TOOL = {
  type: 'string',
  get enum(): readonly string[] {
    return catalogue.map(({ id }) => id);
  },
};
const PATH = { type: 'string', minLength: 1, maxLength: 500, pattern: GLOB };

/** The JSON schema of an `assay.yml`, for editors and for Assay. */
export const CONFIGURATION_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'assay.yml',
  ...object(
    {
      version: { const: 1, description: 'The version of this form.' },
      profile: text(`Which rules count: ${PROFILES_IN_WORDS}.`, { enum: PROFILE_IDS }),
      categories: list({ type: 'string', enum: SESSION_CATEGORIES }, 'Only tools of these categories.'),
      tools: object(
        { only: list(TOOL, 'These tools and no others.'), except: list(TOOL, 'All tools but these.') },
        'Which tools run. `assay tools` lists them.',
      ),
      rules: {
        type: 'object',
        description:
          'By tool or by tool/rule: off, on, or a severity. The narrower one wins, and all win over the profile.',
        maxProperties: 2_000,
        additionalProperties: { type: 'string', enum: RULE_CHOICES },
      },
      history: {
        type: 'boolean',
        description: 'Whether tools look at the last 200 commits of a repository or a local clone.',
      },
      paths: object(
        {
          only: list(PATH, 'Only files that one of these globs matches.'),
          except: list(PATH, 'All files but those that one of these globs matches.'),
        },
        'Which files are looked at and charged. `*` is any part of a name, `**` any folders.',
      ),
      suppressions: text(
        'Whether assay-ignore comments and the .assay/ignore of the target hold: honour, or ignore (the default).',
        { enum: SUPPRESSION_CHOICES },
      ),
      budget: object(
        {
          credits: { type: 'number', minimum: 0, maximum: 1_000_000, description: 'What a scan may cost at most.' },
          seconds: {
            type: 'integer',
            minimum: 1,
            maximum: 86_400,
            description: 'How long its tools may take together.',
          },
        },
        'What a scan may take. One that would cost more ends at once, for nothing; a tool without time is missing.',
      ),
      gate: object(
        {
          failOn: text('The gate fails on a finding of this severity or above.', { enum: SEVERITIES }),
          atMost: object(
            Object.fromEntries(SEVERITIES.map((severity) => [severity, { type: 'integer', minimum: 0 }])),
            'The gate fails on more findings of a severity than this.',
          ),
        },
        'When `assay scan` ends with status 1.',
      ),
    },
    'What whoever runs a scan decides about it.',
  ),
} as const;
