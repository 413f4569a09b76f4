import { type Check, type Fault, quoted } from '../check';
import type { Grammar } from '../grammars';
import {
  MAX_OPERAND,
  type Syntax,
  binaryOf,
  childrenOf,
  hasEffect,
  isLiteral,
  isSame,
  isWord,
  kindOf,
  lengthOf,
  partsOf,
  statementOf,
  unwrapped,
} from '../syntax';

/** Nodes that may follow a `return` and are reachable, or unreachable for a reason that everybody knows. */
const REACHED = new RegExp(
  'label|case|default|preproc|heredoc|declaration|definition|function_item|local_function|_item$|struct_specifier|' +
    'rescue|ensure|else|when|empty|attribute|ERROR|text_interpolation|comment',
);
const KNOWN_END = /unreachable|abort|NOTREACHED|assert|fatal|exit|panic|die\b|^\s*;?$/i;

const isLeaving = (node: Syntax, grammar: Grammar): boolean => grammar.leaving.includes(kindOf(statementOf(node)));

const isKnownEnd = (node: Syntax): boolean =>
  lengthOf(node) <= MAX_OPERAND && KNOWN_END.test(node.text().slice(0, 200));

export const unreachable: Check = {
  kinds: ({ blocks }) => blocks,
  judge(node, { grammar }) {
    const statements = partsOf(node);
    for (const [index, statement] of statements.entries()) {
      const next = statements[index + 1];
      if (!next || !isLeaving(statement, grammar)) continue;
      const isKnown = REACHED.test(kindOf(next)) || isLeaving(next, grammar) || isKnownEnd(next);
      const line = statement.range().start.line + 1;
      // The grammar of Kotlin takes what is returned for a statement of its own where it is not sure.
      const isOneLine = next.range().start.line === statement.range().end.line;
      if (isKnown || isOneLine) return [];
      return [{ rule: 'unreachable-code', node: next, message: `Nothing gets here past line ${line}` }];
    }
    return [];
  },
};

/** `=` alone, and no initializer of an object, whose left side names a field. */
export const assignments: Check = {
  kinds: ({ assignment }) => assignment,
  judge(node, { around, language }) {
    const [left, operator, right, ...more] = childrenOf(node);
    if (!left || !right || operator?.text() !== '=' || more.length > 0) return [];
    if (!isSame(left, right) || hasEffect(left)) return [];
    if (/initializer|argument/.test(kindOf(around.parentOf(node) ?? node))) return [];
    // `x = x;` once silenced warnings about unused parameters.
    if (['c', 'cpp'].includes(language) && kindOf(left) === 'identifier') return [];
    return [{ rule: 'self-assignment', node, message: `${quoted(left)} is assigned to itself` }];
  },
};

const CONDITIONS = [
  'if_statement',
  'while_statement',
  'do_statement',
  'if',
  'elsif',
  'else_if_clause',
  'unless',
  'while',
];

const conditionsOf: Partial<Record<string, readonly string[]>> = {
  c: CONDITIONS.slice(0, 3),
  cpp: CONDITIONS.slice(0, 3),
  csharp: CONDITIONS.slice(0, 3),
  java: CONDITIONS.slice(0, 3),
  php: [...CONDITIONS.slice(0, 3), 'else_if_clause'],
  ruby: ['if', 'elsif', 'unless', 'while', 'until'],
};

/** Two pairs of parentheses say that the assignment is meant. */
const isInTwoPairs = (condition: Syntax): boolean =>
  lengthOf(condition) > MAX_OPERAND || /^\(\s*\(/.test(condition.text());

export const assignedConditions: Check = {
  kinds: (_, language) => conditionsOf[language] ?? [],
  judge(node, { grammar }) {
    const condition = node.field('condition');
    if (condition === null || isInTwoPairs(condition)) return [];
    return [unwrapped(condition), ...operandsOf(unwrapped(condition))].flatMap((part): Fault[] => {
      const [left, operator, right] = childrenOf(part);
      const isAssigned = grammar.assignment.includes(kindOf(part)) && operator?.text() === '=';
      if (!isAssigned || !left || !right || !isValue(right)) return [];
      const message = `${quoted(left)} gets the value ${quoted(right)} here, and is not compared with it`;
      return [{ rule: 'assigned-condition', node: part, message }];
    });
  },
};

/** The bare operands of `&&` and `||`. */
function operandsOf(condition: Syntax): Syntax[] {
  const binary = binaryOf(condition);
  return binary && ['&&', '||', 'and', 'or'].includes(binary.operator)
    ? [binary.left, binary.right].flatMap((operand) => [operand, ...operandsOf(operand)])
    : [];
}

const isValue = (node: Syntax): boolean => isLiteral(node) || isWord(node);

/** `if (a);` before a block, which then runs in any case. */
export const semicolons: Check = {
  kinds: (_, language) =>
    ['c', 'cpp', 'csharp', 'java', 'php'].includes(language)
      ? ['if_statement', 'for_statement', 'while_statement']
      : [],
  judge(node, { around }) {
    const body = node.field('consequence') ?? node.field('body');
    if (body === null || lengthOf(body) > 1 || body.text() !== ';' || node.field('alternative') !== null) return [];
    const next = around.nextOf(node);
    const isBlock = next !== null && ['compound_statement', 'block'].includes(kindOf(next));
    return isBlock ? [{ rule: 'stray-semicolon', node: body }] : [];
  },
};

/** `a == b;` */
export const comparisons: Check = {
  kinds: ({ statement }, language) =>
    statement !== undefined && ['c', 'cpp', 'php', 'rust'].includes(language) ? [statement] : [],
  judge(node) {
    if (lengthOf(node) > MAX_OPERAND || !node.text().endsWith(';')) return [];
    const binary = binaryOf(statementOf(node));
    if (!binary || !['==', '===', '!='].includes(binary.operator) || /assert|expect|should/i.test(node.text()))
      return [];
    // Without a name on its left side it may be a template that the grammar took for comparisons.
    if (!/^[$\w.\->[\]:*]+$/.test(binary.left.text())) return [];
    return [
      { rule: 'comparison-without-effect', node, message: `The result of ${quoted(statementOf(node))} is not used` },
    ];
  },
};

/** A `return` that is nested deeper is not looked for. */
const MAX_NESTING = 20;

const INNER = /lambda|function|method|class|closure|anonymous|^block$|do_block/;

/** A `return` in what runs however a `try` ended: the exception is gone. */
export const finallys: Check = {
  kinds: (grammar) => grammar.finallys ?? [],
  judge(node, { language }) {
    const found = leavingIn(node, language === 'ruby' ? /^block$|do_block|lambda|method/ : INNER, node);
    return found === undefined ? [] : [{ rule: 'return-in-finally', node: found }];
  },
};

function leavingIn(node: Syntax, inner: RegExp, top: Syntax, depth = 0): Syntax | undefined {
  if (depth > MAX_NESTING) return undefined;
  const kind = kindOf(node);
  if (/^(return|return_statement)$/.test(kind) && node.isNamed()) return node;
  if (kind === 'jump_expression') return /^return\b(?!@)/.test(node.text()) ? node : undefined;
  // The block of `finally` itself is one of the kinds of functions' blocks in some grammars.
  if (depth > 1 && inner.test(kind)) return undefined;
  for (const child of node.children()) {
    const found = leavingIn(child, inner, top, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
