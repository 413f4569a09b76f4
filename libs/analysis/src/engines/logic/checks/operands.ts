import { escapedForRegex } from '../../kit/escaped-for-regex';
import { type Check, type Fault, type Surroundings, quoted } from '../check';
import {
  MAX_OPERAND,
  type Binary,
  type Syntax,
  binaryOf,
  hasEffect,
  inOneForm,
  isConstant,
  isLiteral,
  isSame,
  isWord,
  kindOf,
  lengthOf,
  unwrapped,
} from '../syntax';

const ALIKE = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=', '<=>', '-', '/', '%', '^', '&', '|']);
const LOGICAL: Readonly<Record<string, '&&' | '||'>> = { '&&': '&&', and: '&&', '||': '||', or: '||' };
const COMPARISON = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=']);
const MAX_CHAIN = 200;

/** The first operands of a chain of one logical operator. Its inner parts are judged with it. */
function chainOf(node: Syntax, { operator }: Binary, judged: Set<number>): Syntax[] {
  const logical = LOGICAL[operator]!;
  const operands: Syntax[] = [];
  const waiting = [node];
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    const inner = kindOf(next) === kindOf(node) ? binaryOf(next) : undefined;
    if (inner && LOGICAL[inner.operator] === logical) {
      judged.add(next.id());
      waiting.push(inner.right, inner.left);
    } else operands.push(next);
  }
  return operands.slice(0, MAX_CHAIN);
}

/** `x != x` asks whether a number is NaN, and a test of an operator compares a thing with itself. */
function isMeant(node: Syntax, around: Surroundings): boolean {
  let outer = node;
  for (let level = 0; level < 3; level += 1) {
    const parent = around.parentOf(outer);
    if (parent === null || lengthOf(parent) > MAX_OPERAND * 2) break;
    outer = parent;
  }
  return /equals_?(?:self|itself)|reflexiv|nan|assert|expect|should|REQUIRE|CHECK|EXPECT|verify/i.test(outer.text());
}

/** `x != x` of a variable alone: nobody writes that by mistake. `x == x` asks the same of a number with a fraction. */
function isAskedForNumber(operator: string, operand: Syntax, around: Surroundings): boolean {
  if (!/^(identifier|variable_name|simple_identifier)$/.test(kindOf(operand))) return false;
  if (['!=', '!=='].includes(operator)) return true;
  const declared = new RegExp(String.raw`\b(?:float|double|Float|Double)\s+${escapedForRegex(operand.text())}\b`);
  return (
    ['==', '==='].includes(operator) && (declared.test(surroundingText(operand, around)) || saysNaN(operand, around))
  );
}

/** Whether a comment above says that the number may be none. */
function saysNaN(node: Syntax, around: Surroundings): boolean {
  let outer: Syntax | null = node;
  for (let level = 0; level < LEVELS && outer !== null; level += 1) {
    let before = around.previousOf(outer);
    for (let count = 0; count < LINES_BELOW_A_COMMENT && before !== null; count += 1) {
      if (kindOf(before).includes('comment') && /\bnan\b/i.test(before.text())) return true;
      before = around.previousOf(before);
    }
    outer = around.parentOf(outer);
  }
  return false;
}

/** A comment may be about so many statements after it. */
const LINES_BELOW_A_COMMENT = 3;

/** How far around an operand its declaration is looked for. */
const LEVELS = 8;

/** The longest text around a node that is no longer than a block may be. */
function surroundingText(node: Syntax, around: Surroundings): string {
  let outer = node;
  for (let level = 0; level < LEVELS; level += 1) {
    const parent = around.parentOf(outer);
    if (parent === null || lengthOf(parent) > MAX_OPERAND * 4) break;
    outer = parent;
  }
  return outer.text();
}

/** Statements of one form that differ by numbers: somebody wrote a loop out, and the last one is like the others. */
const SIBLINGS_OF_A_LOOP = 3;

function isWrittenOutLoop(node: Syntax, around: Surroundings): boolean {
  let statement = node;
  for (let level = 0; level < LEVELS; level += 1) {
    const form = formOf(statement);
    if (form === undefined) return false;
    if (DIGIT.test(statement.text())) {
      let alike = 0;
      let before = around.previousOf(statement);
      while (before !== null && alike < SIBLINGS_OF_A_LOOP && formOf(before) === form) {
        alike += 1;
        before = around.previousOf(before);
      }
      if (alike === SIBLINGS_OF_A_LOOP) return true;
    }
    const parent = around.parentOf(statement);
    if (parent === null) return false;
    statement = parent;
  }
  return false;
}

const DIGIT = /\d/;

/** The text without its numbers; undefined if it is too long for a line of a loop. */
const formOf = (node: Syntax): string | undefined =>
  lengthOf(node) > MAX_OPERAND ? undefined : inOneForm(node.text()).replace(/\d+/g, '0');

