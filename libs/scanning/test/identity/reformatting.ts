import { type EditedFile, type Line, type Piece, extensionOf, indentationOf, isBlank, textOf } from './edited-file';
import type { Random } from './random';

/** Languages in which a line may end behind `(` and behind a comma in brackets. */
const BREAKABLE = ['js', 'jsx', 'ts', 'py', 'go', 'java', 'rb', 'php', 'rs', 'kt', 'swift', 'cs', 'c', 'cpp'];
const QUOTES_ALIKE = ['js', 'jsx', 'ts', 'py', 'css', 'scss'];

/** Each line indented further, or with tabs. Unchanged if indentation is part of the contents. */
export function reindented(file: EditedFile, random: Random): EditedFile {
  if (!/\.(js|jsx|ts|go|java|php|rs|kt|swift|cs|c|cpp|css|scss|py|rb)$/.test(file.path)) return file;
  const indent = random.one(['\t', '      ']);
  const steps = file.lines.filter((line) => !isBlank(line)).map(indentationOf);
  const step = Math.min(...steps.filter((width) => width > 0), 8);
  return {
    ...file,
    lines: file.lines.map((line) => {
      const [first, ...others] = line;
      if (!first || isBlank(line)) return line;
      const width = first.text.search(/\S|$/);
      const text = indent.repeat(Math.floor(width / step)) + ' '.repeat(width % step) + first.text.slice(width);
      return [{ ...first, text }, ...others];
    }),
  };
}

/** The other kind of quotes, in lines that have one kind and in which nothing stands that quotes could matter to. */
export function requoted(file: EditedFile): EditedFile {
  if (!QUOTES_ALIKE.includes(extensionOf(file.path))) return file;
  const lines = file.lines.map((line): Line => {
    const text = textOf(line);
    const [one, other] = text.includes("'") ? ["'", '"'] : ['"', "'"];
    const isPlain = !text.includes(other) && !/[`\\]|['"]{3}|\/\/|#|\/\*|^\s*\*|<\w/.test(text);
    if (!isPlain || (text.split(one).length - 1) % 2 !== 0) return line;
    return line.map((piece) => ({ ...piece, text: piece.text.replaceAll(one, other) }));
  });
  return { ...file, lines };
}

/** Some lines are broken into several, and some that were broken are joined. */
export function rebroken(file: EditedFile, random: Random): EditedFile {
  if (!BREAKABLE.includes(extensionOf(file.path))) return file;
  const lines: Line[] = [];
  for (let at = 0; at < file.lines.length; at += 1) {
    const [line, next] = [file.lines[at]!, file.lines[at + 1]];
    if (next && isOpen(line) && !isBlank(next) && !/\/\/|#/.test(textOf(next)) && random.chance(50)) {
      lines.push([...trimmedEnd(line), ...trimmedStart(next)]);
      at += 1;
    } else if (random.chance(50)) lines.push(...broken(line));
    else lines.push(line);
  }
  return { ...file, lines };
}

const isOpen = (line: Line): boolean => /[(,]\s*$/.test(textOf(line)) && isCode(textOf(line)) && depthOf(line) > 0;
const isCode = (text: string): boolean =>
  !/\/\/|#|\/\*|^\s*\*|["'`/\\]|\b(for|if|while|switch|func|fn|def|new)\b/.test(text);
const depthOf = (line: Line): number => textOf(line).split('(').length - textOf(line).split(')').length;

/** As formatters break a call: each argument in a line of its own. */
function broken(line: Line): Line[] {
  const text = textOf(line);
  if (!isCode(text) || depthOf(line) !== 0 || !/\w\([^)]/.test(text)) return [line];
  const indentation = ' '.repeat(indentationOf(line) + 4);
  const cuts: number[] = [];
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 1 && (character === '(' || character === ',') && text[at + 1] !== ')') cuts.push(at + 1);
  }
  return cutAt(line, cuts).map((part, index) =>
    index === 0 ? trimmedEnd(part) : [{ text: indentation, origin: part[0]!.origin }, ...trimmedStart(part)],
  );
}

function cutAt(line: Line, cuts: readonly number[]): Line[] {
  const parts: Piece[][] = [[]];
  let at = 0;
  for (const { text, origin } of line) {
    let from = 0;
    for (const cut of cuts.filter((each) => each > at && each <= at + text.length)) {
      parts.at(-1)!.push({ text: text.slice(from, cut - at), origin });
      parts.push([]);
      from = cut - at;
    }
    parts.at(-1)!.push({ text: text.slice(from), origin });
    at += text.length;
  }
  return parts.filter((part) => textOf(part).trim() !== '');
}

const trimmedStart = (line: Line): Line => {
  const from = line.findIndex(({ text }) => text.trim() !== '');
  return line.slice(from).map((piece, index) => (index === 0 ? { ...piece, text: piece.text.trimStart() } : piece));
};
const trimmedEnd = (line: Line): Line =>
  line.map((piece, index) => (index === line.length - 1 ? { ...piece, text: piece.text.trimEnd() } : piece));
