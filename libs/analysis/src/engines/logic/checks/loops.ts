import { escapedForRegex } from '../../kit/escaped-for-regex';
import { type Check, type Fault, quoted } from '../check';
import {
  MAX_BODY,
  type Syntax,
  binaryOf,
  hasEffect,
  kindOf,
  lengthOf,
  partsOf,
  statementOf,
  unwrapped,
} from '../syntax';

const CONTINUES = /\b(continue|goto)\b/;
const RUBY_CONTINUES = /\b(next|redo|yield)\b/;
const LEAVES = /^(return|break|throw|raise)\b/;

/** A loop whose body always leaves it at its end. */
export const repetitions: Check = {
  kinds: ({ loops }) => loops,
  judge(node, { grammar, language }) {
    const condition = conditionOf(node);
    const block = bodyOf(node);
    const last = block && partsOf(block).at(-1);
    if (
      !condition ||
      !last ||
      isEndless(condition) ||
      hasEffect(condition) ||
      lengthOf(node) > MAX_BODY ||
      /\blet\b/.test(condition.text())
    )
      return [];
    const statement = statementOf(last);
    if (!grammar.leaving.includes(kindOf(statement)) || !LEAVES.test(statement.text())) return [];
    const body = block.text();
    // In C, the macro that wraps a body may end it.
    if ((language === 'ruby' ? RUBY_CONTINUES : CONTINUES).test(body) || /\bcase\b.*:/.test(body)) return [];
    if (language === 'go' && /\bselect\b/.test(body)) return [];
    return [{ rule: 'loop-without-repetition', node: statement }];
  },
};

const isEndless = (condition: Syntax): boolean =>
  lengthOf(condition) < 8 && /^(1|true|TRUE|YES|!0)$/.test(unwrapped(condition).text());

function bodyOf(loop: Syntax): Syntax | undefined {
  const body = loop.field('body') ?? partsOf(loop).at(-1);
  if (!body) return undefined;
  // Some grammars have one more node between a block and its statements.
  const [only] = partsOf(body);
  const inner = only && ['statements', 'statement_list'].includes(kindOf(only)) ? only : body;
  return /^(if|for|while|switch|do|try)/.test(kindOf(inner)) ? undefined : inner;
}

/** The condition of a loop; none for a loop over the elements of something. */
function conditionOf(loop: Syntax): Syntax | undefined {
  const direct = loop.field('condition');
  if (direct !== null) return direct;
  const [head] = partsOf(loop);
  if (!head || kindOf(head) === 'range_clause' || kindOf(loop) === 'for_expression') return undefined;
  if (kindOf(head) === 'for_clause') return head.field('condition') ?? undefined;
  return partsOf(loop).length > 1 && /while|for_statement/.test(kindOf(loop)) ? head : undefined;
}

/** `for (i = 0; i <= n; i++)` */
interface Counting {
  readonly variable: string;
  readonly from: string;
  readonly operator: string;
  readonly limit: Syntax;
  readonly condition: Syntax;
  readonly update: Syntax;
}

function countingOf(loop: Syntax): Counting | undefined {
  const clause = partsOf(loop).find((part) => kindOf(part) === 'for_clause') ?? loop;
  if (lengthOf(clause) > MAX_BODY) return undefined;
  const initial = clause.field('initializer') ?? clause.field('init') ?? clause.field('initialize');
  const [condition, update] = [clause.field('condition'), clause.field('update')];
  const start = initial?.text().match(/^(?:[\w:<>*\s]*?\s)?(\$?\w+)\s*:?=\s*([^,;=]+);?$/);
  if (!start || condition === null || update === null) return undefined;
  const binary = binaryOf(unwrapped(condition));
  if (!binary || binary.left.text() !== start[1]) return undefined;
  const [, variable, from] = start;
  return { variable: variable!, from: from!.trim(), operator: binary.operator, limit: binary.right, condition, update };
}

const FOR = 'for_statement';

export const counters: Check = {
  kinds: ({ loops }) => loops.filter((kind) => kind === FOR),
  judge(node) {
    const counting = countingOf(node);
    const body = node.field('body');
    if (counting === undefined || body === null || lengthOf(node) > MAX_BODY) return [];
    return [...pastTheEnd(counting, body), ...otherStep(counting, body), ...wrongWay(counting)];
  },
};

