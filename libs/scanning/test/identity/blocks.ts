import { type EditedFile, type Line, indentationOf, isBlank, textOf } from './edited-file';

/** Lines that belong together: a function, a statement, a rule, a paragraph. `to` is the line after the last one. */
export interface Block {
  readonly from: number;
  readonly to: number;
  /** Blocks of one region may be swapped: they are siblings in the same braces. */
  readonly region: number;
}

/** A line that continues the block above it. */
const CONTINUES = /^\s*([)\]}]|(else|elif|elsif|except|finally|catch|rescue|ensure|end|when|case|default)\b)/;

/** The blocks at the outermost level that has some: in a class-based language, the inside of the class. */
export function blocksOf({ path, lines }: EditedFile): Block[] {
  if (path.endsWith('.md')) return paragraphs(lines);
  const levels = [...new Set(lines.filter((line) => !isBlank(line)).map(indentationOf))].sort((a, b) => a - b);
  for (const level of levels.slice(0, 3)) {
    const blocks = blocksAt(lines, level);
    if (blocks.length >= 4) return blocks;
  }
  return [];
}

function blocksAt(lines: readonly Line[], level: number): Block[] {
  const blocks: Block[] = [];
  let region = 0;
  let from: number | undefined;
  const end = (to: number) => {
    if (from !== undefined) blocks.push({ from, to, region });
    from = undefined;
  };
  for (const [at, line] of lines.entries()) {
    if (isBlank(line)) continue;
    const indentation = indentationOf(line);
    if (indentation < level) {
      end(at);
      region += 1;
    } else if (indentation === level && !CONTINUES.test(textOf(line)) && !isDecorated(lines, at, level)) {
      end(at);
      from = at;
    }
  }
  end(lines.length);
  return blocks;
}

/** Whether the line above is a decorator or an attribute, which belongs to the line below it. */
const isDecorated = (lines: readonly Line[], at: number, level: number): boolean => {
  const above = lines[at - 1];
  return above !== undefined && indentationOf(above) === level && /^\s*(@|#\[|\[)/.test(textOf(above));
};

function paragraphs(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const [at, line] of lines.entries())
    if (isBlank(line)) {
      blocks.push({ from, to: at + 1, region: 0 });
      from = at + 1;
    }
  return blocks;
}
