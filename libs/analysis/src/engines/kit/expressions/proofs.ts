import { type Automaton, automatonOf } from './automaton';
import { type Alphabet, alphabetOf } from './character-sets';

/**
 * A proof about the time of an expression.
 * `linear`: no text makes it slow. `quadratic`: the time grows with the length to the power of 2, and not more, on
 * `prefix`, many times `pump`, then `suffix`. `polynomial`: the time never doubles with a few characters more; whether
 * a text makes it slow is not known.
 */
export type ProofOfTime =
  | { readonly kind: 'linear' | 'polynomial' }
  | { readonly kind: 'quadratic'; readonly prefix: string; readonly pump: string; readonly suffix: string };

/**
 * Judges most expressions in milliseconds; the general search multiplies the whole automaton with itself three times,
 * and takes up to 15 seconds for one of them. Undefined: that search has to judge it.
 *
 * By Weber and Seidl's criteria a text has many paths only if it leads from one cycle to a later one and keeps both
 * going. The search for a match is the first cycle, of any character. Without two such cycles the number of paths is
 * bounded, and the time linear. With two but never three in a row, the time is at most quadratic; and it is, if a text
 * that does so is refused, because all paths are tried then.
 */
export function proofOf(source: string, flags: string): ProofOfTime | undefined {
  const expression = compiled(source, flags.replace(/[dg]/g, ''));
  const automaton = expression && automatonOf(source, flags);
  if (!automaton) return undefined;
  return judged(automaton, flags, (judge) => {
    const pairs = judge.pairs();
    if (pairs.length === 0) return { kind: 'linear' };
    const isChain = pairs.some(({ to }) => pairs.some(({ from }) => from === to));
    const attack = isChain || automaton.hasInnerAssertion ? undefined : judge.attack(pairs, expression);
    return attack ?? { kind: 'polynomial' };
  });
}

/**
 * Whether the time of an expression without flags certainly never doubles with a few characters more. What looks ahead
 * or behind is tried once where it stands, so that its time multiplies with that of the rest at most.
 */
export function isNeverExponential(source: string): boolean {
  const automaton = automatonOf(source, '', true);
  return automaton !== undefined && judged(automaton, '', (judge) => judge.hasPlainCycles()) === true;
}

function judged<Answer>(automaton: Automaton, flags: string, ask: (judge: Judge) => Answer): Answer | undefined {
  const alphabet = alphabetOf(new Set(automaton.atoms.filter((atom) => atom !== undefined)), flags);
  if (!alphabet) return undefined;
  try {
    return ask(new Judge(automaton, alphabet));
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // what is wrong with it, the general search says
    throw error;
  }
}

/** Two cycles that one text keeps going while it leads from the first to the second. */
interface Pair {
  readonly from: Cycle;
  readonly to: Cycle;
  /** A state of the first cycle. */
  readonly start: number;
  readonly pump: string;
}

/** States of which each leads to each. */
type Cycle = readonly number[];

class TooMuchWork extends Error {}

/** Steps in products of automata: some tenths of a second. Most expressions take some hundred. */
const MOST_STEPS = 500_000;

/** Numbers that show that a text is refused however often its pump is repeated: each start of a cycle, and far on. */
const REPEATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 30];

const SUFFIXES = ['', '!', '\n', 'a', '0', ' ', '"', ';', '\u0000', '\uffff'];

class Judge {
  private readonly classes: readonly bigint[];
  private readonly reached: readonly ReadonlySet<number>[];
  private steps = 0;

  constructor(
    private readonly automaton: Automaton,
    private readonly alphabet: Alphabet,
  ) {
    this.classes = automaton.atoms.map((atom) => (atom === undefined ? -1n : alphabet.classesOf(atom)));
    this.reached = automaton.next.map((_, state) => this.reachedFrom(state));
  }

  /** @throws TooMuchWork, too if a cycle has two paths for one text: then the time is exponential */
  pairs(): Pair[] {
    const cycles = this.cycles();
    for (const cycle of cycles) if (this.isAmbiguous(cycle)) throw new TooMuchWork();
    return cycles.flatMap((from) =>
      cycles.flatMap((to) => {
        if (from === to || !this.reached[from[0]!]!.has(to[0]!)) return [];
        const found = this.pair(from, to);
        return found ? [found] : [];
      }),
    );
  }

  /** Whether each text leads from a state back to it on one path at most. */
  hasPlainCycles(): boolean {
    return this.cycles().every((cycle) => !this.isAmbiguous(cycle));
  }