function repeated(operands: readonly Syntax[]): Fault[] {
  const seen = new Set<string>();
  for (const operand of operands) {
    if (lengthOf(operand) > MAX_OPERAND) continue;
    const text = inOneForm(unwrapped(operand).text());
    // Lists of macros are copied from several sources, and no other macro is meant.
    if (OF_PREPROCESSOR.test(text)) continue;
    if (seen.has(text) && !isLiteral(unwrapped(operand)) && !hasEffect(operand, true))
      return [
        { rule: 'identical-operands', node: operand, message: `${quoted(operand)} stands twice in one condition` },
      ];
    // `is_dir(a) || mkdir(a) || is_dir(a)`: what is asked again may have another answer.
    for (const name of assignedIn(text)) for (const each of seen) if (mentions(each, name)) seen.delete(each);
    if (CHANGES.test(text)) for (const each of seen) if (each.includes('(')) seen.delete(each);
    // `reader.isScalar && reader.moveNext() && reader.isScalar`: the call in between changes its own object.
    for (const name of changedIn(text)) for (const each of seen) if (mentions(each, name)) seen.delete(each);
    // `!error && size(path, error) > 0 && !error`: the call in between may set what it is given.
    for (const each of seen) if (isGiven(text, each)) seen.delete(each);
    seen.add(text);
  }
  return [];
}

const NAME_ALONE = /^!?\s*([A-Za-z_$][\w$]*)$/;

/** Whether a call in an operand is given the name that another operand consists of. */
function isGiven(text: string, other: string): boolean {
  const name = NAME_ALONE.exec(other)?.[1];
  return (
    name !== undefined &&
    new RegExp(String.raw`\w\s*\((?:[^()]*,)?\s*(?:&|ref\s+|out\s+)?${escapedForRegex(name)}\s*[,)]`).test(text)
  );
}

const OF_PREPROCESSOR = /^defined\s*\(?\s*\w+\s*\)?$/;

const ASSIGNED =
  /(?:([A-Za-z_$][\w$]*)\s*(?:(?:[-+*/%&|^:]|<<|>>|\*\*)?=(?![=>~])|\+\+|--))|(?:\+\+|--)\s*([A-Za-z_$][\w$]*)/g;

/** The names that a call gets to write to: `&end`, `out end`, `ref end`. */
const HANDED = /[(,]\s*(?:&|out\s+|ref\s+)([A-Za-z_]\w*)\s*(?=[,)])/g;

/** The names that an operand gives new values: `i` and `from` of `(i = next(from = i + 2)) > 0`. */
const assignedIn = (text: string): string[] => [
  ...[...text.matchAll(ASSIGNED)].flatMap(([, before, behind]) => before ?? behind ?? []),
  ...[...text.matchAll(HANDED)].map(([, name]) => name!),
];

const mentions = (text: string, name: string): boolean => text.split(/[^\w$]+/).includes(name);

const CHANGING =
  String.raw`_?(?:mk|make|create|write|copy|move|rename|open|load|read|fetch|set|add|insert|put|remove|delete|` +
  String.raw`unlink|next|lock|init|connect|start(?!s?_?with)|try|wait|refresh|update)\w*\(`;
/** A call that may change what other calls answer, by its name. */
const CHANGES = new RegExp(String.raw`\b${CHANGING}`, 'i');
/** Such a call of a method of something that has a name. */
const CHANGED = new RegExp(String.raw`([A-Za-z_$][\w$]*)(?:\?\.|\.|->)${CHANGING}`, 'gi');

const changedIn = (text: string): string[] => [...text.matchAll(CHANGED)].map(([, name]) => name!);

interface Comparison {
  readonly isEqual: boolean;
  readonly compared: string;
  readonly constant: string;
}

/** A comparison of something with a constant. */
function comparisonOf(node: Syntax): Comparison | undefined {
  const binary = binaryOf(unwrapped(node));
  if (!binary || !['==', '===', '!=', '!=='].includes(binary.operator)) return undefined;
  const [left, right] = [unwrapped(binary.left), unwrapped(binary.right)];
  const [compared, constant] = isConstant(right) ? [left, right] : [right, left];
  // An operand that is too long to be read is taken to have an effect.
  // In `a.HTTP == nil` it is the field of a, however it is spelled, that is compared.
  if (!isConstant(constant) || isConstant(compared) || isWord(compared) || hasEffect(compared)) return undefined;
  return { isEqual: binary.operator.startsWith('='), compared: compared.text(), constant: constant.text() };
}

/** `x == 1 && x == 2` never holds, and `x != 1 || x != 2` always does. */
function contradictions(node: Syntax, operator: '&&' | '||', operands: readonly Syntax[]): Fault[] {
  const seen = new Map<string, string>();
  for (const operand of operands) {
    const comparison = comparisonOf(operand);
    if (comparison === undefined || comparison.isEqual !== (operator === '&&')) continue;
    const earlier = seen.get(comparison.compared);
    if (earlier !== undefined && isOther(earlier, comparison.constant)) {
      const always = operator === '&&' ? 'never true' : 'always true';
      return [{ rule: 'constant-condition', node, message: `The condition is ${always}: ${quoted(node)}` }];
    }
    seen.set(comparison.compared, comparison.constant);
  }
  return [];
}

