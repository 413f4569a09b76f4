import { plainText } from '@assay/source-text';

/** The contents of a commit object. */
export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly signed: boolean;
  /** The message as it was written, cut to 4,000 characters. */
  readonly message: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Milliseconds since 1970; undefined if the date is not between the years 1970 and 9999. */
  readonly at: number | undefined;
}

/** Characters of a message that are judged and shown. */
const MAX_MESSAGE = 4_000;
const LAST_SECOND = 253_402_300_799;
const NOBODY: Signature = { name: '', email: '', at: undefined };

/** Reads the start of a commit object. Missing and invalid fields become empty: git has checked the necessary ones. */
export function parseCommit(id: string, content: Buffer): Commit {
  const end = content.indexOf('\n\n');
  const head = end < 0 ? content : content.subarray(0, end);
  const message = end < 0 ? Buffer.alloc(0) : content.subarray(end + 2);
  const fields = textOf(head).split('\n');
  const valuesOf = (name: string) =>
    fields.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  return {
    id,
    tree: valuesOf('tree')[0] ?? '',
    parents: valuesOf('parent'),
    author: signatureOf(valuesOf('author')[0]),
    committer: signatureOf(valuesOf('committer')[0]),
    signed: fields.some((line) => /^gpgsig(-sha256)? /.test(line)),
    message: textOf(message).slice(0, MAX_MESSAGE),
  };
}

/** Always decodes as UTF-8. A byte order mark of UTF-16 is ignored, since it would make the rest unreadable. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8');

function signatureOf(line: string | undefined): Signature {
  const [, name = '', email = '', seconds = ''] = /^([^<]*)<([^>]*)>(?: (-?\d+))?/.exec(line ?? '') ?? [];
  if (line === undefined) return NOBODY;
  const at = seconds === '' ? Number.NaN : Number(seconds);
  return {
    name: plainText(name, 100),
    email: plainText(email, 200),
    at: at >= 0 && at <= LAST_SECOND ? at * 1_000 : undefined,
  };
}
