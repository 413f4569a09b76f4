import { SEVERITIES, type Severity } from '@assay/kernel';
import {
  Property,
  count,
  credits,
  described,
  exactly,
  flag,
  oneOf,
  orNull,
  recordOf,
  text,
  time,
} from '../openapi/property';

const VERDICTS = ['pass', 'fail', 'inconclusive'] as const;
type Verdict = (typeof VERDICTS)[number];

class MessageEvent {
  @Property(described(text, 'Two messages with the same one tell of the same event.'))
  id!: string;

  @Property(described(text, 'What the event is about: messages of one stream are ordered by its revision.'))
  stream!: string;

  @Property(described(count, 'The number of the event in its stream. It only rises.'))
  revision!: number;
}

class MessageData {
  @Property(described(MessageEvent, 'The event that the message tells of.'))
  event!: MessageEvent;
}

class Message {
  @Property(described(time, 'When it happened.'))
  timestamp!: string;
}

class EndedScanFindings {
  @Property(count)
  total!: number;

  @Property(recordOf(SEVERITIES, count))
  bySeverity!: Readonly<Record<Severity, number>>;
}

class EndedScanTools {
  @Property(count)
  run!: number;

  @Property(count)
  skipped!: number;

  @Property(count)
  failed!: number;
}

class EndedScanError {
  @Property(text)
  code!: string;

  @Property(text)
  message!: string;
}

class EndedScanData extends MessageData {
  @Property(text)
  scanId!: string;

  @Property(text)
  sessionId!: string;

  @Property(orNull(text))
  projectId!: string | null;

  @Property(described(orNull(text), 'The automation that started it; null where something else did.'))
  automationId!: string | null;

  @Property(oneOf(['completed', 'failed', 'canceled']))
  status!: 'completed' | 'failed' | 'canceled';

  @Property(described(flag, 'It completed, but some of its tools did not.'))
  partial!: boolean;

  @Property(time)
  startedAt!: string;

  @Property(time)
  endedAt!: string;

  @Property(EndedScanFindings)
  findings!: EndedScanFindings;

  @Property(EndedScanTools)
  tools!: EndedScanTools;

  @Property(described(credits, 'Credits that came back.'))
  refundedCredits!: number;

  @Property(described(orNull(EndedScanError), 'Why it failed.'))
  error!: EndedScanError | null;

  @Property(described(orNull(text), 'The report; null where the service does not know its own address.'))
  link!: string | null;
}

class VerdictChangeData {
  @Property(described(orNull(oneOf(VERDICTS)), 'The verdict before it; null for the first one of a branch.'))
  previous!: Verdict | null;

  @Property(
    described(count, 'How many new findings are at or above the threshold that the verdict before did not have.'),
  )
  moreFailing!: number;
}

class VerdictData extends MessageData {
  @Property(text)
  automationId!: string;

  @Property(text)
  automationName!: string;

  @Property(described(text, "The firing: an entry of the automation's history."))
  historyId!: string;

  @Property(text)
  scanId!: string;

  @Property(oneOf(VERDICTS))
  verdict!: Verdict;

  @Property(text)
  reason!: string;

  @Property(orNull(text))
  branch!: string | null;

  @Property(orNull(text))
  commit!: string | null;

  @Property(described(count, 'How many findings are new.'))
  newFindings!: number;

  @Property(described(count, 'How many of them are at or above the threshold.'))
  failing!: number;

  @Property(described(orNull(VerdictChangeData), 'What it changes; null where it is as the one before was.'))
  change!: VerdictChangeData | null;

  @Property(described(orNull(text), 'The report; null where the service does not know its own address.'))
  link!: string | null;
}

class TopupTurnedOffData extends MessageData {
  @Property(described(text, 'The top-up whose charge was declined last.'))
  topupId!: string;

  @Property(text)
  reason!: string;
}

class WebhookDisabledData extends MessageData {
  @Property(text)
  webhookId!: string;

  @Property(text)
  reason!: string;
}

class PingData extends MessageData {
  @Property(text)
  webhookId!: string;
}

export class ScanCompletedMessage extends Message {
  @Property(exactly('scan.completed'))
  type!: 'scan.completed';

  @Property(EndedScanData)
  data!: EndedScanData;
}

export class ScanFailedMessage extends Message {
  @Property(exactly('scan.failed'))
  type!: 'scan.failed';

  @Property(EndedScanData)
  data!: EndedScanData;
}

export class ScanCanceledMessage extends Message {
  @Property(exactly('scan.canceled'))
  type!: 'scan.canceled';

  @Property(EndedScanData)
  data!: EndedScanData;
}

export class VerdictGivenMessage extends Message {
  @Property(exactly('verdict.given'))
  type!: 'verdict.given';

  @Property(VerdictData)
  data!: VerdictData;
}

export class TopupTurnedOffMessage extends Message {
  @Property(exactly('topup.turned_off'))
  type!: 'topup.turned_off';

  @Property(TopupTurnedOffData)
  data!: TopupTurnedOffData;
}

export class WebhookDisabledMessage extends Message {
  @Property(exactly('webhook.disabled'))
  type!: 'webhook.disabled';

  @Property(WebhookDisabledData)
  data!: WebhookDisabledData;
}

export class PingMessage extends Message {
  @Property(exactly('ping'))
  type!: 'ping';

  @Property(PingData)
  data!: PingData;
}
