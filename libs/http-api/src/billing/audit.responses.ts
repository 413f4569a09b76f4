import { ApiSchema } from '@nestjs/swagger';
import { Property, count, credits, described, flag, listOf, optional, orNull, text, time } from '../openapi/property';
import { Transaction } from './usage.responses';

class AuditedEntry extends Transaction {
  @Property(text)
  hash!: string;
}

class BrokenAt {
  @Property(text)
  stream!: string;

  @Property(count)
  revision!: number;

  @Property(text)
  reason!: string;
}

class EntryChain {
  @Property(flag)
  valid!: boolean;

  @Property(text)
  head!: string;

  @Property(described(count, 'Entries that were replayed, now or by an earlier audit of the same process.'))
  checked!: number;

  @Property(
    optional(
      described(
        count,
        'Those of them that an earlier audit replayed, at the beginning of their month; absent where there are none. ' +
          'Of them the newest was compared, whose hash vouches for those before it.',
      ),
    ),
  )
  checkedBefore?: number;

  @Property(
    optional(described(text, 'The month from which on they were replayed; absent where it is all that was asked for.')),
  )
  since?: string;

  @Property(optional(BrokenAt))
  brokenAt?: BrokenAt;
}

class Anchors {
  @Property(described(count, 'Months whose newest entry is kept outside the log, too, and was compared.'))
  compared!: number;

  @Property(listOf(text))
  contradictions!: readonly string[];
}

class Drift {
  @Property(credits)
  readModelBalance!: number;

  @Property(credits)
  difference!: number;
}

@ApiSchema({ name: 'Audit' })
export class AuditAnswer {
  @Property(time)
  asOf!: string;

  @Property(
    described(
      credits,
      'What can be spent, as the billing status says it. Where a month has turned since the newest entry, what its ' +
        'first command will open it with.',
    ),
  )
  balance!: number;

  @Property(described(credits, 'What the entries leave.'))
  recordedBalance!: number;

  @Property(described(listOf(text), 'The months after the newest entry, which their first command will open.'))
  unopenedMonths!: readonly string[];

  @Property(described(listOf(AuditedEntry), 'A page of them, oldest first.'))
  entries!: readonly AuditedEntry[];

  @Property(orNull(described(text, 'Where the next page begins; null on the last one.')))
  nextCursor!: string | null;

  @Property(EntryChain)
  chain!: EntryChain;

  @Property(Anchors)
  anchors!: Anchors;

  @Property(Drift)
  drift!: Drift;

  @Property(described(listOf(text), 'What is wrong, a sentence for each; none where the ledger is sound.'))
  failures!: readonly string[];
}
