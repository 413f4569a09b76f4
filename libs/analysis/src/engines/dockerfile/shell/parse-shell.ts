import { type CodeMap, codeOf } from '../syntax/code-map';

/** A word of a command. */
export interface Word {
  /** Without its quotes. Variables are not expanded. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** As written, with its quotes. */
  readonly written: string;
}

/** One simple command. */
export interface Command {
  readonly words: readonly Word[];
  /** `NAME=value` before its words. */
  readonly assignments: readonly string[];
  readonly redirects: readonly {
    readonly operator: string;
    readonly target: string;
  }[];
  readonly line: number;
  /** The separator to the next command: `&&`, `||`, `;`, `|`, `&`, a line break, or empty. */
  readonly then: string;
  /** Whether the command before it pipes into it. */
  readonly isFed: boolean;
  /** Whether it is within `$(…)`, a group in parentheses, or a condition. */
  readonly isNested: boolean;
}

const MAX_DEPTH = 20;
const KEYWORDS: ReadonlySet<string> = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', 'time']);
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'elif', 'while', 'until']);
const ENDS: ReadonlySet<string> = new Set(['fi', 'done', 'esac', '}']);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Words that begin or end a compound command: its last word, and how many more are open after this word. */
const COMPOUND: ReadonlyMap<string, readonly [string, number]> = new Map([
  ['if', ['fi', 1]],
  ['fi', ['fi', -1]],
  ['for', ['done', 1]],
  ['while', ['done', 1]],
  ['until', ['done', 1]],
  ['select', ['done', 1]],
  ['done', ['done', -1]],
  ['case', ['esac', 1]],
  ['esac', ['esac', -1]],
]);

export interface Script {
  /** In order. The commands in a substitution come before the command that contains it. */
  readonly commands: readonly Command[];
  /** The word that ends what the script leaves open: `fi`; undefined where each end has its begin. */
  readonly missingEnd: string | undefined;
}

export function readScript(code: CodeMap): Script {
  const reader = new ShellReader(code, 0);
  return { commands: reader.read(), missingEnd: reader.missingEnd() };
}

/** The commands of a script. */
export const parseShell = (code: CodeMap): readonly Command[] => readScript(code).commands;

class ShellReader {
  private readonly commands: Command[] = [];
  private at = 0;
  private words: Word[] = [];
  private assignments: string[] = [];
  private redirects: { operator: string; target: string }[] = [];
  private begin: number | undefined;
  private isFed = false;
  private depth = 0;
  private isCondition = false;
  private readonly open = new Map<string, number>();

  constructor(
    private readonly code: CodeMap,
    private readonly level: number,
  ) {}

  read(): Command[] {
    const { text } = this.code;
    while (this.at < text.length) this.step(text);
    this.end('');
    return this.commands;
  }

  private step(text: string): void {
    const [operator] = /^(?:&&|\|\||;;|\|&|[;|&\n()])/.exec(text.slice(this.at, this.at + 2)) ?? [];
    if (/[ \t\r]/.test(text[this.at]!)) this.at += 1;
    else if (text[this.at] === '#' && (this.at === 0 || /\s/.test(text[this.at - 1]!))) this.skipComment(text);
    else if (/^\d?(?:>|<)|^&>/.test(text.slice(this.at, this.at + 2))) this.redirect(text);
    else if (operator !== undefined) {
      this.at += operator.length;
      if (operator === '(') this.depth += 1;
      else if (operator === ')') this.depth = Math.max(0, this.depth - 1);
      this.end(operator === '|&' ? '|' : operator);
    } else this.take(this.word(text));
  }

  private skipComment(text: string): void {
    const end = text.indexOf('\n', this.at);
    this.at = end < 0 ? text.length : end;
  }

  private redirect(text: string): void {
    const [operator = ''] = /^(?:\d?(?:>>|>&|>\||>|<<<|<<-|<<|<&|<)|&>>?)/.exec(text.slice(this.at, this.at + 4)) ?? [];
    this.begin ??= this.at;
    this.at += operator.length;
    if (text[this.at] === '(') {
      this.redirects.push({ operator: `${operator}(`, target: '' }); // `<(…)`: its content is read as a group
      return;
    }
    while (/[ \t]/.test(text[this.at] ?? '')) this.at += 1;
    const target = /[\s;|&()]|^$/.test(text[this.at] ?? '') ? '' : this.word(text).text;
    this.redirects.push({ operator, target });
  }

