import { refused } from '@assay/kernel';
import { TRIGGER_TYPES, type Trigger, type TriggerType } from './automation-fields';
import type { FieldProblems } from './field-problems';

export const PULL_REQUEST_EVENTS = ['opened', 'synchronize', 'reopened', 'ready_for_review'] as const;
const DEFAULT_EVENTS = PULL_REQUEST_EVENTS.slice(0, 3);
const ANY_BRANCH = ['**'];

const BRANCHES = { most: 100, max: 255 } as const;
const NAME = '[A-Za-z0-9_.-]{1,100}';
export const OWNER_AND_NAME = new RegExp(`^${NAME}/${NAME}$`);
export const GROUP_AND_NAME = new RegExp(`^${NAME}(?:/${NAME}){1,19}$`);

/** @throws RefusedError INVALID_TRIGGER_TYPE */
export function checkedTrigger(given: unknown, problems: FieldProblems): Trigger {
  const trigger = problems.object('trigger', given, ['type', 'config']);
  const type = trigger?.['type'];
  if (trigger && !(TRIGGER_TYPES as readonly unknown[]).includes(type))
    return refused('INVALID_TRIGGER_TYPE', 'Invalid trigger type', [
      { field: 'trigger.type', message: `must be one of ${TRIGGER_TYPES.join(', ')}` },
    ]);
  const { config = {} } = trigger ?? {};
  return CONFIGS[(type as TriggerType | undefined) ?? 'webhook'](config, problems);
}

const FIELD = 'trigger.config';

const CONFIGS: Readonly<Record<TriggerType, (given: unknown, problems: FieldProblems) => Trigger>> = {
  hosta_push(given, problems) {
    const config = problems.object(FIELD, given, ['repository', 'branches']) ?? {};
    return {
      type: 'hosta_push',
      config: { repository: repository(config, problems), branches: branches('branches', config, problems) },
    };
  },
  hosta_pr(given, problems) {
    const config = problems.object(FIELD, given, ['repository', 'events', 'targetBranches']) ?? {};
    return {
      type: 'hosta_pr',
      config: {
        repository: repository(config, problems),
        events: events(config, problems),
        targetBranches: branches('targetBranches', config, problems),
      },
    };
  },
  hostb_push(given, problems) {
    const config = problems.object(FIELD, given, ['projectPath', 'branches']) ?? {};
    const projectPath = problems.text(`${FIELD}.projectPath`, config['projectPath'], 2_000);
    if (projectPath !== '')
      problems.check(`${FIELD}.projectPath`, GROUP_AND_NAME.test(projectPath), 'must be of the form group/project');
    return { type: 'hostb_push', config: { projectPath, branches: branches('branches', config, problems) } };
  },
  schedule(given, problems) {
    const { cron, timezone = 'UTC' } = problems.object(FIELD, given, ['cron', 'timezone']) ?? {};
    return {
      type: 'schedule',
      config: {
        cron: problems.text(`${FIELD}.cron`, cron, 200),
        timezone: problems.text(`${FIELD}.timezone`, timezone, 100),
      },
    };
  },
  webhook(given, problems) {
    problems.object(FIELD, given, []);
    return { type: 'webhook', config: {} };
  },
};

type Config = Readonly<Record<string, unknown>>;

function repository(config: Config, problems: FieldProblems): string {
  const name = problems.text(`${FIELD}.repository`, config['repository'], 201);
  if (name !== '') problems.check(`${FIELD}.repository`, OWNER_AND_NAME.test(name), 'must be of the form owner/repo');
  return name;
}

const branches = (name: string, config: Config, problems: FieldProblems): readonly string[] =>
  config[name] === undefined ? ANY_BRANCH : problems.texts(`${FIELD}.${name}`, config[name], BRANCHES);

function events(config: Config, problems: FieldProblems): readonly string[] {
  if (config['events'] === undefined) return DEFAULT_EVENTS;
  const named = problems.texts(`${FIELD}.events`, config['events'], { most: 20, max: 100 });
  for (const event of named)
    if (!(PULL_REQUEST_EVENTS as readonly string[]).includes(event))
      problems.add(`${FIELD}.events`, `${event} is unknown: each must be one of ${PULL_REQUEST_EVENTS.join(', ')}`);
  return named;
}