/** The collection that an expression counts: `a` of `a.length`, `len(a)` and `count($a)`. */
function countedBy(limit: string): string | undefined {
  const matched =
    /^([$\w.\->[\]:]+?)(?:\.|->)(?:length|Length|Count|size|len)(?:\(\))?$/.exec(limit) ??
    /^(?:len|count|sizeof|strlen)\(\s*([$\w.\->]+)\s*\)$/.exec(limit);
  return matched?.[1];
}

function pastTheEnd({ variable, operator, limit, condition }: Counting, body: Syntax): Fault[] {
  const counted = operator === '<=' ? countedBy(limit.text()) : undefined;
  return counted === undefined ? [] : readPastEnd(condition, variable, counted, limit.text(), body.text());
}

/** Silent where the body looks at the end itself. */
function readPastEnd(node: Syntax, variable: string, counted: string, limit: string, body: string): Fault[] {
  const [name, index] = [escapedForRegex(counted), escapedForRegex(variable)];
  const reads = new RegExp(
    `${name}\\s*(\\[\\s*${index}\\s*\\]|(\\.|->)(get|at|charAt|elementAt|ElementAt)\\(\\s*${index}\\s*\\))`,
  );
  if (!reads.test(body) || body.includes(limit) || new RegExp(`${index}\\s*(==|!=|<|>)`).test(body)) return [];
  return [{ rule: 'off-by-one', node, message: `The last turn reads ${counted} at ${limit}, which is past its end` }];
}

/** `0..list.size` and `0..=list.len()` */
export const ranges: Check = {
  kinds: (_, language) => (language === 'kotlin' ? ['for_statement'] : language === 'rust' ? ['for_expression'] : []),
  judge(node) {
    const parts = partsOf(node);
    const range = parts.find((part) => kindOf(part) === 'range_expression');
    const [variable, body] = [parts[0], parts.at(-1)];
    const limit = range && lengthOf(node) <= MAX_BODY && /^0\s*(\.\.=?)\s*(.+)$/s.exec(range.text());
    if (!range || !limit || !variable || !body || (kindOf(node) === 'for_expression') !== (limit[1] === '..='))
      return [];
    const counted = countedBy(limit[2]!);
    return counted === undefined ? [] : readPastEnd(range, variable.text(), counted, limit[2]!, body.text());
  },
};

/** `for (int j = 0; j < n; i++)`: what the condition looks at never changes. */
function otherStep({ variable, condition, update }: Counting, body: Syntax): Fault[] {
  const stepped = /^(?:\+\+|--)?\s*(\$?\w+)\s*(?:\+\+|--|[-+]=\s*\w+)?$/.exec(update.text())?.[1];
  if (stepped === undefined || stepped === variable || !/\+|-/.test(update.text())) return [];
  const name = escapedForRegex(variable);
  if (new RegExp(`(^|[^\\w$])${escapedForRegex(stepped)}(?!\\w)`).test(condition.text())) return [];
  const changed = new RegExp(
    `${name}\\s*([-+*/|&^%]|<<|>>)?=(?!=)|(\\+\\+|--)\\s*${name}|${name}\\s*(\\+\\+|--)|&\\s*${name}\\b`,
  );
  if (changed.test(body.text()) || /\b(break|return|goto|throw)\b/.test(body.text())) return [];
  const message = `${variable} decides when the loop ends, and ${stepped} is what changes`;
  return [{ rule: 'other-counter-stepped', node: update, message }];
}

/** `for (i = 0; i < n; i--)` */
function wrongWay({ variable, from, operator, update }: Counting): Fault[] {
  const name = escapedForRegex(variable);
  const text = update.text();
  const up = new RegExp(`^(\\+\\+\\s*${name}|${name}\\s*\\+\\+|${name}\\s*\\+=\\s*\\d+)$`).test(text);
  const down = new RegExp(`^(--\\s*${name}|${name}\\s*--|${name}\\s*-=\\s*\\d+)$`).test(text);
  const isWrong =
    (down && /^<=?$/.test(operator) && from === '0') || (up && /^>=?$/.test(operator) && /^\d+$/.test(from));
  if (!isWrong) return [];
  return [{ rule: 'wrong-direction', node: update, message: `${quoted(update)} leads away from the end of the loop` }];
}
