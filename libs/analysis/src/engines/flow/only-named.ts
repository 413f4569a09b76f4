import { withoutComments } from '../kit/unverified';

/** The questions of Java and Kotlin to a `File` that they answer without looking for it on the disk. */
const ASKED =
  String.raw`(?:\.normalize\(\))?\.(?:` +
  String.raw`(?:getName|getPath|getParent|toString|isAbsolute|hashCode|equals|compareTo)\(|` +
  String.raw`(?:name|path|nameWithoutExtension|extension|parent|isAbsolute|invariantSeparatorsPath)\b(?!\())`;
const ASKED_AT_ONCE = new RegExp(`^${ASKED}`);
const MADE = /^(?:new\s+)?(?:java\.io\.)?File\(/;
const DECLARED = /^\s*(?:final\s+)?(?:File|var|val)\s+(\w+)\s*(?::\s*File\??\s*)?=\s*$/;
const ADDED = /(?:^|[\s;{(])(\w+)\.add\(\s*$/;
/** The statement that adds it to a list, where the place is that of the statement. */
const ADDS = /^\w+\.add\(\s*(?=(?:new\s+)?(?:java\.io\.)?File\()/;
/** A function whose end is further away is not looked at. */
const MAX_LINES = 80;

/**
 * Whether the `File` that is made at a place is only named or compared, and never opened: `new File(name).getName()`, a
 * variable of which nothing else is asked to the end of its block, or an element of such a list.
 */
export function isOnlyNamed(lines: readonly string[], row: number, column: number): boolean {
  const line = lines[row - 1] ?? '';
  const begin = column - 1 + (ADDS.exec(line.slice(column - 1))?.[0].length ?? 0);
  const written = line.slice(begin);
  const list = ADDED.exec(line.slice(0, begin))?.[1];
  const made = MADE.exec(written)?.[0];
  if (made === undefined) return false;
  const end = endOfBrackets(written, made.length);
  if (end === undefined) return false;
  const after = written.slice(end);
  if (ASKED_AT_ONCE.test(after)) return true;
  if (list !== undefined) return /^\s*\)\s*;?\s*$/.test(after) && isListOfNamed(lines, row, list);
  const name = /^\s*;?\s*$/.test(after) ? DECLARED.exec(line.slice(0, begin))?.[1] : undefined;
  return name !== undefined && isInFunction(lines, row) && usesAreHarmless(lines, row, name, harmlessUses(name));
}

/** The place after the bracket that closes one which is open; undefined if another line closes it. */
function endOfBrackets(text: string, begin: number): number | undefined {
  const plain = withoutTexts(text);
  let depth = 1;
  for (let index = begin; index < plain.length; index += 1) {
    if (plain[index] === '(') depth += 1;
    if (plain[index] === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** With blanks instead of the texts, so that places stay the same. */
const withoutTexts = (line: string): string =>
  line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, (text) => ' '.repeat(text.length));

/** Whether the block around a line is not that of a class: others read its fields. */
function isInFunction(lines: readonly string[], row: number): boolean {
  const before = [...withoutComments(lines.slice(Math.max(0, row - 1 - MAX_LINES), row - 1))];
  let depth = 0;
  for (const line of before.reverse()) {
    for (const letter of [...withoutTexts(line)].reverse()) {
      if (letter === '}') depth += 1;
      if (letter === '{') depth -= 1;
      if (depth < 0) return !/\b(?:class|interface|object|enum|record)\b/.test(line);
    }
  }
  return false;
}

/** `for (File file : files) {`, `for (file in files) {` */
const loopOver = (list: string): RegExp =>
  new RegExp(String.raw`\bfor\s*\(\s*(?:final\s+)?(?:File\s+|var\s+)?(\w+)\s*(?::|\bin\b)\s*${list}\s*\)\s*\{\s*$`);

/** Whether all that is done with a list of a function, from where it is declared, is to name its elements. */
function isListOfNamed(lines: readonly string[], row: number, list: string): boolean {
  const declares = new RegExp(
    String.raw`^\s*(?:final\s+)?(?:\w*(?:List|Set|Collection)<File>|va[rl])\s+${list}\s*[=:]`,
  );
  const above = lines.slice(Math.max(0, row - MAX_LINES), row);
  const declared = row - above.length + 1 + above.findLastIndex((line) => declares.test(line));
  if (declared === row - above.length || !isInFunction(lines, declared)) return false;
  const grows = String.raw`(?<![\w.])${list}\.(?:add(?:All)?\(|isEmpty\(|size\(|size\b)`;
  const loop = loopOver(list);
  return usesAreHarmless(lines, declared, list, new RegExp(`${grows}|${loop.source}`, 'g'), (line, at) => {
    const element = loop.exec(line)?.[1];
    return element === undefined || usesAreHarmless(lines, at, element, harmlessUses(element));
  });
}

const harmlessUses = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w.])${name}${ASKED}|\.equals\(\s*${name}\s*\)|` +
      String.raw`[=!]=\s*${name}\b(?!\s*[.(\[])|(?<![\w.])${name}\s*[=!]=`,
    'g',
  );

/**
 * @param row the line after which the name is in force, to the end of the block
 * @param isHarmless asks more about a line, by its number
 */
function usesAreHarmless(
  lines: readonly string[],
  row: number,
  name: string,
  harmless: RegExp,
  isHarmless: (line: string, row: number) => boolean = () => true,
): boolean {
  const word = new RegExp(String.raw`(?<![\w.])${name}\b`, 'g');
  let depth = 0;
  for (const [index, line] of lines.slice(row, row + MAX_LINES).entries()) {
    if (withoutComments([line]).length === 0) continue;
    if (!isHarmless(line, row + index + 1)) return false;
    // Kotlin reads variables in its texts.
    if (new RegExp(String.raw`\$\{?${name}\b`).test(line)) return false;
    const code = withoutTexts(line);
    if (word.test(code.replace(harmless, ' '))) return false;
    word.lastIndex = 0;
    for (const letter of code) {
      if (letter === '{') depth += 1;
      if (letter === '}') depth -= 1;
      if (depth < 0) return true;
    }
  }
  return false;
}
