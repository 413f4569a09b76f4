import { Answers } from '../src/openapi/decorators';
import { Property, oneOf, text } from '../src/openapi/property';

class Size {
  @Property(oneOf(['small', 'large']))
  size!: 'small' | 'large';
}

/**
 * The mistakes in a response class that the compiler must refuse. It is never run: `npm run typecheck` fails where one
 * of the directives has nothing to expect.
 */
export class Refused {
  // @ts-expect-error a number is no text
  @Property(text)
  number!: number;

  // @ts-expect-error the schema requires it
  @Property(text)
  optional?: string;

  // @ts-expect-error the schema does not know null
  @Property(text)
  nullable!: string | null;

  // @ts-expect-error more values than the schema has
  @Property(oneOf(['small', 'large']))
  size!: string;

  // @ts-expect-error what is returned is not what is documented
  @Answers(200, Size, 'A size.')
  answer(): { size: string } {
    return { size: 'medium' };
  }
}
