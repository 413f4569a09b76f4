import type { Flow } from './interpret/run';

const LABELS: Readonly<Record<string, string>> = {
  GET: 'query of the request',
  POST: 'form of the request',
  REQUEST: 'parameter of the request',
  COOKIE: 'cookie of the request',
};

const ESCAPING = String.raw`(?:addslashes|\w{0,40}escape_string|\w{0,40}magic_quotes)`;
const REQUEST = String.raw`\$_(GET|POST|REQUEST|COOKIE)`;
/** `array_walk_recursive($_GET, 'escape_value')` */
const WALKED = new RegExp(
  String.raw`\barray_walk(?:_recursive)?\(\s{0,9}${REQUEST}\s{0,9},\s{0,9}['"](\w{1,100})['"]`,
  'g',
);
/** `$_GET = add_magic_quotes($_GET)`, `$_GET = array_map('addslashes', $_GET)` */
const REPLACED = new RegExp(
  String.raw`${REQUEST}\s{0,9}=\s{0,9}(?:array_map\(\s{0,9}['"]${ESCAPING}['"]|${ESCAPING}\()`,
  'g',
);
/** At most this many functions are looked for in a file. */
const MAX_FUNCTIONS = 20;

/**
 * Programs in PHP that escape all request parameters, in a file that their pages include: a parameter that reaches a
 * statement is then escaped, unless a page undoes that.
 */
export class EscapedRequests {
  private readonly labels = new Set<string>();

  /** Looks for such escaping in a file of PHP. */
  read(text: string): void {
    if (!text.includes('$_')) return;
    for (const [, name = ''] of text.matchAll(REPLACED)) this.labels.add(LABELS[name]!);
    const escapes = new Map<string, boolean>();
    for (const [, name = '', called = ''] of text.matchAll(WALKED)) {
      if (!escapes.has(called) && escapes.size < MAX_FUNCTIONS) escapes.set(called, escapesInPlace(text, called));
      if (escapes.get(called)) this.labels.add(LABELS[name]!);
    }
  }

  doubtsOf({ weakness, taint }: Flow): string[] {
    return weakness === 'sql-injection' && this.labels.has(taint.label)
      ? ['a file of the program escapes all that is sent in this way']
      : [];
  }
}

/** Whether a function of the file replaces the value that its first parameter refers to by an escaped one. */
const escapesInPlace = (text: string, name: string): boolean =>
  new RegExp(
    String.raw`\bfunction\s{1,9}${name}\s{0,9}\(\s{0,9}&\s{0,9}\$(\w{1,100})[^{}]{0,200}\{\s{0,200}` +
      String.raw`\$\1\s{0,9}=\s{0,9}(?:[\w\\$]{1,100}(?:->|::))?${ESCAPING}\(`,
  ).test(text);
