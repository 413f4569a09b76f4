import { withoutComments } from '../kit/unverified';

/** The questions of Java and Kotlin to a `File` that they answer without looking for it on the disk. */
const ASKED =
  String.raw`(?:\.normalize\(\))?\.(?:` +
  String.raw`(?:getName|getPath|getParent|toString|isAbsolute|hashCode|equals|compareTo)\(|` +
  String.raw`(?:name|path|nameWithoutExtension|extension|parent|isAbsolute|invariantSeparatorsPath)\b(?!\())`;
const ASKED_AT_ONCE = new RegExp(`^${ASKED}`);
const MADE = /^(?:new\s+)?(?:java\.io\.)?File\(/;
const DECLARED = /^\s*(?:final\s+)?(?:File|var|val)\s+(\w+)\s*(?::\s*File\??\s*)?=\s*$/;
/** A function whose end is further away is not looked at. */
const MAX_LINES = 80;

/**
 * Whether the `File` that is made at a place is only named or compared, and never opened: `new File(name).getName()`,
 * or a variable of which nothing else is asked to the end of its block.
 */
export function isOnlyNamed(lines: readonly string[], row: number, column: number): boolean {
  const line = lines[row - 1] ?? '';
  const written = line.slice(column - 1);
  const made = MADE.exec(written)?.[0];
  if (made === undefined) return false;
  const end = endOfBrackets(written, made.length);
  if (end === undefined) return false;
  const after = written.slice(end);
  if (ASKED_AT_ONCE.test(after)) return true;
  const name = /^\s*;?\s*$/.test(after) ? DECLARED.exec(line.slice(0, column - 1))?.[1] : undefined;
  return name !== undefined && isInFunction(lines, row) && usesAreHarmless(lines, row, name);
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

function usesAreHarmless(lines: readonly string[], row: number, name: string): boolean {
  const word = new RegExp(String.raw`(?<![\w.])${name}\b`, 'g');
  const harmless = new RegExp(
    String.raw`(?<![\w.])${name}${ASKED}|\.equals\(\s*${name}\s*\)|` +
      String.raw`[=!]=\s*${name}\b(?!\s*[.(\[])|(?<![\w.])${name}\s*[=!]=`,
    'g',
  );
  let depth = 0;
  for (const line of withoutComments(lines.slice(row, row + MAX_LINES))) {
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
