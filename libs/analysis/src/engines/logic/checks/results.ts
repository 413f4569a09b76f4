import { type Check, type Fault, type Surroundings, quoted } from '../check';
import { PURE_CALLS } from '../pure-calls';
import { MAX_OPERAND, type Syntax, binaryOf, calledName, kindOf, lengthOf, partsOf, unwrapped } from '../syntax';

/** `trim($x);`: the value is made and thrown away. */
export const results: Check = {
  kinds: ({ statement, blocks }, language) =>
    PURE_CALLS[language] ? (statement === undefined ? blocks : [statement]) : [],
  judge(node, { grammar, language, around }) {
    // Where a block has a value, its last expression is that value.
    const statements =
      grammar.statement === undefined ? beforeHandlers(partsOf(node)).slice(0, -1) : partsOf(node).slice(0, 1);
    return statements
      .filter((call) => grammar.calls?.includes(kindOf(call)) && PURE_CALLS[language]!.test(calledText(call)))
      .filter((call) => grammar.statement !== undefined || !/\bdo\b|\{/.test(call.text()))
      .filter(() => language !== 'php' || !isPrinted(node, around))
      .filter(() => language !== 'java' || !isValueOfArm(node, around))
      .map((call) => ({ rule: 'unused-result', node: call, message: `The result of ${quoted(call)} is not used` }));
  },
};

/** Whether a page of PHP shows what the statement gives: `<?= trim($name) ?>`. */
const isPrinted = (statement: Syntax, around: Surroundings): boolean =>
  around.previousOf(statement)?.text().endsWith('<?=') === true;

/** The nodes around a `switch` that is a statement, and gives no value. */
const AROUND_STATEMENT =
  /^(?:block|\w+_body|program|switch_block_statement_group|\w*(?:if|for|while|do|labeled)_statement)$/;

/** Whether the statement is what an arm of a `switch` of Java gives: `case ONE -> name.trim();`. */
function isValueOfArm(statement: Syntax, around: Surroundings): boolean {
  const arm = around.parentOf(statement);
  if (arm === null || kindOf(arm) !== 'switch_rule') return false;
  const choice = around.parentOf(around.parentOf(arm)!);
  const outer = choice && around.parentOf(choice);
  if (!outer) return false;
  if (kindOf(outer) === 'expression_statement') return isValueOfArm(outer, around);
  return !AROUND_STATEMENT.test(kindOf(outer));
}

/** The statements of a body of Ruby: what handles its exceptions stands beside them. */
const beforeHandlers = (parts: readonly Syntax[]): readonly Syntax[] =>
  parts.filter((part) => !/^(rescue|else|ensure)$/.test(kindOf(part)));

/** The text before the parentheses of a call. */
function calledText(call: Syntax): string {
  if (lengthOf(call) > MAX_OPERAND) return '';
  const called = call.field('function');
  if (called !== null) return called.text();
  const text = call.text();
  const name = calledName(call);
  if (call.field('name') !== null) return `${call.field('object') ? `${call.field('object')!.text()}.` : ''}${name}`;
  if (call.field('method') !== null) return `${call.field('receiver')?.text() ?? ''}.${call.field('method')!.text()}`;
  return text.slice(0, Math.max(0, text.indexOf('('))).trim();
}

const POSITION = /^\\?(strpos|stripos|strrpos|strripos|mb_strpos|mb_stripos|array_search)$/;

/** `if (strpos($a, $b))`: the first position is 0, which is false. */
export const positions: Check = {
  kinds: (_, language) => (language === 'php' ? ['function_call_expression'] : []),
  judge(node, { around }) {
    if (lengthOf(node) > MAX_OPERAND || !POSITION.test(node.field('function')?.text() ?? '')) return [];
    const parent = around.parentOf(node);
    return parent === null || !isTruthTest(node, parent, around)
      ? []
      : [{ rule: 'position-as-truth', node, message: `${quoted(node)} is 0, and so false, for a match at the start` }];
  },
};

function isTruthTest(node: Syntax, parent: Syntax, around: Surroundings): boolean {
  const kind = kindOf(parent);
  if (kind === 'parenthesized_expression') {
    const outer = around.parentOf(parent);
    return outer !== null && isTruthTest(parent, outer, around);
  }
  if (kind === 'unary_op_expression') return parent.text().startsWith('!');
  if (/^(if_statement|while_statement|else_if_clause)$/.test(kind)) return true;
  if (kind === 'conditional_expression') return parent.field('condition')?.id() === node.id();
  const binary = kind === 'binary_expression' ? binaryOf(parent) : undefined;
  if (binary === undefined) return false;
  if (['&&', '||', 'and', 'or'].includes(binary.operator)) return true;
  const other = binary.left.id() === node.id() ? binary.right : binary.left;
  return ['==', '!='].includes(binary.operator) && /^(true|false)$/i.test(other.text());
}

/** `name == "x"` of Java asks whether they are one object. */
export const identities: Check = {
  kinds: ({ binary }, language) => (language === 'java' ? binary : []),
  judge(node): Fault[] {
    const binary = binaryOf(node);
    if (!binary || !['==', '!='].includes(binary.operator)) return [];
    const [left, right] = [unwrapped(binary.left), unwrapped(binary.right)].map(kindOf);
    if (
      (left === 'string_literal') === (right === 'string_literal') ||
      left === 'null_literal' ||
      right === 'null_literal'
    )
      return [];
    return [{ rule: 'text-compared-by-identity', node }];
  },
};

/** `list.empty();` asks, and empties nothing. */
export const questions: Check = {
  kinds: (_, language) => (language === 'cpp' ? ['expression_statement'] : []),
  judge(node) {
    if (lengthOf(node) > MAX_OPERAND || !/(\.|->)empty\(\s*\);$/.test(node.text())) return [];
    return [{ rule: 'unused-result', node, message: `${quoted(node)} asks whether it is empty, and empties nothing` }];
  },
};
