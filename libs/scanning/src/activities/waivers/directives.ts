/** A comment for a linter. */
export interface Directive {
  /** The words that it begins with: `eslint-disable-next-line`. */
  readonly words: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The rules that it names. Empty if it is about every rule. */
  readonly names: readonly string[];
}

const BEGIN = String.raw`(?://|#|/\*|<!--|\{#)\s*`;
/** Comments about their own line. */
const BESIDE = new RegExp(
  `${BEGIN}((?:eslint|oxlint|stylelint)-disable-line|noqa|nolint|nosec|NOSONAR|nosemgrep|gitleaks:allow|` +
    String.raw`pragma: allowlist secret|rubocop:disable|phpcs:ignore|zizmor: ignore|` +
    String.raw`pylint:\s?disable)(?![\w-])(.{0,300})`,
);
/** Comments about the line below, which end where that line begins. */
const ABOVE = new RegExp(
  `${BEGIN}((?:eslint|oxlint|stylelint)-disable-next-line|biome-ignore|nolint|nosec|svelte-ignore|phpcs:ignore|` +
    String.raw`pylint:\s?disable-next)` +
    String.raw`(?![\w-])((?:(?!\*/|-->)[^]){0,300})(?:\*/\s*\}?|-->)?\s*$`,
);
/** Comments that apply from their line on, until another comment ends that. */
const FROM_HERE = /(?:\/\*|<!--)\s*((?:eslint|oxlint|stylelint)-disable)(?![\w-])(.{0,300})/;
const TAKEN_BACK = /(?:\/\*|<!--)\s*(?:eslint|oxlint|stylelint)-enable(?![\w-])/;

/** Such a comment on a line of its own applies from there on to the end of its block. */
const FOR_A_BLOCK = /^(\s*)#\s*(pylint:\s?disable)(=.{0,300})/;

/** The number of lines above a place that are searched for the start of a comment. */
const LINES_ABOVE = 3;
/** Longer lines are not searched: nobody writes a comment into one. */
const LONGEST_LINE = 2_000;

/** Reads the comments for linters in one file. */
export class Directives {
  private held: { readonly directive: Directive; readonly until: number }[] | undefined;

  /** @param lines the lines of the file */
  constructor(private readonly lines: readonly string[]) {}

  /** The directives about a line, the nearest first. */
  about(line: number): readonly Directive[] {
    return [this.beside(line), this.above(line)].filter((each) => each !== undefined).concat(this.holding(line));
  }

  private lineAt(line: number): string {
    const text = this.lines[line - 1] ?? '';
    return text.length > LONGEST_LINE ? '' : text;
  }

  private beside(line: number): Directive | undefined {
    const found = BESIDE.exec(this.lineAt(line));
    return found === null ? undefined : directiveOf(found, line);
  }

  private above(line: number): Directive | undefined {
    for (let first = line - 1; first >= Math.max(1, line - LINES_ABOVE); first -= 1) {
      const text = Array.from({ length: line - first }, (_, index) => this.lineAt(first + index)).join('\n');
      // A line comment ends with its line, so only the line right above can apply to this one.
      if (first < line - 1 && !/\/\*|<!--/.test(this.lineAt(first))) continue;
      const found = ABOVE.exec(text);
      // A comment behind code is about that code.
      if (found !== null && /^\s*\{?\s*$/.test(text.slice(0, found.index))) return directiveOf(found, first);
    }
    return undefined;
  }

  private holding(line: number): Directive[] {
    this.held ??= heldIn(this.lines);
    return this.held
      .filter(({ directive, until }) => directive.line < line && line < until)
      .map(({ directive }) => directive)
      .toReversed();
  }
}

function heldIn(lines: readonly string[]): { readonly directive: Directive; readonly until: number }[] {
  const held: { directive: Directive; until: number }[] = [];
  const blocks: { readonly indent: number; readonly at: { until: number } }[] = [];
  lines.forEach((text, index) => {
    const indent = text.search(/\S/);
    while (indent >= 0 && blocks.length > 0 && blocks.at(-1)!.indent > indent) blocks.pop()!.at.until = index + 1;
    const ofBlock = text.length > LONGEST_LINE ? null : FOR_A_BLOCK.exec(text);
    if (ofBlock !== null) {
      const at = {
        directive: directiveOf([ofBlock[0], ofBlock[2]!, ofBlock[3]!], index + 1),
        until: Number.POSITIVE_INFINITY,
      };
      held.push(at);
      blocks.push({ indent, at });
    }
    if (text.length > LONGEST_LINE || !text.includes('able')) return;
    if (TAKEN_BACK.test(text)) for (const each of held) each.until = Math.min(each.until, index + 1);
    const found = FROM_HERE.exec(text);
    if (found !== null) held.push({ directive: directiveOf(found, index + 1), until: Number.POSITIVE_INFINITY });
  });
  return held;
}

function directiveOf([, words = '', rest = '']: readonly string[], line: number): Directive {
  return { words, line, names: namesIn(words, rest) };
}

/** The names that follow, in the syntax of each linter. The text after the names is the authors' reason. */
function namesIn(words: string, rest: string): readonly string[] {
  if (words === 'noqa') return /^\s*:/.test(rest) ? (rest.match(/\b[A-Z]{1,4}\d{1,4}\b/g) ?? []) : [];
  if (words === 'nolint') return /^:([\w,-]+)/.exec(rest)?.[1]?.split(',') ?? [];
  if (words === 'nosec') return rest.match(/\b[BG]\d{3}\b/g) ?? [];
  if (/^(?:NOSONAR|nosemgrep|gitleaks:allow|pragma: allowlist secret)$/.test(words)) return [];
  if (words.startsWith('pylint')) return rest.match(/[\w-]+/g) ?? [];
  const [named = ''] = rest.split(words === 'biome-ignore' ? /:\s|\*\/|-->/ : /\s--\s|\*\/|-->/);
  return named.split(/[\s,[\]]+/).filter((name) => name !== '');
}
