import { unwrapped } from '../lower/c/places';
import { type Syntax, field, kindOf, meaningful } from '../lower/syntax';

/** A value that a variable was given at a place; undefined where nobody wrote it down: `count++`. */
interface Given {
  readonly index: number;
  readonly value: Syntax | undefined;
}

/** An identifier in a function. */
interface Named {
  readonly first: Syntax;
  count: number;
  /** Where it stands last, as a place in the text of the file. */
  last: number;
}

const AT_END = /(?:^|[\s*])(\w+)$/;
const OF_ARRAY = /(?:^|[\s*(])(\w+)\s*(?:\[[^\]]*\]\s*)*$/;
const AT_BEGINNING = /^\*?\s*(\w+)/;
const STREAM_ASKED = /\b(?:feof|ferror)\s*\(\s*([^;{}]{0,200})/g;

/**
 * The uses of names in a function, collected once: a function of a hundred thousand lines asks for one of them in
 * each line.
 */
export class UsesOfFunction {
  private readonly named = new Map<string, Named>();
  private readonly given = new Map<string, Given[]>();
  private readonly firstSet = new Map<string, number>();
  private readonly declared = new Map<string, Syntax>();
  private readonly addressed: ReadonlySet<string>;
  private readonly streams: ReadonlySet<string>;
  /** Whether the function knows the result of a mapping that failed. */
  readonly knowsFailedMapping: boolean;

  /** @param nodes all that stands in the function, in its order */
  constructor(node: Syntax, nodes: readonly Syntax[]) {
    for (const [index, each] of nodes.entries()) this.keep(each, index);
    const text = node.text();
    this.addressed = new Set([...text.matchAll(/&\s*(\w+)/g)].map(([, name]) => name!));
    this.streams = new Set([...text.matchAll(STREAM_ASKED)].map(([, stream]) => stream!));
    this.knowsFailedMapping = /\bMAP_FAILED\b|-\s*1\b/.test(text);
  }

  identifier(name: string): Readonly<Named> | undefined {
    return this.named.get(name);
  }

  /** The first declaration in which a name stands. */
  declarationWith(name: string): Syntax | undefined {
    return this.declared.get(name);
  }

  isAddressed(name: string): boolean {
    return this.addressed.has(name);
  }

  /** Whether the function asks a stream how it ended. */
  isStreamAsked(stream: string): boolean {
    for (const each of this.streams) if (each.startsWith(stream)) return true;
    return false;
  }

  /** The value that a variable was given last before a place; undefined if there is none, or it is not written. */
  lastValue(name: string, index: number): Syntax | undefined {
    const all = this.given.get(name) ?? [];
    let [from, to] = [0, all.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (all[middle]!.index < index) from = middle + 1;
      else to = middle;
    }
    return all[from - 1]?.value;
  }

  /** Whether a variable, or the place to which it leads, was given a value before a place. */
  isSetBefore(name: string, index: number): boolean {
    return (this.firstSet.get(name) ?? Number.POSITIVE_INFINITY) < index;
  }

  private keep(node: Syntax, index: number): void {
    switch (kindOf(node)) {
      case 'identifier':
        this.keepName(node);
        break;
      case 'declaration':
        for (const [word] of node.text().matchAll(/\w+/g)) if (!this.declared.has(word)) this.declared.set(word, node);
        break;
      case 'assignment_expression': {
        const left = field(node, 'left')?.text() ?? '';
        this.give(left, index, field(node, 'operator')?.text() === '=' ? field(node, 'right') : undefined);
        this.set(AT_BEGINNING.exec(left)?.[1], index);
        break;
      }
      case 'update_expression':
        this.give(field(node, 'argument')?.text() ?? '', index, undefined);
        break;
      case 'init_declarator': {
        const declarator = field(node, 'declarator')?.text() ?? '';
        const name = AT_END.exec(declarator)?.[1];
        if (name !== undefined) this.give(name, index, field(node, 'value'));
        this.set(OF_ARRAY.exec(declarator)?.[1], index);
        break;
      }
      case 'call_expression':
        for (const each of argumentsOf(node)) this.set(targetOf(each), index);
        break;
      default:
    }
  }

  private keepName(node: Syntax): void {
    const [name, start] = [node.text(), node.range().start.index];
    const known = this.named.get(name);
    if (known === undefined) this.named.set(name, { first: node, count: 1, last: start });
    else {
      known.count += 1;
      known.last = Math.max(known.last, start);
    }
  }

  private give(name: string, index: number, value: Syntax | undefined): void {
    const known = this.given.get(name);
    if (known) known.push({ index, value });
    else this.given.set(name, [{ index, value }]);
  }

  private set(name: string | undefined, index: number): void {
    if (name !== undefined && !this.firstSet.has(name)) this.firstSet.set(name, index);
  }
}

export const argumentsOf = (call: Syntax): readonly Syntax[] => meaningful(field(call, 'arguments') ?? call);

/** Without parentheses and casts around. */
export function withoutCasts(node: Syntax): Syntax {
  let inner = unwrapped(node);
  for (let value = field(inner, 'value'); kindOf(inner) === 'cast_expression' && value; value = field(inner, 'value'))
    inner = unwrapped(value);
  return inner;
}

/** A condition without the parentheses around it, also those of C++. */
export function innermost(node: Syntax): Syntax {
  let inner = unwrapped(node);
  while (kindOf(inner) === 'condition_clause') inner = unwrapped(field(inner, 'value') ?? meaningful(inner).at(-1)!);
  return inner;
}

/** The variable that an argument leads to. */
export function targetOf(argument: Syntax): string | undefined {
  const inner = withoutCasts(argument);
  const isAddress = kindOf(inner) === 'pointer_expression' && inner.text().startsWith('&');
  const place = isAddress ? field(inner, 'argument') : inner;
  const name = place && unwrapped(place);
  return name && kindOf(name) === 'identifier' ? name.text() : undefined;
}
