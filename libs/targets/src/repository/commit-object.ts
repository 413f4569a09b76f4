import { plainText } from '@assay/source-text';

/** A commit as its object has it. */
export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly signed: boolean;
  /** As it was written, cut. */
  readonly message: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Milliseconds since 1970; undefined where it is no date of the years 1970 to 9999. */
  readonly at: number | undefined;
}

/** Characters of a message that are judged and shown. */
const MESSAGE_KEPT = 4_000;
const LAST_SECOND = 253_402_300_799;
const NOBODY: Signature = { name: '', email: '', at: undefined };

/** Reads the beginning of a commit; what is not there or is nonsense is empty. Git has checked what must be right. */
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
    message: textOf(message).slice(0, MESSAGE_KEPT),
  };
}

/** Never by a mark of UTF-16, which would hide the rest; what is no UTF-8 is shown as such. */
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
