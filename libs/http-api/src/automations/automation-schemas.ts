import {
  FAIL_ON,
  GROUP_AND_NAME,
  OVERRIDE_TYPES,
  OWNER_AND_NAME,
  PULL_REQUEST_EVENTS,
  TOOL_GROUPS,
} from '@assay/automations';
import { LONGEST_MAIL_ADDRESS, MAIL_ADDRESS, PLAIN_TEXT, PROJECT_PLATFORMS } from '@assay/kernel';
import { sourcesInWords } from '../openapi/source-kinds';

type Json = Readonly<Record<string, unknown>>;

export const plainText = (maxLength: number, more: Json = {}): Json => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: PLAIN_TEXT,
  ...more,
});
const texts = (maxItems: number, items: Json, more: Json = {}): Json => ({
  type: 'array',
  items,
  minItems: 1,
  maxItems,
  ...more,
});
const object = (properties: Readonly<Record<string, Json>>, required: readonly string[], more: Json = {}): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
});
const trigger = (type: string, config: Json, needs: readonly string[] = ['type', 'config']): Json =>
  object({ type: { const: type }, config }, needs);

const REPOSITORY = plainText(201, { pattern: OWNER_AND_NAME.source, description: 'owner/repo' });
const branches = (which: string): Json =>
  texts(100, plainText(255), { default: ['**'], description: `Globs: ${which}. Without it, any.` });

/** As it is given and shown. What is left out is shown with its default. */
export const TRIGGER: Json = {
  type: 'object',
  description:
    'What fires it. `hosta_push`, `hosta_pr` and `hostb_push` are events of code hosts (hosta: GitHub and hosts ' +
    'like it, hostb: GitLab), of which `hostb_push` has the merge requests of its branches, too; ' +
    'a `schedule` is a cron expression of five fields in a time zone (default UTC); ' +
    'a `webhook` is a call of the address `webhookUrl`.',
  oneOf: [
    trigger('hosta_push', object({ repository: REPOSITORY, branches: branches('the branches') }, ['repository'])),
    trigger(
      'hosta_pr',
      object(
        {
          repository: REPOSITORY,
          events: texts(
            20,
            { type: 'string', enum: PULL_REQUEST_EVENTS },
            { default: PULL_REQUEST_EVENTS.slice(0, 3) },
          ),
          targetBranches: branches('the branches that are merged into'),
        },
        ['repository'],
      ),
    ),
    trigger(
      'hostb_push',
      object(
        {
          projectPath: plainText(2_000, { pattern: GROUP_AND_NAME.source, description: 'group/project' }),
          branches: branches('the branches'),
        },
        ['projectPath'],
      ),
    ),
    trigger(
      'schedule',
      object(
        { cron: plainText(200), timezone: plainText(100, { default: 'UTC', description: 'Of the IANA database.' }) },
        ['cron'],
      ),
    ),
    trigger('webhook', object({}, []), ['type']),
  ],
  example: { type: 'hosta_push', config: { repository: 'ada/engine', branches: ['main', 'release/*'] } },
};

const ACTION_CONFIG = object(
  {
    platform: { type: 'string', enum: PROJECT_PLATFORMS, default: 'web', description: 'Allowed by the tier.' },
    tools: {
      anyOf: [{ type: 'string', enum: TOOL_GROUPS }, texts(500, plainText(100))],
      default: 'all',
      description:
        'A group, or the ids of tools. With `all` the configuration of the project decides, and where it has none, ' +
        'all tools run.',
    },
    sourceOverride: {
      ...object(
        {
          type: { type: 'string', enum: OVERRIDE_TYPES, description: `${sourcesInWords(OVERRIDE_TYPES)}.` },
          targetUrl: plainText(2_048),
        },
        ['type', 'targetUrl'],
      ),
      type: ['object', 'null'],
      description:
        'What is scanned, whatever the event says. The name of a repository may end in `#` and a branch. Of another ' +
        'repository than the one of the event the head of that branch is scanned, or of the default branch of the ' +
        'project.',
    },
    failOn: {
      type: ['string', 'null'],
      enum: [...FAIL_ON, null],
      default: null,
      description: 'The least severity at which a new finding fails the verdict.',
    },
    notifications: {
      ...object(
        {
          chat: plainText(100, { type: ['string', 'null'], description: 'The name of a channel.' }),
          email: texts(50, plainText(LONGEST_MAIL_ADDRESS, { pattern: MAIL_ADDRESS.pattern.source }), {
            type: ['array', 'null'],
            description: 'Addresses.',
          }),
        },
        [],
      ),
      type: ['object', 'null'],
    },
  },
  [],
);

export const ACTION: Json = {
  ...object({ type: { const: 'scan' }, config: ACTION_CONFIG }, []),
  description: 'What it does then.',
  example: { type: 'scan', config: { platform: 'web', tools: 'security', failOn: 'high' } },
};