  attack(pairs: readonly Pair[], expression: RegExp): ProofOfTime | undefined {
    for (const { start, pump } of pairs) {
      // The search passes anything; what begins with `^` may accept the pump alone.
      const prefixes = start === this.automaton.search ? ['', '!', 'a'] : [this.wayTo(start)];
      const ends = [...SUFFIXES, ...SUFFIXES.map((each) => each + pump)];
      for (const prefix of prefixes) {
        const suffix = ends.find((each) =>
          REPEATS.every((times) => !expression.test(prefix + pump.repeat(times) + each)),
        );
        if (suffix !== undefined) return { kind: 'quadratic', prefix, pump, suffix };
      }
    }
    return undefined;
  }

  private reachedFrom(state: number): Set<number> {
    const reached = new Set<number>();
    const open = [state];
    for (let each = open.pop(); each !== undefined; each = open.pop())
      for (const next of this.automaton.next[each]!)
        if (!reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
    return reached;
  }

  private cycles(): Cycle[] {
    const seen = new Set<number>();
    return this.reached.flatMap((reached, state) => {
      if (seen.has(state) || !reached.has(state)) return [];
      const cycle = [...reached].filter((each) => this.reached[each]!.has(state));
      for (const each of cycle) seen.add(each);
      return [cycle];
    });
  }

  /** Whether one text leads from a state of the cycle back to it on two paths. */
  private isAmbiguous(cycle: Cycle): boolean {
    if (cycle.length === 1) return false;
    const within = new Set(cycle);
    const first = cycle[0]!;
    const size = this.classes.length;
    const before = new Map<number, number[]>([[first * size + first, []]]);
    for (const key of before.keys()) {
      const [one, other] = [Math.floor(key / size), key % size];
      for (const a of this.automaton.next[one]!)
        for (const b of this.automaton.next[other]!) {
          this.step();
          if (!within.has(a) || !within.has(b) || (this.classes[a]! & this.classes[b]!) === 0n) continue;
          const known = before.get(a * size + b);
          if (known) known.push(key);
          else before.set(a * size + b, [key]);
        }
    }
    const isDiagonal = (key: number) => Math.floor(key / size) === key % size;
    const meeting = new Set([...before.keys()].filter(isDiagonal));
    for (const key of meeting) for (const each of before.get(key)!) meeting.add(each);
    return [...meeting].some((key) => !isDiagonal(key));
  }

  private pair(from: Cycle, to: Cycle): Pair | undefined {
    for (const start of from)
      for (const end of to) {
        const pump = this.pump(start, end, new Set(from), new Set(to));
        if (pump !== undefined) return { from, to, start, pump };
      }
    return undefined;
  }

  /** A text that leads from the start to itself, from the start to the end, and from the end to itself. */
  private pump(start: number, end: number, from: ReadonlySet<number>, to: ReadonlySet<number>): string | undefined {
    const { next, search, complete } = this.automaton;
    // The search goes no further once an attempt has matched.
    const ends = (state: number): boolean => start === search && complete.has(state);
    const size = this.classes.length;
    const keyOf = (a: number, b: number, c: number) => (a * size + b) * size + c;
    const goal = keyOf(start, end, end);
    const ways = new Map<number, { readonly before: number; readonly classes: bigint }>();
    const open = [[start, start, end] as const];
    for (const [a, b, c] of open)
      for (const nextC of next[c]!) {
        if (!to.has(nextC) || ends(nextC)) continue;
        for (const nextA of next[a]!) {
          const outer = this.classes[nextA]! & this.classes[nextC]!;
          if (!from.has(nextA) || outer === 0n) continue;
          for (const nextB of next[b]!) {
            this.step();
            const classes = outer & this.classes[nextB]!;
            if (classes === 0n || ends(nextB) || !(nextB === end || this.reached[nextB]!.has(end))) continue;
            const key = keyOf(nextA, nextB, nextC);
            if (ways.has(key)) continue;
            ways.set(key, { before: keyOf(a, b, c), classes });
            if (key === goal) return this.textOf(ways, goal, keyOf(start, start, end));
            open.push([nextA, nextB, nextC]);
          }
        }
      }
    return undefined;
  }

  private textOf(
    ways: ReadonlyMap<number, { readonly before: number; readonly classes: bigint }>,
    goal: number,
    start: number,
  ): string {
    let text = '';
    for (let key = goal; ; ) {
      const { before, classes } = ways.get(key)!;
      text = this.alphabet.oneOf(classes) + text;
      if (before === start) return text;
      key = before;
    }
  }

  /** A shortest text after which the automaton is in the state. */
  private wayTo(state: number): string {
    const { starts, next, search } = this.automaton;
    const read = (each: number) => (each === search ? '' : this.alphabet.oneOf(this.classes[each]!));
    const texts = new Map(starts.map((each) => [each, read(each)]));
    for (const [each, text] of texts)
      for (const target of next[each]!) if (!texts.has(target)) texts.set(target, text + read(target));
    return texts.get(state)!;
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new TooMuchWork();
  }
}
