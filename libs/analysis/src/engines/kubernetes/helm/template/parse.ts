import {
  type BranchNode,
  type Operand,
  type ParsedTemplate,
  type Pipe,
  type TemplateNode,
  TemplateSyntaxError,
} from './ast';
import { type Part, type Token, partsOf } from './lex';
import { numberOf, unquoted } from './literals';

/** Blocks in blocks, and parentheses in parentheses. Charts have some eight. */
const DEEPEST = 80;

/** @throws TemplateSyntaxError */
export function parseTemplate(text: string): ParsedTemplate {
  const parser = new Parser(partsOf(text));
  const { nodes } = parser.list([]);
  return { nodes, defined: parser.defined };
}

type End = 'end' | 'else' | '';

class Parser {
  readonly defined = new Map<string, readonly TemplateNode[]>();
  private next = 0;
  private depth = 0;

  constructor(private readonly parts: readonly Part[]) {}

  /** Reads to one of the words that end it, or to the end of the file where none does. */
  list(ends: readonly End[]): { nodes: TemplateNode[]; end: End; tokens: Tokens | undefined } {
    const nodes: TemplateNode[] = [];
    if (this.depth > DEEPEST) throw new TemplateSyntaxError('blocks are nested too deeply', this.parts[this.next]!.at);
    this.depth += 1;
    for (;;) {
      const part = this.parts[this.next];
      if (part === undefined) {
        if (ends.length > 0) throw new TemplateSyntaxError('a block has no end', this.parts.at(-1)!.at);
        this.depth -= 1;
        return { nodes, end: '', tokens: undefined };
      }
      this.next += 1;
      if (part.kind === 'text') {
        nodes.push(part);
        continue;
      }
      const tokens = new Tokens(part.tokens, part.at);
      const word = tokens.word();
      if (word === 'end' || word === 'else') {
        if (!ends.includes(word)) throw new TemplateSyntaxError(`there is nothing for this ${word}`, part.at);
        this.depth -= 1;
        return { nodes, end: word, tokens };
      }
      const node = this.action(word, tokens, part.at);
      if (node !== undefined) nodes.push(node);
    }
  }

  private action(word: string | undefined, tokens: Tokens, at: number): TemplateNode | undefined {
    switch (word) {
      case 'if':
      case 'with':
      case 'range':
        return this.branch(word, tokens, at);
      case 'define': {
        const name = tokens.text();
        tokens.done();
        this.defined.set(name, this.list(['end']).nodes);
        return undefined;
      }
      case 'block': {
        const name = tokens.text();
        const pipe = tokens.pipe();
        this.defined.set(name, this.list(['end']).nodes);
        return { kind: 'template', name, pipe, at };
      }
      case 'template': {
        const name = tokens.text();
        return { kind: 'template', name, pipe: tokens.isDone() ? undefined : tokens.pipe(), at };
      }
      case 'break':
      case 'continue':
        tokens.done();
        return { kind: word, at };
      default:
        tokens.back();
        return { kind: 'action', pipe: tokens.pipe(), at };
    }
  }

  private branch(kind: BranchNode['kind'], tokens: Tokens, at: number): BranchNode {
    const pipe = tokens.pipe();
    const { nodes: body, end, tokens: last } = this.list(['end', 'else']);
    if (end === 'end') return { kind, pipe, body, otherwise: [], at };
    const word = last!.word();
    if (word === 'if' || word === 'with') {
      if (this.depth > DEEPEST) throw new TemplateSyntaxError('blocks are nested too deeply', at);
      this.depth += 1;
      const inner = this.branch(word, last!, last!.at);
      this.depth -= 1;
      return { kind, pipe, body, otherwise: [inner], at };
    }
    last!.done();
    return { kind, pipe, body, otherwise: this.list(['end']).nodes, at };
  }
}

/** Reads the tokens of one action. */
class Tokens {
  private next = 0;

  constructor(
    private readonly tokens: readonly Token[],
    readonly at: number,
    private depth = 0,
  ) {}

  private peek(): Token | undefined {
    return this.tokens[this.next];
  }