/** Constants of one kind with other values. `'1'` and `1` may be equal, as may a name and a number. */
const isOther = (one: string, other: string): boolean =>
  one !== other &&
  /^["']/.test(one) === /^["']/.test(other) &&
  /^[-\d]/.test(one) === /^[-\d]/.test(other) &&
  one.replace(/["']/g, '') !== other.replace(/["']/g, '');

/** The grammar takes `a < b && b >= c` for a template with the argument `b && b`. */
const isArgumentOfTemplate = (node: Syntax, around: Surroundings): boolean =>
  kindOf(around.parentOf(node) ?? node) === 'template_argument_list';

export const operands: Check = {
  kinds: ({ binary }) => binary,
  judge(node, { around, judged, language }) {
    if (judged.has(node.id())) return [];
    const binary = binaryOf(node);
    if (binary === undefined) return [];
    const logical = LOGICAL[binary.operator];
    if (logical !== undefined) {
      const chain = chainOf(node, binary, judged);
      const faults = [...repeated(chain), ...contradictions(node, logical, chain)];
      return faults.length > 0 && isArgumentOfTemplate(node, around) ? [] : faults;
    }
    const [left, right] = [unwrapped(binary.left), unwrapped(binary.right)];
    if (!ALIKE.has(binary.operator) || !isSame(left, right) || isConstant(left) || isWord(left)) return [];
    if (hasEffect(left) || isMeant(node, around) || isAskedForNumber(binary.operator, left, around)) return [];
    if (isWrittenOutLoop(node, around)) return [];
    // Vectors have their own: `v % v` is the square of a length.
    if (language === 'cpp' && (binary.operator === '%' || binary.operator === '^')) return [];
    const outer = around.parentOf(node);
    const mask = outer === null || lengthOf(outer) > MAX_OPERAND * 2 ? undefined : binaryOf(outer)?.operator;
    const message =
      mask !== undefined && ['&', '|', '^'].includes(mask) && COMPARISON.has(binary.operator)
        ? `${binary.operator} compares ${quoted(left)} with itself before ${mask} is evaluated: put the ` +
          `${mask} in parentheses`
        : `Both sides of ${binary.operator} are ${quoted(left)}`;
    return [{ rule: 'identical-operands', node, message }];
  },
};

const NO_NEGATION = /^!\s*(?:\([\w:]+\)\s*\(|(?:[\w.:>-]+(?:::|\.|->))?operator\b)/;

/** `!a < b`, `!flags & MASK`: the negation binds more tightly than the operator after it. */
export const negations: Check = {
  kinds: ({ binary }, language) => (['c', 'cpp', 'php', 'ruby'].includes(language) ? binary : []),
  judge(node, { grammar }) {
    const binary = binaryOf(node);
    if (!binary || !grammar.unary.includes(kindOf(binary.left)) || lengthOf(binary.left) > MAX_OPERAND) return [];
    // `!(std::isnan)(a) && …` is taken for a cast of all that follows.
    // `!operator<=(other)` calls an operator by its name.
    if (!/^!(?!!)/.test(binary.left.text()) || NO_NEGATION.test(binary.left.text())) return [];
    const isMask = binary.operator === '&' && isConstant(unwrapped(binary.right));
    const isOrder = ['<', '>', '<=', '>='].includes(binary.operator);
    const isEquality = ['==', '!='].includes(binary.operator) && isConstant(binary.right) && !isTruth(binary.right);
    if (!isMask && !isOrder && !isEquality) return [];
    const negated = quoted(binary.left.child(1) ?? binary.left);
    const message = `Only ${negated} is negated, before ${binary.operator} looks at it`;
    return [{ rule: 'misplaced-negation', node, message }];
  },
};

const isTruth = (node: Syntax): boolean =>
  lengthOf(node) < 8 && /^(0|1|true|false|TRUE|FALSE|YES|NO)$/i.test(node.text());

/** `flags & MASK == VALUE` compares first in these languages. */
export const masks: Check = {
  kinds: ({ binary }, language) => (['c', 'cpp', 'php'].includes(language) ? binary : []),
  judge(node) {
    const binary = binaryOf(node);
    if (!binary || !['&', '|', '^'].includes(binary.operator)) return [];
    const compared = binaryOf(binary.right);
    if (!compared || !COMPARISON.has(compared.operator) || !isConstant(unwrapped(compared.left))) return [];
    if (COMPARISON.has(binaryOf(binary.left)?.operator ?? '')) return [];
    const message = `${quoted(binary.right)} is evaluated before ${binary.operator}`;
    return [{ rule: 'comparison-before-mask', node, message }];
  },
};
