import { ApiSchema } from '@nestjs/swagger';
import { Property, described, optional, status, text, whatever } from './property';

class RefusalFacts {
  @Property(described(text, 'What clients tell refusals apart by.'))
  code!: string;

  @Property(described(text, 'What is wrong, and what to do about it.'))
  message!: string;

  @Property(optional(described(whatever, 'Problems by field, or figures of the refusal.')))
  details?: unknown;

  @Property(text)
  requestId!: string;
}

/** A refusal as every error is answered. */
@ApiSchema({ name: 'Error' })
export class RefusalAnswer {
  @Property(RefusalFacts)
  error!: RefusalFacts;
}

/** The same facts by RFC 9457. */
@ApiSchema({ name: 'Problem' })
export class ProblemAnswer {
  @Property(text)
  type!: string;

  @Property(text)
  title!: string;

  @Property(status)
  status!: number;

  @Property(text)
  detail!: string;

  @Property(text)
  instance!: string;

  @Property(text)
  code!: string;

  @Property(optional(whatever))
  details?: unknown;

  @Property(text)
  requestId!: string;
}