  private space(): void {
    while (this.peek()?.kind === 'space') this.next += 1;
  }

  /** The first word, or undefined if there is none; it is taken. */
  word(): string | undefined {
    this.space();
    const token = this.peek();
    if (token?.kind !== 'word') return undefined;
    this.next += 1;
    return token.text;
  }

  back(): void {
    this.next = 0;
  }

  text(): string {
    this.space();
    const token = this.peek();
    if (token?.kind !== 'string') throw this.wrong('a name in quotes is missing');
    this.next += 1;
    return unquoted(token.text);
  }

  isDone(): boolean {
    this.space();
    return this.peek() === undefined;
  }

  done(): void {
    if (!this.isDone()) throw this.wrong('there is more than can be read');
  }

  private wrong(message: string): TemplateSyntaxError {
    return new TemplateSyntaxError(message, this.peek()?.at ?? this.at);
  }

  /** To the end of the action. */
  pipe(): Pipe {
    const pipe = this.pipeline();
    this.done();
    return pipe;
  }

  private pipeline(): Pipe {
    this.space();
    const at = this.peek()?.at ?? this.at;
    const { variables, assigns } = this.declaration();
    const commands: Operand[][] = [];
    for (;;) {
      const command = this.command();
      if (command.length === 0) throw this.wrong('a command is missing');
      commands.push(command);
      if (this.peek()?.text !== '|') return { variables, assigns, commands, at };
      this.next += 1;
    }
  }

  /** `$x :=`, `$x =`, or `$i, $x :=` of a range. */
  private declaration(): { variables: string[]; assigns: boolean } {
    const start = this.next;
    const variables: string[] = [];
    for (;;) {
      this.space();
      const token = this.peek();
      if (token?.kind !== 'variable') break;
      this.next += 1;
      this.space();
      variables.push(token.text);
      const mark = this.peek()?.text;
      if (mark === ',') this.next += 1;
      else if (mark === ':=' || mark === '=') {
        this.next += 1;
        return { variables, assigns: mark === '=' };
      } else break;
    }
    this.next = start;
    return { variables: [], assigns: false };
  }

  private command(): Operand[] {
    const operands: Operand[] = [];
    for (;;) {
      this.space();
      const token = this.peek();
      if (token === undefined || token.text === '|' || token.text === ')') return operands;
      operands.push(this.operand(token));
    }
  }

  private operand(token: Token): Operand {
    this.next += 1;
    switch (token.kind) {
      case 'string':
        return { kind: 'literal', value: unquoted(token.text) };
      case 'char':
        return { kind: 'literal', value: BigInt(unquoted(token.text).codePointAt(0) ?? 0) };
      case 'number': {
        const value = numberOf(token.text);
        if (value === undefined) throw this.wrong(`${token.text} is no number`);
        return { kind: 'literal', value };
      }
      case 'word':
        if (token.text === 'true' || token.text === 'false') return { kind: 'literal', value: token.text === 'true' };
        return token.text === 'nil' ? { kind: 'literal', value: null } : { kind: 'function', name: token.text };
      case 'dot':
        return { kind: 'dot', fields: this.fields([]) };
      case 'field':
        return { kind: 'dot', fields: this.fields([token.text.slice(1)]) };
      case 'variable':
        return { kind: 'variable', name: token.text, fields: this.fields([]) };
      default:
        if (token.text === '(') return this.inner();
        throw this.wrong(`${token.text} stands where a value is wanted`);
    }
  }

  private inner(): Operand {
    if (this.depth > DEEPEST) throw this.wrong('parentheses are nested too deeply');
    this.depth += 1;
    const pipe = this.pipeline();
    this.depth -= 1;
    if (this.peek()?.text !== ')') throw this.wrong('a parenthesis has no end');
    this.next += 1;
    return { kind: 'pipe', pipe, fields: this.fields([]) };
  }

  /** Fields that follow without a space. */
  private fields(first: string[]): string[] {
    while (this.peek()?.kind === 'field') {
      first.push(this.peek()!.text.slice(1));
      this.next += 1;
    }
    return first;
  }
}
