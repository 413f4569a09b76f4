import { PROJECT_PLATFORMS, isMailAddress } from '@assay/kernel';
import {
  type Action,
  type ActionConfig,
  FAIL_ON,
  OVERRIDE_TYPES,
  TOOL_GROUPS,
  type ToolGroup,
} from './automation-fields';
import type { FieldProblems } from './field-problems';

const FIELD = 'action.config';
const CONFIG = ['platform', 'tools', 'sourceOverride', 'failOn', 'notifications'];

export function checkedAction(given: unknown, problems: FieldProblems): Action {
  const { type = 'scan', config: wanted = {} } = problems.object('action', given, ['type', 'config']) ?? {};
  problems.oneOf('action.type', type, ['scan']);
  const config = problems.object(FIELD, wanted, CONFIG) ?? {};
  const { platform = 'web', sourceOverride, failOn, notifications } = config;
  return {
    type: 'scan',
    config: {
      platform: problems.oneOf(`${FIELD}.platform`, platform, PROJECT_PLATFORMS),
      tools: checkedTools(config['tools'], problems),
      ...(sourceOverride != null && { sourceOverride: checkedSource(sourceOverride, problems) }),
      failOn: failOn == null ? null : problems.oneOf(`${FIELD}.failOn`, failOn, FAIL_ON),
      ...(notifications != null && { notifications: checkedNotifications(notifications, problems) }),
    },
  };
}

function checkedTools(given: unknown, problems: FieldProblems): ActionConfig['tools'] {
  if (given === undefined) return 'all';
  if (Array.isArray(given)) return problems.texts(`${FIELD}.tools`, given, { most: 500, max: 100 });
  if ((TOOL_GROUPS as readonly unknown[]).includes(given)) return given as ToolGroup;
  problems.add(`${FIELD}.tools`, `must be one of ${TOOL_GROUPS.join(', ')}, or a list of ids of tools`);
  return 'all';
}

function checkedSource(given: unknown, problems: FieldProblems): NonNullable<ActionConfig['sourceOverride']> {
  const field = `${FIELD}.sourceOverride`;
  const source = problems.object(field, given, ['type', 'targetUrl']) ?? {};
  return {
    type: problems.oneOf(`${field}.type`, source['type'], OVERRIDE_TYPES),
    targetUrl: problems.text(`${field}.targetUrl`, source['targetUrl'], 2_048),
  };
}

function checkedNotifications(given: unknown, problems: FieldProblems): NonNullable<ActionConfig['notifications']> {
  const field = `${FIELD}.notifications`;
  const { chat, email } = problems.object(field, given, ['chat', 'email']) ?? {};
  const addresses = email == null ? [] : problems.texts(`${field}.email`, email, { most: 50, max: 254 });
  for (const address of addresses)
    problems.check(`${field}.email`, isMailAddress(address), `${address} is no address of e-mail`);
  return {
    ...(chat != null && { chat: problems.text(`${field}.chat`, chat, 100) }),
    ...(email != null && { email: addresses }),
  };
}
