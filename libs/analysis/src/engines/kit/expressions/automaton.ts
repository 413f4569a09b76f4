import { type AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * An expression as an automaton without empty steps: a state for each place of a character (Glushkov's construction).
 * Each way to match a text is one path.
 */
export interface Automaton {
  /** The atom that leads into each state, as it is written. Undefined: any character, in the state of the search. */
  readonly atoms: readonly (string | undefined)[];
  readonly next: readonly ReadonlySet<number>[];
  /** Where an attempt begins: the first states of what begins with `^`, and the search. */
  readonly starts: readonly number[];
  /** The state that reads what stands before a match. Undefined if a match begins at the beginning of a text. */
  readonly search: number | undefined;
  /** States in which a match is complete, whatever follows. */
  readonly complete: ReadonlySet<number>;
  /** An assertion stands within: a path may be shut. */
  readonly hasInnerAssertion: boolean;
}

/** More states than this are left to the general search. */
const MOST_STATES = 400;

/** Two other flags, `u` and `v`, match code points, and `y` starts at one place alone. */
const FLAGS = /^[dgims]*$/;

/** How an expression matches the empty text: not at all, freely, or where an assertion holds. */
type Empty = 'no' | 'free' | 'asserted';

interface Part {
  readonly first: readonly number[];
  /** Each last state, and whether an assertion must hold after it. */
  readonly last: ReadonlyMap<number, boolean>;
  readonly empty: Empty;
}

/** The expression has something that this automaton does not follow, such as a reference. */
class NotFollowed extends Error {}

/**
 * Undefined if the expression is invalid, or has anything that is not followed here.
 * @param looksAround follows what looks ahead or behind, too: each for itself, as a part that no path leads into
 */
export function automatonOf(source: string, flags: string, looksAround = false): Automaton | undefined {
  const pattern = FLAGS.test(flags) && new Set(flags).size === flags.length ? parsed(source) : undefined;
  if (!pattern) return undefined;
  try {
    return new Builder(flags.includes('m'), looksAround).whole(pattern);
  } catch (error) {
    if (error instanceof NotFollowed || error instanceof RangeError) return undefined;
    throw error;
  }
}

function parsed(source: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(source);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

const NOTHING: Part = { first: [], last: new Map(), empty: 'free' };

class Builder {
  private readonly atoms: (string | undefined)[] = [];
  private readonly next: Set<number>[] = [];
  private inner = false;

  constructor(
    private readonly isMultiline: boolean,
    private readonly looksAround: boolean,
  ) {}

  whole({ alternatives }: AST.Pattern): Automaton {
    const parts = alternatives.map((each) => {
      const [first, ...rest] = each.elements;
      const anchored = first?.type === 'Assertion' && first.kind === 'start' && !this.isMultiline;
      return { anchored, part: this.sequence(anchored ? rest : each.elements) };
    });
    const all = merged(parts.map(({ part }) => part));
    const searched = parts.filter(({ anchored }) => !anchored);
    const starts = parts.flatMap(({ anchored, part }) => (anchored ? part.first : []));
    let search: number | undefined;
    // An expression that matches nothing at all finds it where it looks first.
    if (searched.length > 0 && all.empty !== 'free') {
      search = this.state(undefined);
      this.connect([search], [search, ...searched.flatMap(({ part }) => part.first)]);
    }
    return {
      atoms: this.atoms,
      next: this.next,
      starts: search === undefined ? [...all.first] : [...starts, search],
      search,
      complete: new Set([...all.last].filter(([, asserted]) => !asserted).map(([state]) => state)),
      hasInnerAssertion: this.inner,
    };
  }

  private state(atom: string | undefined): number {
    if (this.atoms.length >= MOST_STATES) throw new NotFollowed();
    this.next.push(new Set());
    return this.atoms.push(atom) - 1;
  }

  /** A second way from one state to another means that one path here is two: nobody counts those here. */
  private connect(from: Iterable<number>, to: readonly number[]): void {
    for (const each of from)
      for (const target of to) {
        if (this.next[each]!.has(target)) throw new NotFollowed();
        this.next[each]!.add(target);
      }
  }

  private sequence(elements: readonly AST.Element[]): Part {
    return elements.reduce((before, element) => this.then(before, () => this.element(element)), NOTHING);
  }

  private then(before: Part, make: () => Part): Part {
    const after = make();
    if (before.empty === 'asserted' && after.first.length > 0) this.inner = true;
    if ([...before.last.values()].includes(true) && after.first.length > 0) this.inner = true;
    this.connect(before.last.keys(), after.first);
    const passed = after.empty === 'no' ? [] : [...before.last];
    const asserted = after.empty === 'asserted';
    return {
      first: before.empty === 'no' ? before.first : [...before.first, ...after.first],
      last: new Map([...passed.map(([state, held]) => [state, held || asserted] as const), ...after.last]),
      empty: emptyOf(before.empty, after.empty),
    };
  }

  private element(element: AST.Element): Part {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        const state = this.state(element.raw);
        return { first: [state], last: new Map([[state, false]]), empty: 'no' };
      }
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') this.lookAround(element);
        return { ...NOTHING, empty: 'asserted' };
      case 'Group':
        if (element.modifiers) throw new NotFollowed();
        return this.either(element.alternatives.map(({ elements }) => this.sequence(elements)));
      case 'CapturingGroup':
        return this.either(element.alternatives.map(({ elements }) => this.sequence(elements)));
      case 'Quantifier':
        return this.repeated(element);
      default:
        throw new NotFollowed();
    }
  }

  private lookAround({ alternatives }: AST.LookaroundAssertion): void {
    if (!this.looksAround) throw new NotFollowed();
    for (const { elements } of alternatives) this.sequence(elements);
  }

  private either(parts: readonly Part[]): Part {
    // Two ways to match nothing are two paths of whatever is around them.
    if (parts.filter(({ empty }) => empty !== 'no').length > 1) throw new NotFollowed();
    return merged(parts);
  }

  /** `x{2,4}` is `xx(x(x)?)?`, and `x{2,}` is `xx+`. */
  private repeated({ element, min, max }: AST.Quantifier): Part {
    if (max === 0) return NOTHING;
    if (Math.max(min, max === Infinity ? 1 : max) > MOST_STATES) throw new NotFollowed();
    const once = () => {
      const part = this.element(element);
      if (part.empty !== 'no') throw new NotFollowed();
      return part;
    };
    const looped = () => {
      const part = once();
      if ([...part.last.values()].includes(true)) this.inner = true;
      this.connect(part.last.keys(), part.first);
      return part;
    };
    let whole = NOTHING;
    for (let copy = 1; copy < min; copy += 1) whole = this.then(whole, once);
    if (max === Infinity) return this.then(whole, min === 0 ? () => ({ ...looped(), empty: 'free' }) : looped);
    if (min > 0) whole = this.then(whole, once);
    const more = (left: number): Part =>
      left === 0 ? NOTHING : { ...this.then(once(), () => more(left - 1)), empty: 'free' };
    return min === max ? whole : this.then(whole, () => more(max - min));
  }
}

function emptyOf(before: Empty, after: Empty): Empty {
  if (before === 'no' || after === 'no') return 'no';
  return before === 'asserted' || after === 'asserted' ? 'asserted' : 'free';
}

const merged = (parts: readonly Part[]): Part => ({
  first: parts.flatMap(({ first }) => first),
  last: new Map(parts.flatMap(({ last }) => [...last])),
  empty: (['free', 'asserted'] as const).find((each) => parts.some(({ empty }) => empty === each)) ?? 'no',
});
