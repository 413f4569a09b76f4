/** The rules of a chart's `.helmignore`. */
export interface IgnoreRules {
  /** @param path from the chart's folder. Files in a folder that is left out are left out with it. */
  leavesOut(path: string, isFolder: boolean): boolean;
}

interface Pattern {
  readonly negated: boolean;
  readonly folders: boolean;
  matches(path: string): boolean;
}

/** No chart has more; what one has beyond is not looked at. */
const MOST_PATTERNS = 1_000;
const LONGEST = 500;
/** Helm leaves hidden templates out of each chart. */
const HIDDEN = 'templates/.?*';

/**
 * The rules of a `.helmignore`, as Helm reads them and unlike Git: the first that speaks of a path decides, and one
 * with `!` leaves out whatever does not match it. Helm takes no chart whose file has a pattern that it cannot read,
 * such as one with `**`; then nothing is left out, so that such a line hides nothing.
 */
export function ignoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\u{feff}/u, '').split('\n');
  const written = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const isReadable = written.length <= MOST_PATTERNS && written.every(isPattern);
  const patterns = [...(isReadable ? written : []), HIDDEN].map(patternOf);
  const says = (path: string, isFolder: boolean): boolean => {
    for (const { negated, folders, matches } of patterns) {
      const holds = matches(path) && (isFolder || !folders);
      if (holds !== negated) return true;
    }
    return false;
  };
  return {
    leavesOut(path, isFolder) {
      const parts = path.split('/');
      return parts.some((_, index) => {
        const isLast = index + 1 === parts.length;
        return says(parts.slice(0, index + 1).join('/'), isLast ? isFolder : true);
      });
    },
  };
}

const isPattern = (line: string): boolean =>
  line.length <= LONGEST && !line.includes('**') && line.split('/').every((part) => segmentOf(part) !== undefined);

function patternOf(line: string): Pattern {
  const negated = line.startsWith('!');
  const rule = negated ? line.slice(1) : line;
  const folders = rule.endsWith('/');
  const glob = folders ? rule.slice(0, -1) : rule;
  const whole = glob.includes('/');
  const parts = (glob.startsWith('/') ? glob.slice(1) : glob).split('/').map((part) => segmentOf(part) ?? []);
  return {
    negated,
    folders,
    matches(path) {
      const names = path.split('/');
      const compared = whole ? names : names.slice(-1);
      return compared.length === parts.length && parts.every((part, index) => isMatch(part, compared[index]!));
    },
  };
}

/** A part of a glob of Go's filepath.Match: any characters, or one of a kind. */
type Token = '*' | ((character: string) => boolean);

/** Undefined if it is no glob. */
function segmentOf(text: string): readonly Token[] | undefined {
  const characters = [...text];
  const tokens: Token[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    if (character === '*') tokens.push('*');
    else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const end = characters.findIndex((other, at) => at > index + 1 && other === ']');
      const inside = characters.slice(index + 1, end);
      if (end < 0 || inside.includes('\\')) return undefined;
      tokens.push(kindOf(inside));
      index = end;
    } else {
      const literal = character === '\\' ? characters[(index += 1)] : character;
      if (literal === undefined) return undefined;
      tokens.push((other) => other === literal);
    }
  }
  return tokens;
}

/** `a-z0` or `^a-z`. */
function kindOf(inside: readonly string[]): (character: string) => boolean {
  const negated = inside[0] === '^';
  const ranges: (readonly [from: string, to: string])[] = [];
  for (let at = negated ? 1 : 0; at < inside.length; at += 1) {
    const isRange = inside[at + 1] === '-' && at + 2 < inside.length;
    ranges.push([inside[at]!, inside[isRange ? at + 2 : at]!]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

/** Goes back to the last `*` only, so that no glob takes more than its length times that of the name. */
function isMatch(tokens: readonly Token[], name: string): boolean {
  const characters = [...name];
  let [at, token, star, after] = [0, 0, -1, 0];
  while (at < characters.length) {
    const wanted = tokens[token];
    if (wanted === '*') [star, after, token] = [token, at, token + 1];
    else if (wanted?.(characters[at]!) === true) [at, token] = [at + 1, token + 1];
    else if (star >= 0) [at, token, after] = [after + 1, star + 1, after + 1];
    else return false;
  }
  return tokens.slice(token).every((left) => left === '*');
}
