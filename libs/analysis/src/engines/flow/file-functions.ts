import { withoutComments } from '../kit/unverified';
import { indentOf } from '../kit/indent';

/** A function that a file declares, as it is written. */
export interface WrittenFunction {
  /** Without the receiver of Python. */
  readonly parameters: readonly string[];
  readonly body: readonly string[];
}

/** A head or a call on more lines is not read. */
const MAX_HEAD = 12;
const MAX_BODY = 60;
const MAX_COLUMNS = 1_000;

const HEAD = new RegExp(
  String.raw`^\s*(?:(?:export|default|async|public|private|protected|internal|static|final|override|open)\s+)*` +
    String.raw`(?:(?:def|(?:suspend\s+)?fun|function)\s+(?:self\.)?(\w+[?!]?)|func\s+(?:\([^)]*\)\s*)?(\w+)|` +
    // A method of Java, C# or TypeScript has its type before its name, or a bracket at its end.
    String.raw`(?:[\w.<>[\]?]+\s+)?(\w+))\s*\(`,
);
const NO_NAME = /^(?:if|for|foreach|while|switch|catch|return|throw|new|await|using|lock|elif|unless|match|function)$/;

/** By the lines of a file: the rows of the heads of its functions, by name. */
const heads = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

/** The function of a name that a file declares; undefined if it declares none, or several. */
export function functionNamed(lines: readonly string[], name: string): WrittenFunction | undefined {
  const [row, ...others] = headsIn(lines).get(name) ?? [];
  if (row === undefined || others.length > 0) return undefined;
  const head = lines.slice(row, row + MAX_HEAD).map(within);
  const written = HEAD.exec(head[0]!)!;
  const parameters = argumentsAfter(head.join(' '), written[0].length - 1);
  if (parameters === undefined) return undefined;
  const isOfGo = written[2] !== undefined;
  const names = parameters.map((each) => parameterName(each, isOfGo)).filter((each) => !/^(?:self|cls)$/.test(each));
  return { parameters: names, body: bodyAt(lines, row) };
}

/** The name and the parameters of the function around a line; undefined if none is found. */
export function headAround(
  lines: readonly string[],
  row: number,
): { readonly name: string; readonly parameters: readonly string[] } | undefined {
  let least = indentOf(lines[row - 1] ?? '');
  for (let above = row - 2; above >= 0 && row - above <= MAX_BODY; above -= 1) {
    const line = lines[above]!;
    // A bracket on a line of its own stands as far left as the head above it.
    if (/^\s*\{?\s*$/.test(line) || indentOf(line) >= least) continue;
    least = indentOf(line);
    const name = headOf(line);
    if (name === undefined || !isBefore(lines, above)) continue;
    const head = lines.slice(above, above + MAX_HEAD).map(within);
    const written = HEAD.exec(head[0]!)!;
    const isOfGo = written[2] !== undefined;
    const parameters = argumentsAfter(head.join(' '), written[0].length - 1) ?? [];
    return { name, parameters: parameters.map((each) => parameterName(each, isOfGo)) };
  }
  return undefined;
}

function headsIn(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = heads.get(lines);
  if (known) return known;
  const rows = new Map<string, number[]>();
  for (const [row, line] of lines.entries()) {
    const name = headOf(line);
    // A call ends on its line with a semicolon, or nothing is indented after it.
    if (name === undefined || /;\s*$/.test(within(line)) || !isBefore(lines, row)) continue;
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  heads.set(lines, rows);
  return rows;
}

const within = (line: string): string => line.slice(0, MAX_COLUMNS);

/** Whether a line that is indented further comes next. */
function isBefore(lines: readonly string[], row: number): boolean {
  const next = lines.slice(row + 1, row + 1 + MAX_HEAD).find((line) => line.trim() !== '' && !/^\s*[){]/.test(line));
  return next !== undefined && indentOf(next) > indentOf(lines[row]!);
}

function headOf(line: string): string | undefined {
  const [, one, two, three] = HEAD.exec(within(line)) ?? [];
  const name = one ?? two ?? three;
  return name === undefined || NO_NAME.test(name) ? undefined : name;
}

/** The lines after a head that are indented further. */
function bodyAt(lines: readonly string[], row: number): readonly string[] {
  const indent = indentOf(lines[row]!);
  const after = lines.slice(row + 1, row + 1 + MAX_BODY).map(within);
  const end = after.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent && !/^\s*[){]/.test(line));
  return withoutComments(end < 0 ? after : after.slice(0, end));
}

/** `string $sql = ''`, `sql: string`, `String sql`, `sql string` */
function parameterName(written: string, isOfGo: boolean): string {
  const text = written.split(/=(?!>)/)[0]!.trim();
  const named = /\$(\w+)/.exec(text)?.[1] ?? /(\w+)\??\s*:/.exec(text)?.[1];
  const words = text.match(/\w+/g) ?? [];
  return named ?? (isOfGo ? words[0] : words.at(-1)) ?? '';
}

/** The texts between the bracket at a place and the one that closes it; undefined if none does. */
export function argumentsAfter(text: string, bracket: number): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let begin = bracket + 1;
  for (let index = bracket; index < text.length; index += 1) {
    const letter = text[index]!;
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (depth === 0) return [...parts, text.slice(begin, index)].filter((part) => part.trim() !== '');
    if (depth !== 1 || letter !== ',') continue;
    parts.push(text.slice(begin, index));
    begin = index + 1;
  }
  return undefined;
}