  private take(word: Word): void {
    if (this.words.length === 0 && !word.isQuoted) {
      if (KEYWORDS.has(word.text)) {
        if (word.text !== '!' && word.text !== '{' && word.text !== 'time')
          this.isCondition = CONDITIONS.has(word.text);
        this.count(word.text);
        return;
      }
      this.count(word.text);
      if (ENDS.has(word.text)) return;
      if (ASSIGNMENT.test(word.text)) {
        const isList = word.text.endsWith('=') && this.code.text[this.at] === '(';
        this.assignments.push(isList ? `${word.text}(` : word.text);
        return;
      }
    }
    this.words.push(word);
  }

  private count(word: string): void {
    const [end, step] = COMPOUND.get(word) ?? [];
    if (end !== undefined) this.open.set(end, (this.open.get(end) ?? 0) + step!);
  }

  /** Call it when the script is read. */
  missingEnd(): string | undefined {
    const counts = [...this.open];
    return counts.every(([, count]) => count >= 0) ? counts.find(([, count]) => count > 0)?.[0] : undefined;
  }

  private end(separator: string): void {
    if (this.words.length > 0 || this.assignments.length > 0 || this.redirects.length > 0)
      this.commands.push({
        words: this.words,
        assignments: this.assignments,
        redirects: this.redirects,
        line: this.code.lineAt(this.begin ?? this.at),
        then: separator,
        isFed: this.isFed,
        isNested: this.level > 0 || this.depth > 0 || this.isCondition,
      });
    this.isFed = separator === '|';
    this.words = [];
    this.assignments = [];
    this.redirects = [];
    this.begin = undefined;
  }

  /** Reads one word, including its quoted parts. */
  private word(text: string): Word {
    this.begin ??= this.at;
    const from = this.at;
    let read = '';
    let isQuoted = false;
    while (this.at < text.length && !/[\s;|&()<>]/.test(text[this.at]!)) {
      const character = text[this.at]!;
      if (character === '\\') {
        read += text[this.at + 1] ?? '';
        this.at += 2;
      } else if (character === "'") {
        const end = closing(text, this.at + 1, "'");
        read += text.slice(this.at + 1, end);
        this.at = end + 1;
        isQuoted = true;
      } else if (character === '"') {
        read += this.quoted(text);
        isQuoted = true;
      } else if (character === '`' || text.startsWith('$(', this.at)) read += this.substitution(text);
      else if (text.startsWith('${', this.at)) {
        const end = closing(text, this.at + 2, '}');
        read += text.slice(this.at, end + 1);
        this.at = end + 1;
      } else {
        read += character;
        this.at += 1;
      }
    }
    return { text: read, isQuoted, written: text.slice(from, this.at) };
  }

  private quoted(text: string): string {
    let read = '';
    this.at += 1;
    while (this.at < text.length && text[this.at] !== '"') {
      if (text[this.at] === '\\') {
        read += text.slice(this.at + 1, this.at + 2);
        this.at += 2;
      } else if (text[this.at] === '`' || text.startsWith('$(', this.at)) read += this.substitution(text);
      else {
        read += text[this.at]!;
        this.at += 1;
      }
    }
    this.at += 1;
    return read;
  }

  /** Reads the commands of `$(…)` or of backquotes, and returns the source text. */
  private substitution(text: string): string {
    const isOld = text[this.at] === '`';
    const from = this.at + (isOld ? 1 : 2);
    const end = isOld ? closing(text, from, '`') : closingParenthesis(text, from);
    if (this.level < MAX_DEPTH && !text.startsWith('$((', this.at)) {
      const inner = new ShellReader(sliceOf(this.code, from, end), this.level + 1);
      this.commands.push(...inner.read());
    }
    const written = text.slice(this.at, end + 1);
    this.at = end + 1;
    return written;
  }
}

function closing(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}

function closingParenthesis(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === "'") at = closing(text, at + 1, "'");
    else if (character === '(') open += 1;
    else if (character === ')') {
      open -= 1;
      if (open === 0) return at;
    }
  }
  return text.length;
}

/** A part of a code map that keeps its line numbers. */
function sliceOf(code: CodeMap, from: number, end: number): CodeMap {
  const inner = code.from(from);
  return {
    ...codeOf([]),
    text: inner.text.slice(0, end - from),
    lineAt: (offset) => inner.lineAt(offset),
  };
}
