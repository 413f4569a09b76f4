/** How the text brings a name and a value together. */
export type AssignedBy =
  | 'assignment'
  | 'comparison'
  | 'fallback'
  | 'call'
  | 'argument'
  | 'element'
  | 'option'
  | 'string'
  | 'pair';

export interface Assignment {
  readonly name: string;
  readonly value: string;
  /** Where the value begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly by: AssignedBy;
  /** The value is in quotes. */
  readonly isQuoted: boolean;
}

/** A place of the text to read on from, of which nothing is read twice. */
export class Reader {
  /** Characters that have been looked at, at most. */
  steps = 0;
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  /** The match of a sticky expression here. The expression must be bounded. */
  take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text);
    this.steps += match === null ? 1 : match[0].length + 1;
    if (match === null) return undefined;
    this.at = expression.lastIndex;
    return match;
  }
}

/** No two alternatives match the same text: a run of backslashes would else be read in 2ⁿ ways. */
const QUOTED = /(\\?["'`])((?:(?!\1)[^\n\\]|\\(?!["'`\\])[^\n]|\\\\|(?!\1)\\["'`]){0,400})\1/y;
const PREFIX = new RegExp(
  String.raw`(?:[bBrRuUfFL@$]{1,2}(?=["'])|(?:new )?(?:String|SecureString|Some` +
    String.raw`|str|bytes|Buffer\.from|String::from|Secret|SecretStr|PlainText|\[\]byte|&str)\(|&|\*)?`,
  'y',
);

/** A text in quotes. Undefined if another text, or a variable, is joined to it. */
export function readQuoted(reader: Reader): { value: string; start: number; end: number } | undefined {
  const from = reader.at;
  reader.take(PREFIX);
  const match = reader.take(QUOTED);
  if (!match) {
    reader.at = from;
    return undefined;
  }
  const start = match.index + match[1]!.length;
  return { value: match[2]!, start, end: start + match[2]!.length };
}

const JOINED =
  /\s{0,4}(?:\+|\.\.|<<|%(?!\w))\s{0,4}[\w$("'`[]|\s?\.\s?\$|\.(?:format|replace|concat|repeat|join|sub)\b/y;
export const isJoined = (reader: Reader): boolean => reader.take(JOINED) !== undefined;
