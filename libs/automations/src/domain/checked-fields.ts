import type { AutomationFields } from './automation-fields';
import { checkedAction } from './checked-action';
import { checkedTrigger } from './checked-trigger';
import { FieldProblems } from './field-problems';

/** The fields as a client sends them, unchecked. */
export interface AutomationInput {
  readonly name?: string | undefined;
  readonly projectId?: string | undefined;
  readonly trigger?: unknown;
  readonly action?: unknown;
  readonly enabled?: boolean | undefined;
}

/** @throws RefusedError INVALID_TRIGGER_TYPE, or VALIDATION_ERROR with every field that is wrong */
export function newAutomationFields(input: AutomationInput): AutomationFields {
  const problems = new FieldProblems();
  const fields = {
    name: checkedName(input.name, problems),
    projectId: problems.text('projectId', input.projectId, 100),
    trigger: checkedTrigger(input.trigger, problems),
    action: checkedAction(input.action, problems),
    enabled: input.enabled ?? true,
  };
  problems.refuse();
  return fields;
}

/**
 * Only the supplied fields; a trigger or an action is replaced as a whole.
 *
 * @throws RefusedError INVALID_TRIGGER_TYPE, or VALIDATION_ERROR with every field that is wrong
 */
export function automationPatch(input: AutomationInput): Partial<AutomationFields> {
  const problems = new FieldProblems();
  const { name, projectId, trigger, action, enabled } = input;
  const patch = {
    ...(name !== undefined && { name: checkedName(name, problems) }),
    ...(projectId !== undefined && { projectId: problems.text('projectId', projectId, 100) }),
    ...(trigger !== undefined && { trigger: checkedTrigger(trigger, problems) }),
    ...(action !== undefined && { action: checkedAction(action, problems) }),
    ...(enabled !== undefined && { enabled }),
  };
  problems.refuse();
  return patch;
}

const checkedName = (name: string | undefined, problems: FieldProblems): string =>
  problems.text('name', name?.trim(), 200);
