import { type Check, type Fault, quoted } from '../check';
import type { Grammar } from '../grammars';
import {
  MAX_BODY,
  MAX_OPERAND,
  type Syntax,
  hasEffect,
  inOneForm,
  isSame,
  kindOf,
  lengthOf,
  partsOf,
  unwrapped,
} from '../syntax';

/** `if … else if … else …` in its parts. */
interface Chain {
  readonly conditions: readonly Syntax[];
  /** The last one is what follows if no condition holds, where `isComplete`. */
  readonly bodies: readonly Syntax[];
  readonly isComplete: boolean;
}

const ELSE = /^(else|else_clause|else_if_clause|elsif)$/;

/** The node behind `else`: another condition with its branches, or the last branch. */
function alternativesOf(node: Syntax): Syntax[] {
  // The grammar of Kotlin names no fields.
  if (kindOf(node) === 'if_expression' && node.field('consequence') === null) return partsOf(node).slice(2);
  return node.fieldChildren('alternative').filter((part) => part.isNamed());
}

/** Conditions that follow an `else` are judged with the first one of their chain. */
function chainOf(top: Syntax, grammar: Grammar, judged: Set<number>): Chain | undefined {
  const [conditions, bodies]: [Syntax[], Syntax[]] = [[], []];
  const waiting: Syntax[] = [top];
  while (waiting.length > 0) {
    const node = waiting.shift()!;
    judged.add(node.id());
    const kind = kindOf(node);
    if (grammar.conditional.includes(kind) || kind === 'elsif' || kind === 'else_if_clause') {
      const isBare = kind === 'if_expression' && node.field('condition') === null;
      const condition = isBare ? partsOf(node)[0] : node.field('condition');
      const body = isBare ? partsOf(node)[1] : (node.field('consequence') ?? node.field('body'));
      if (!condition || !body || node.field('initializer') !== null) return undefined;
      conditions.push(condition);
      bodies.push(body);
      waiting.unshift(...alternativesOf(node));
      continue;
    }
    const inner = innerOf(node, grammar);
    if (inner !== node) waiting.unshift(inner);
    else {
      bodies.push(node);
      return { conditions, bodies, isComplete: waiting.length === 0 };
    }
  }
  return { conditions, bodies, isComplete: false };
}

/** `else { … }` without `else`, if another condition follows at once. */
function innerOf(node: Syntax, grammar: Grammar): Syntax {
  if (!ELSE.test(kindOf(node)) && kindOf(node) !== 'control_structure_body') return node;
  const parts = partsOf(node);
  const [only] = parts;
  return parts.length === 1 && only && grammar.conditional.includes(kindOf(only)) ? only : node;
}

export const branches: Check = {
  kinds: ({ conditional }) => conditional,
  judge(node, { grammar, judged }) {
    if (judged.has(node.id())) return [];
    const chain = chainOf(node, grammar, judged);
    return chain === undefined ? [] : [...repeatedCondition(chain), ...sameBranches(node, chain)];
  },
};

function repeatedCondition({ conditions }: Chain): Fault[] {
  const faults: Fault[] = [];
  const seen = new Map<string, Syntax>();
  for (const condition of conditions) {
    const inner = unwrapped(condition);
    if (lengthOf(inner) > MAX_OPERAND) continue;
    const text = inOneForm(inner.text());
    const earlier = seen.get(text);
    if (earlier !== undefined && !/\blet\b/.test(text) && !hasEffect(inner, true)) {
      const line = earlier.range().start.line + 1;
      faults.push({
        rule: 'repeated-condition',
        node: condition,
        message: `Line ${line} asks ${quoted(inner)} before`,
      });
    }
    seen.set(text, condition);
  }
  return faults;
}

function sameBranches(node: Syntax, { conditions, bodies, isComplete }: Chain): Fault[] {
  if (!isComplete || bodies.length < 2 || conditions.some(bindsName)) return [];
  const [first, ...others] = bodies.map(plainBody);
  if (first === undefined || first === '') return [];
  return others.every((text) => text === first) ? [{ rule: 'identical-branches', node }] : [];
}

/** `if let` gives names to parts of a value: the same code in two branches is about two things. */
const bindsName = (condition: Syntax): boolean => lengthOf(condition) > MAX_OPERAND || /\blet\b/.test(condition.text());

/** A branch without its braces, its `else` and its `then`; empty if it is too long. */
function plainBody(node: Syntax): string {
  let body = node;
  if (lengthOf(body) > MAX_BODY) return '';
  while (ELSE.test(kindOf(body)) && partsOf(body).length === 1) body = partsOf(body)[0]!;
  return inOneForm(
    body
      .text()
      .replace(/^(else|then)\b/, '')
      .replace(/^\s*[{:]|\}\s*$/g, ''),
  ).trim();
}

export const ternaries: Check = {
  kinds: ({ ternary }) => ternary,
  judge(node) {
    const then = node.field('consequence') ?? node.field('body');
    const [condition, otherwise] = [node.field('condition'), node.field('alternative')];
    // A condition that does something is there for what it does.
    if (
      !then ||
      !otherwise ||
      !condition ||
      hasEffect(condition, true) ||
      !isSame(unwrapped(then), unwrapped(otherwise), MAX_BODY)
    )
      return [];
    return [{ rule: 'identical-branches', node, message: `Both results are ${quoted(then)}` }];
  },
};

/** The values of a choice, each as it is written. */
function labelsOf(choice: Syntax, cases: string): Syntax[] {
  const inside = partsOf(choice).flatMap((part) => (kindOf(part) === 'switch_block' ? partsOf(part) : [part]));
  const own = inside.filter((part) => kindOf(part) === cases);
  return own.flatMap((each) => {
    if (cases === 'when_entry') return partsOf(each).filter((part) => kindOf(part) === 'when_condition');
    if (cases === 'when') return each.fieldChildren('pattern');
    const value = each.field('value');
    return value === null ? [] : kindOf(value) === 'expression_list' ? partsOf(value) : [value];
  });
}

export const choices: Check = {
  kinds: (grammar) => grammar.choices ?? [],
  judge(node, { grammar }) {
    const seen = new Set<string>();
    const faults: Fault[] = [];
    for (const label of grammar.cases === undefined ? [] : labelsOf(node, grammar.cases)) {
      // The grammar of Kotlin has an empty condition where it does not know the form of one.
      if (lengthOf(label) === 0 || lengthOf(label) > MAX_OPERAND) continue;
      const text = label.text();
      if (seen.has(text) && !hasEffect(label, true))
        faults.push({ rule: 'repeated-case', node: label, message: `An earlier case has ${quoted(label)}` });
      seen.add(text);
    }
    return faults;
  },
};
