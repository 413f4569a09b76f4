import { Property, exactly, text } from './property';

/** The answer to what was done and has nothing to show. */
export class Done {
  @Property(exactly(true))
  success!: true;

  @Property(text)
  message!: string;
}
