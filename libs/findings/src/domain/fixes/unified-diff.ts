import { type TextEdit, applyEdits } from './fix';

const CONTEXT = 3;

/**
 * A change as `diff -u` and Git write it, so that `git apply` and `patch` take it.
 * @param edits in order, none overlapping another
 */
export function unifiedDiff(path: string, text: string, edits: readonly TextEdit[]): string {
  const lines = linesOf(text);
  const hunks = hunksOf(lines, edits);
  if (hunks.length === 0) return '';
  return [`--- ${quoted(`a/${path}`)}\n+++ ${quoted(`b/${path}`)}\n`, ...hunkTexts(lines, hunks)].join('');
}

/** A line with its ending, and where it begins. */
interface Line {
  readonly start: number;
  readonly text: string;
}

interface Change {
  /** The first changed line, from 0, and the line behind the last one. */
  readonly from: number;
  readonly to: number;
  readonly added: readonly string[];
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return lines;
}

/** The changed lines, without those that an edit gives back as they were. Edits of neighbouring lines are one. */
function hunksOf(lines: readonly Line[], edits: readonly TextEdit[]): Change[] {
  const changes: Change[] = [];
  let group: TextEdit[] = [];
  let [from, to] = [0, 0];
  const close = () => {
    if (group.length > 0) changes.push(...changeOf(lines, { from, to }, group));
    group = [];
  };
  for (const edit of edits) {
    const first = lineAt(lines, edit.start);
    const last = Math.min(lineAt(lines, Math.max(edit.start, edit.end)) + 1, lines.length);
    if (group.length > 0 && first <= to) to = Math.max(to, last);
    else {
      close();
      [from, to] = [first, last];
    }
    group.push(edit);
  }
  close();
  return changes;
}

function changeOf(
  lines: readonly Line[],
  { from, to }: { readonly from: number; readonly to: number },
  edits: readonly TextEdit[],
): Change[] {
  const before = lines.slice(from, to).map(({ text }) => text);
  const start = lines[from]?.start ?? lengthOf(lines);
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const added = linesOf(applyEdits(before.join(''), moved)).map(({ text }) => text);
  let head = 0;
  while (head < before.length && head < added.length && before[head] === added[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < added.length - head &&
    before[before.length - 1 - tail] === added[added.length - 1 - tail]
  )
    tail += 1;
  if (head + tail === before.length && head + tail === added.length) return [];
  return [{ from: from + head, to: to - tail, added: added.slice(head, added.length - tail) }];
}

/** The index of the line that has this place; the last line for the end of the text. */
function lineAt(lines: readonly Line[], place: number): number {
  let [low, high] = [0, Math.max(0, lines.length - 1)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (lines[middle]!.start <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

const lengthOf = (lines: readonly Line[]): number => {
  const last = lines.at(-1);
  return last === undefined ? 0 : last.start + last.text.length;
};

function* hunkTexts(lines: readonly Line[], changes: readonly Change[]): Generator<string> {
  let shift = 0;
  for (let index = 0; index < changes.length; ) {
    const first = changes[index]!;
    const group = [first];
    while (changes[index + group.length] && changes[index + group.length]!.from - group.at(-1)!.to <= 2 * CONTEXT)
      group.push(changes[index + group.length]!);
    const from = Math.max(0, first.from - CONTEXT);
    const to = Math.min(lines.length, group.at(-1)!.to + CONTEXT);
    const rows: string[] = [];
    let copied = from;
    for (const change of group) {
      rows.push(...lines.slice(copied, change.from).map(({ text }) => row(' ', text)));
      rows.push(...lines.slice(change.from, change.to).map(({ text }) => row('-', text)));
      rows.push(...change.added.map((text) => row('+', text)));
      copied = change.to;
    }
    rows.push(...lines.slice(copied, to).map(({ text }) => row(' ', text)));
    const growth = group.reduce((sum, { from: a, to: b, added }) => sum + added.length - (b - a), 0);
    yield `@@ -${range(from, to - from)} +${range(from + shift, to - from + growth)} @@\n${rows.join('')}`;
    shift += growth;
    index += group.length;
  }
}

const row = (mark: string, text: string): string =>
  text.endsWith('\n') ? `${mark}${text}` : `${mark}${text}\n\\ No newline at end of file\n`;

/** The number of the first line, from 1, and how many there are. An empty range names the line before it. */
const range = (from: number, count: number): string =>
  count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`;

/** Git quotes a name with a control character, a quote or a backslash like a string of C. */
const quoted = (path: string): string =>
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f"\\]/.test(path) ? JSON.stringify(path) : path;
