/** `scheme://user:password@host` */
const CREDENTIALS = /:\/\/[^:@\s/]*:((?:\{\{[^{}@]*\}\}|[^@\s])+)@/;

/** Marks of a template, and what documentation writes for a password that the reader has to fill in. */
const TEMPLATE = /^[<[{(%*.…]|[>\]})]$|\$\{|\$\(|\{\{|%[sv(]|^\$\w+$|^#\{/;
const STAND_IN = new RegExp(
  String.raw`^(?:x+|\*+|(?:your|my|the|db|some|any)?[-_]?` +
    '(?:password|passwd|pass|passphrase|pwd|secret|token|placeholder|example|change[-_]?(?:me|it|this)' +
    String.raw`|foo|bar|foobar|hunter2))[-_]?(?:here|goes-here|\d{0,3})$`,
  'i',
);

/** Whether the password of a connection string stands for one that somebody else has to fill in. */
export function isPlaceholder(connection: string): boolean {
  const [, password] = CREDENTIALS.exec(connection) ?? [];
  return password !== undefined && (TEMPLATE.test(password) || STAND_IN.test(password));
}
