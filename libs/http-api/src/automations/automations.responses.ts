import { FIRING_STATUSES, type FiringStatus, TRIGGER_TYPES, type TriggerType } from '@assay/automations';
import { BILLING_CATEGORIES, type BillingCategory, FINDING_CATEGORIES, type FindingCategory } from '@assay/kernel';
import { Estimate } from '../billing/quote.responses';
import { VERDICTS, type VerdictKind } from '@assay/verdicts';
import {
  Property,
  count,
  described,
  exactly,
  flag,
  listOf,
  oneOf,
  optional,
  orNull,
  shaped,
  text,
  time,
} from '../openapi/property';
import { SessionTarget } from '../sessions/target-summary.responses';
import { ACTION, TRIGGER } from './automation-schemas';

type Shaped = Readonly<Record<string, unknown>>;

export class Automation {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(text)
  projectId!: string;

  @Property(text)
  organizationId!: string;

  @Property(shaped(TRIGGER))
  trigger!: Shaped;

  @Property(shaped(ACTION))
  action!: Shaped;

  @Property(
    described(
      orNull(text),
      'Where to POST to, to fire it: whoever knows this address may do so. Null unless its trigger is a webhook, and ' +
        'for a key without `automations:write`.',
    ),
  )
  webhookUrl!: string | null;

  @Property(
    described(
      text,
      'The name of the status that it gives to commits, which a rule of a branch may require. It stays as it is when ' +
        'the automation is renamed.',
    ),
  )
  statusName!: string;

  @Property(flag)
  enabled!: boolean;

  @Property(orNull(time))
  lastTriggeredAt!: string | null;

  @Property(count)
  triggerCount!: number;

  @Property(time)
  createdAt!: string;

  @Property(time)
  updatedAt!: string;
}

export class AutomationAnswer {
  @Property(Automation)
  automation!: Automation;
}

class AutomationPagination {
  @Property(count)
  page!: number;

  @Property(count)
  perPage!: number;

  @Property(count)
  total!: number;
}

export class AutomationList {
  @Property(listOf(Automation))
  automations!: readonly Automation[];

  @Property(AutomationPagination)
  pagination!: AutomationPagination;
}

class MissedDueTimes {
  @Property(count)
  count!: number;

  @Property(described(time, 'The first of them.'))
  from!: string;

  @Property(described(time, 'The last of them.'))
  until!: string;
}

/** The data of the event; null if the event did not have it. */
class FiringTriggerData {
  @Property(orNull(text))
  commitSha!: string | null;

  @Property(orNull(text))
  branch!: string | null;

  @Property(orNull(text))
  author!: string | null;

  @Property(oneOf(TRIGGER_TYPES))
  type!: TriggerType;

  @Property(optional(described(text, 'Such as `opened`.')))
  event?: string;

  @Property(optional(described(text, 'The commit that the branch had before the event.')))
  before?: string;

  @Property(optional(described(flag, 'The branch may have been set back to a commit that it had before.')))
  forced?: boolean;

  @Property(optional(described(time, 'When it happened, by the clock of the code host.')))
  changedAt?: string;

  @Property(optional(text))
  targetBranch?: string;

  @Property(optional(described(count, 'The number of the pull request, or of the merge request in its project.')))
  pullRequest?: number;

  @Property(optional(text))
  repository?: string;

  @Property(optional(text))
  targetUrl?: string;

  @Property(optional(described(time, 'When a schedule was due.')))
  dueAt?: string;

  @Property(optional(described(count, 'Milliseconds by which it came late.')))
  lateMs?: number;

  @Property(optional(described(MissedDueTimes, 'Due times that were missed one after the other, and have one entry.')))
  missed?: MissedDueTimes;
}

class FiringReason {
  @Property(described(text, 'Such as `disabled`, `no_credits`, `no_source`, `superseded`, `late`.'))
  code!: string;

  @Property(text)
  message!: string;
}

class FiringVerdict {
  @Property(oneOf(VERDICTS))
  verdict!: VerdictKind;

  @Property(text)
  reason!: string;
}

class AutomationFiring {
  @Property(text)
  id!: string;

  @Property(text)
  automationId!: string;

  @Property(time)
  triggeredAt!: string;

  @Property(FiringTriggerData)
  triggerData!: FiringTriggerData;

  @Property(described(orNull(text), 'Null where it started no scan, or none yet.'))
  scanId!: string | null;

  @Property(
    described(
      oneOf(FIRING_STATUSES),
      'As the scan has it. `pending`: it waits for the scan before it on its branch. `skipped`: it started no scan, ' +
        'or a newer event of the branch had the scan canceled.',
    ),
  )
  status!: FiringStatus;

  @Property(described(count, 'Milliseconds that the scan took; 0 until it has ended, and where there was none.'))
  duration!: number;

  @Property(described(orNull(text), 'What is scanned, where it is not what the event names.'))
  note!: string | null;

  @Property(described(orNull(FiringReason), 'Why it was skipped, or why the scan failed.'))
  reason!: FiringReason | null;

  @Property(
    described(orNull(FiringVerdict), 'What its scan was judged to be; null until then, and where there was none.'),
  )
  verdict!: FiringVerdict | null;
}

export class AutomationHistory {
  @Property(listOf(AutomationFiring))
  history!: readonly AutomationFiring[];

  @Property(AutomationPagination)
  pagination!: AutomationPagination;
}

export class WebhookCalled {
  @Property(exactly(true))
  success!: true;

  @Property(described(text, 'The entry in the history of the automation.'))
  historyId!: string;

  @Property(described(orNull(text), 'Null where it starts no scan, or none yet.'))
  scanId!: string | null;

  @Property(described(oneOf(FIRING_STATUSES), 'As the history has it.'))
  status!: FiringStatus;

  @Property(optional(described(text, 'Why it starts no scan.')))
  reason?: string;
}

class PlannedAutomationTool {
  @Property(text)
  id!: string;

  @Property(text)
  name!: string;

  @Property(oneOf(FINDING_CATEGORIES))
  category!: FindingCategory;

  @Property(described(oneOf(BILLING_CATEGORIES), 'What it is paid under.'))
  billing!: BillingCategory;
}

class PlannedAutomationScan {
  @Property(described(text, 'The target, for a person.'))
  description!: string;

  @Property(SessionTarget)
  target!: SessionTarget;

  @Property(listOf(PlannedAutomationTool))
  tools!: readonly PlannedAutomationTool[];

  @Property(described(Estimate, 'Without lines of code, which are counted when the target is there.'))
  estimate!: Estimate;

  @Property(flag)
  canAfford!: boolean;
}

export class AutomationTested {
  @Property(described(orNull(PlannedAutomationScan), 'What would be scanned; null where nothing would.'))
  scan!: PlannedAutomationScan | null;

  @Property(described(orNull(FiringReason), 'Why nothing would be scanned.'))
  skip!: FiringReason | null;
}
