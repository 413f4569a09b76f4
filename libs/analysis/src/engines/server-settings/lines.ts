/** A line of a configuration: `bind 127.0.0.1`, `engine = On`, or the head of a section: `[www]`. */
export interface Setting {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  /** Counted from 1. */
  readonly line: number;
  /** The section that it stands in; empty before the first. */
  readonly section: string;
}

export interface Style {
  /** Between the name and its value. */
  readonly between: RegExp;
  readonly comment: RegExp;
}

/** `bind 127.0.0.1`, as in Redis, Mosquitto and OpenSSH. */
export const BY_SPACE: Style = { between: /\s+/, comment: /^#/ };
/** `engine = On`, as in PHP and Supervisor. */
export const BY_SIGN: Style = { between: /\s*=\s*/, comment: /^[;#]/ };

const MOST_LINES = 50_000;

export function settingsOf(text: string, { between, comment }: Style): Setting[] {
  const found: Setting[] = [];
  let section = '';
  for (const [index, line] of text.split(/\r?\n/, MOST_LINES).entries()) {
    const plain = line.trim();
    if (plain === '' || comment.test(plain)) continue;
    const head = /^\[([^\]]*)\]$/.exec(plain);
    if (head) section = head[1]!.trim().toLowerCase();
    else {
      const sign = between.exec(plain);
      const name = sign === null ? plain : plain.slice(0, sign.index);
      const value = sign === null ? '' : plain.slice(sign.index + sign[0].length);
      found.push({ name: name.toLowerCase(), value: valueIn(value), line: index + 1, section });
    }
  }
  return found;
}

/** A value without quotes and without what is said of it. */
const valueIn = (text: string): string =>
  (/^"([^"]*)"/.exec(text)?.[1] ?? /^'([^']*)'/.exec(text)?.[1] ?? text.replace(/\s+[;#].*$/, '')).trim();

/** The last setting of a name, which is the one that holds. */
export const lastOf = (settings: readonly Setting[], name: string): Setting | undefined =>
  settings.findLast((each) => each.name === name);

const LOOPBACK = /^(?:127\.[\d.]+|::1|\[::1\]|localhost|_local_|\/.*)$/i;
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);
