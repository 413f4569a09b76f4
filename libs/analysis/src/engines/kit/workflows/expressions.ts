/** An expression of a condition: `github.ref == 'refs/heads/main' && !contains(github.head_ref, 'x')`. */
export type ConditionExpression =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truth'; readonly truth: boolean }
  /** A value by its path, in lower case: `github.event.action`. What is computed of it stands as `*`. */
  | { readonly kind: 'value'; readonly path: string }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly ConditionExpression[] }
  | { readonly kind: 'not'; readonly of: ConditionExpression }
  | {
      readonly kind: 'pair';
      readonly sign: Sign;
      readonly left: ConditionExpression;
      readonly right: ConditionExpression;
    };

type Sign = '||' | '&&' | '==' | '!=' | 'other';

const TOKEN =
  /\s*(?:(\|\||&&|==|!=|<=|>=|[<>!()[\],])|'((?:[^']|'')*)'|(\.\*|\.?[a-z_][\w-]*)|(0x[\da-f]+|-?\d[\d.e+-]*))/iy;

interface Token {
  readonly sign?: string;
  readonly text?: string;
  readonly name?: string;
  readonly number?: string;
}

const LONGEST = 2_000;
/** How deep parentheses and calls may be in each other. */
const DEEPEST = 40;

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const token = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (token.lastIndex < end) {
    const found = token.exec(text);
    if (found === null) return undefined;
    const [, sign, quoted, name, number] = found;
    tokens.push({ sign, text: quoted?.replaceAll("''", "'"), name, number });
  }
  return tokens;
}

/** Reads a condition, with or without `${{ }}` around it; undefined if it is more than one expression, or not one. */
export function expressionOf(condition: string): ConditionExpression | undefined {
  const inner = /^\s*\$\{\{([^]*)\}\}\s*$/.exec(condition)?.[1] ?? condition;
  if (inner.length > LONGEST || inner.includes('${{')) return undefined;
  const tokens = tokensOf(inner);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reader = new Reader(tokens);
  const read = reader.or();
  return reader.isAtEnd ? read : undefined;
}

const COMPARISONS: Readonly<Record<string, Sign>> = {
  '==': '==',
  '!=': '!=',
  '<': 'other',
  '<=': 'other',
  '>': 'other',
  '>=': 'other',
};

class Reader {
  private next = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get isAtEnd(): boolean {
    return this.next === this.tokens.length;
  }

  or(): ConditionExpression | undefined {
    return this.pairs('||', () => this.pairs('&&', () => this.comparison()));
  }

  private takes(sign: string): boolean {
    if (this.tokens[this.next]?.sign !== sign) return false;
    this.next += 1;
    return true;
  }

  private pairs(sign: '||' | '&&', part: () => ConditionExpression | undefined): ConditionExpression | undefined {
    let left = part();
    while (left !== undefined && this.takes(sign)) {
      const right = part();
      left = right && { kind: 'pair', sign, left, right };
    }
    return left;
  }

  private comparison(): ConditionExpression | undefined {
    const left = this.negation();
    const found = this.tokens[this.next]?.sign ?? '';
    const sign = Object.hasOwn(COMPARISONS, found) ? COMPARISONS[found] : undefined;
    if (left === undefined || sign === undefined) return left;
    this.next += 1;
    const right = this.negation();
    return right && { kind: 'pair', sign, left, right };
  }

  private negation(): ConditionExpression | undefined {
    let isNegated = false;
    let count = 0;
    while (this.takes('!')) {
      isNegated = !isNegated;
      count += 1;
    }
    const of = this.single();
    if (of === undefined || count === 0) return of;
    return isNegated ? { kind: 'not', of } : { kind: 'not', of: { kind: 'not', of } };
  }

  private single(): ConditionExpression | undefined {
    if (this.takes('(')) {
      const inner = this.within(() => this.or());
      return this.takes(')') ? inner : undefined;
    }
    const token = this.tokens[this.next];
    this.next += 1;
    if (token?.text !== undefined) return { kind: 'text', text: token.text };
    if (token?.number !== undefined) return { kind: 'value', path: '*' };
    return token?.name === undefined ? undefined : this.named(token.name.toLowerCase());
  }

  private named(name: string): ConditionExpression | undefined {
    if (name === 'true' || name === 'false') return { kind: 'truth', truth: name === 'true' };
    if (name === 'null') return { kind: 'text', text: '' };
    const read = this.takes('(') ? this.called(name) : ({ kind: 'value', path: name } as const);
    return read && this.path(read);
  }

  private called(name: string): ConditionExpression | undefined {
    const given: ConditionExpression[] = [];
    if (this.takes(')')) return { kind: 'call', name, given };
    do {
      const each = this.within(() => this.or());
      if (each === undefined) return undefined;
      given.push(each);
    } while (this.takes(','));
    return this.takes(')') ? { kind: 'call', name, given } : undefined;
  }

  /** The fields behind a value: `.name`, `.*`, `['name']`. */
  private path(of: ConditionExpression): ConditionExpression | undefined {
    let path = of.kind === 'value' ? of.path : '*';
    let isLonger = false;
    for (;;) {
      const name = this.tokens[this.next]?.name;
      if (name?.startsWith('.') === true) {
        path += name.toLowerCase();
        this.next += 1;
      } else if (this.takes('[')) {
        const key = this.within(() => this.or());
        if (key === undefined || !this.takes(']')) return undefined;
        path += key.kind === 'text' ? `.${key.text.toLowerCase()}` : '.*';
      } else return isLonger ? { kind: 'value', path } : of;
      isLonger = true;
    }
  }

  private within(part: () => ConditionExpression | undefined): ConditionExpression | undefined {
    if (this.depth >= DEEPEST) return undefined;
    this.depth += 1;
    const read = part();
    this.depth -= 1;
    return read;
  }
}
