import {
  Flag,
  FlagParameter,
  ListOf,
  Matching,
  Nested,
  OneOf,
  Text,
  Timestamp,
  WholeNumber,
  WholeNumberParameter,
} from '../src/http/fields';

class Size {
  @OneOf({ values: ['small', 'large'] })
  size!: 'small' | 'large';
}

/**
 * The mistakes in a request class that the compiler must refuse. It is never run: `npm run typecheck` fails where one
 * of the directives has nothing to expect.
 */
export class Refused {
  // @ts-expect-error a text is no number
  @Text({ max: 10 })
  text!: number;

  // @ts-expect-error the field may be absent
  @Text({ max: 10, optional: true })
  absent!: string;

  // @ts-expect-error the field must be there
  @Text({ max: 10 })
  required?: string;

  // @ts-expect-error null is accepted
  @Text({ max: 10, optional: true, nullable: true })
  cleared?: string;

  // @ts-expect-error null is refused
  @Timestamp({ optional: true })
  never?: string | null;

  // @ts-expect-error what is absent has its default
  @WholeNumberParameter({ min: 1, optional: true, default: 1 })
  page?: number;

  // @ts-expect-error a number is no text
  @WholeNumber({ min: 1 })
  number!: string;

  // @ts-expect-error fewer values than are accepted
  @OneOf({ values: ['small', 'large'] })
  fewer!: 'small';

  // @ts-expect-error more values than are accepted
  @OneOf({ values: ['small', 'large'] })
  more!: string;

  // @ts-expect-error a list is no single value
  @ListOf({ optional: true })
  list?: string;

  // @ts-expect-error more values than are accepted
  @ListOf({ values: ['small', 'large'] })
  sizes!: string[];

  // @ts-expect-error a flag is no text
  @Flag({ optional: true, default: true })
  flag: string = 'true';

  // @ts-expect-error the field may be absent
  @FlagParameter({ optional: true })
  parameter!: boolean;

  // @ts-expect-error a text of a form is no number
  @Matching({ pattern: /^\d+$/, message: 'must be digits' })
  digits!: number;

  // @ts-expect-error another object
  @Nested({ type: () => Size, optional: true })
  nested?: { readonly size: string };
}
