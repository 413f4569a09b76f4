import type { Expression, Place, Statement } from '../../ir';
import { unwrapped } from './places';
import { CFunctions } from './functions';
import { nameOfCallee } from './calls';
import { named, number, own } from './names';
import { evaluate } from '../lowering';
import { temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** A condition, and what is done before it is judged: the interpreter may judge it several times. */
export interface Condition {
  readonly before: readonly Statement[];
  readonly value: Expression;
}

/** Calls that do nothing but look. */
const LOOKING = new RegExp(
  '^(?:str(?:n?(?:case)?cmp|len|chr|rchr|str|nlen|spn|cspn|pbrk)|mem(?:cmp|chr)|is[a-z]+|to(?:upper|lower)|' +
    'wcs(?:len|cmp|ncmp)|abs|defined|__builtin_expect|(?:un)?likely|find|count|contains|empty|size|length|compare)$|' +
    '(?:^|_)(?:is|has|valid|validate|check|allow|permit|safe)(?:_|$)|^(?:is|has)[A-Z]',
);
const COMPARING = /^(?:_?str(?:n)?(?:case)?cmp|_?stricmp|memcmp|wcs(?:n)?cmp|strn?casecmp|_mbscmp)$/;
const RELATION = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Lowers conditions, and the effects of evaluating them. */
export abstract class CConditions extends CFunctions {
  protected condition(node: Syntax | undefined, at: Place): Condition {
    if (!node) return { before: [], value: number(1, at) };
    const inner = unwrapped(node);
    if (kindOf(inner) === 'condition_clause') return this.clause(inner, at);
    if (kindOf(inner) === 'binary_expression') return this.relation(inner);
    if (kindOf(inner) === 'unary_expression' && /^(?:!|not\b)/.test(inner.text())) {
      const { before, value } = this.condition(field(inner, 'argument'), at);
      return { before, value: negated(value, at) };
    }
    return this.operand(inner);
  }

  /** `if (int n = f(); n > 1)`, `if (auto p = f())` */
  private clause(node: Syntax, at: Place): Condition {
    const value = field(node, 'value');
    const initializer = field(node, 'initializer');
    const first = initializer ? meaningful(initializer).flatMap((each) => this.statement(each)) : [];
    if (value && kindOf(value) === 'declaration') {
      const declared = field(value, 'declarator');
      const name = declared && /\w+$/.exec(declared.text())?.[0];
      const statements = this.declaration(value);
      return { before: [...first, ...statements], value: name ? this.name(name, at) : number(1, at) };
    }
    const { before, value: judged } = this.condition(value ?? meaningful(node).at(-1), at);
    return { before: [...first, ...before], value: judged };
  }

  private relation(node: Syntax): Condition {
    const at = placeOfNode(node);
    const operator = ALIASES[field(node, 'operator')?.text() ?? ''] ?? field(node, 'operator')?.text() ?? '';
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (operator === '&&' || operator === '||') {
      const one = this.condition(left, at);
      const other = this.condition(right, at);
      return {
        before: [...one.before, ...onlyIf(one.value, operator, other.before)],
        value: both(operator, one.value, other.value, at),
      };
    }
    if (!left || !right || !RELATION.has(operator)) return this.operand(node);
    const member = this.found(operator, left, right, at);
    if (member) return { before: [], value: member };
    const compared = this.comparedTexts(left, right, operator, at);
    if (compared) return compared;
    const one = this.operand(left);
    const other = this.operand(right);
    const before = [...one.before, ...other.before];
    // A pointer is compared with nothing.
    const isNull = other.value.kind === 'literal' && other.value.value === null;
    if (isZero(other.value) && (isNull || this.typeOf(left)?.to) && (operator === '==' || operator === '!='))
      return { before, value: operator === '==' ? negated(one.value, at) : one.value };
    const value: Expression = { kind: 'operation', operator, operands: [one.value, other.value], at };
    return { before, value: this.withLengths(value, operator, one.value, other.value, at) };
  }

  /** `values.find(one) != values.end()`, `std::find(begin, end, one) == end` */
  private found(operator: string, left: Syntax, right: Syntax, at: Place): Expression | undefined {
    if ((operator !== '==' && operator !== '!=') || kindOf(left) !== 'call_expression') return undefined;
    if (!/(?:\.|->)c?end\s*\(\s*\)$|^(?:std::)?end\s*\(|npos$/.test(right.text())) return undefined;
    const callee = field(left, 'function');
    const args = meaningful(field(left, 'arguments') ?? left);
    if (!callee || nameOfCallee(unwrapped(callee)).split(/\.|->/).at(-1) !== 'find') return undefined;
    const isMethod = kindOf(callee) === 'field_expression';
    const first = args[0] && kindOf(args[0]) === 'call_expression' ? field(args[0], 'function') : undefined;
    const owner = isMethod ? field(callee, 'argument') : first && field(first, 'argument');
    const item = isMethod ? args[0] : args[2];
    if (!owner || !item || right.text().endsWith('npos')) return undefined;
    const has: Expression = {
      kind: 'call',
      callee: { kind: 'field', object: this.expression(owner), name: 'has', at },
      args: [{ value: this.expression(item) }],
      at,
    };
    return operator === '!=' ? has : negated(has, at);
  }

  /** `strcmp(a, b) == 0` */
  private comparedTexts(left: Syntax, right: Syntax, operator: string, at: Place): Condition | undefined {
    if (operator !== '==' && operator !== '!=') return undefined;
    const equal = right.text() === '0' ? this.equality(left, at) : this.spanned(left, right, at);
    return equal && { before: [], value: operator === '==' ? equal : negated(equal, at) };
  }

  /** `strspn(text, "0123456789") == strlen(text)`: there are no other letters in the text. */
  private spanned(left: Syntax, right: Syntax, at: Place): Expression | undefined {
    const [one, other] = [left, right].map((each) =>
      /^(?:std::)?(strspn|strlen)\s*\(\s*(\w+)\s*[,)]/.exec(each.text()),
    );
    if (one?.[1] !== 'strspn' || other?.[1] !== 'strlen' || one[2] !== other[2]) return undefined;
    return both('==', this.name(one[2]!, at), own('plain text', [], at), at);
  }

  private equality(node: Syntax, at: Place): Expression | undefined {
    const callee = kindOf(node) === 'call_expression' ? field(node, 'function') : undefined;
    if (!callee || !COMPARING.test(nameOfCallee(unwrapped(callee)))) return undefined;
    const [one, other] = meaningful(field(node, 'arguments') ?? node);
    if (!one || !other) return undefined;
    const operands = [this.expression(one), this.expression(other)];
    // Of a part that is equal the rest may be anything.
    const isWhole = !/ncmp|ncase|memcmp/.test(nameOfCallee(unwrapped(callee)));
    if (isWhole) return { kind: 'operation', operator: '==', operands, isOfTexts: true, at };
    return { kind: 'operation', operator: 'begins', operands, isOfTexts: true, at };
  }

  /** Lowers a comparison outside of conditions. */
  protected override binary(node: Syntax, at: Place, names: Readonly<Record<string, string>> = {}): Expression {
    const operator = ALIASES[field(node, 'operator')?.text() ?? ''] ?? field(node, 'operator')?.text() ?? '';
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (left && right && (operator === '&&' || operator === '||'))
      return both(operator, this.expression(left), this.expression(right), at);
    const compared = left && right && this.comparedTexts(unwrapped(left), unwrapped(right), operator, at);
    return compared ? compared.value : super.binary(node, at, names);
  }

  /** An operand of a comparison, evaluated once. */
  private operand(node: Syntax): Condition {
    const inner = unwrapped(node);
    const at = placeOfNode(inner);
    switch (kindOf(inner)) {
      case 'assignment_expression': {
        const left = field(inner, 'left');
        return { before: this.assigned(inner), value: this.optional(left, at) };
      }
      case 'update_expression':
        return { before: [evaluate(this.expression(inner))], value: this.optional(field(inner, 'argument'), at) };
      case 'call_expression': {
        const equal = this.equality(inner, at);
        if (equal) return { before: [], value: negated(equal, at) };
        const callee = field(inner, 'function');
        const name = callee ? nameOfCallee(unwrapped(callee)) : '';
        const only = meaningful(field(inner, 'arguments') ?? inner)[0];
        if (/likely$|__builtin_expect$/.test(name) && only) return this.condition(only, at);
        if (LOOKING.test(name.split(/\.|->/).at(-1)!) && !DOING.test(argumentsOf(inner)))
          return { before: [], value: this.expression(inner) };
        return this.kept(inner, at);
      }
      default:
        return DOING.test(inner.text()) ? this.kept(inner, at) : { before: [], value: this.expression(inner) };
    }
  }

  private kept(node: Syntax, at: Place): Condition {
    const id = temporaryVariable(this.ids);
    const value = this.expression(node);
    return {
      before: [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at })],
      value: { kind: 'variable', id, at, ...(value.kind === 'call' && { of: value }) },
    };
  }

  /** `n = strlen(text); if (n < 10)` says how long the text is. */
  private withLengths(value: Expression, operator: string, left: Expression, right: Expression, at: Place): Expression {
    const [one, other] = [this.lengthBehind(left, at), this.lengthBehind(right, at)];
    if (one === undefined && other === undefined) return value;
    const operands = [one ?? left, other ?? right];
    const isBoth = operator === '<' || operator === '<=' || operator === '==';
    return both(isBoth ? '&&' : '||', value, { kind: 'operation', operator, operands, at }, at);
  }

  private lengthBehind(value: Expression, at: Place): Expression | undefined {
    const text = value.kind === 'variable' ? this.made.lengths.get(value.id) : undefined;
    return text && { kind: 'call', callee: named('strlen', at), args: [{ value: text }], at };
  }
}

/** The parts for which an expression is evaluated only once: calls, and operators that change variables. */
const DOING = /\w\s*\(|\+\+|--|[^=!<>]=[^=]/;
const ALIASES: Readonly<Record<string, string>> = { and: '&&', or: '||' };

const argumentsOf = (call: Syntax): string => (field(call, 'arguments')?.text() ?? '').slice(1, -1);

const isZero = (value: Expression): boolean => value.kind === 'literal' && (value.value === 0 || value.value === null);

const negated = (value: Expression, at: Place): Expression =>
  value.kind === 'operation' && value.operator === '!' && value.operands.length === 1
    ? value.operands[0]!
    : { kind: 'operation', operator: '!', operands: [value], at };

const both = (operator: string, one: Expression, other: Expression, at: Place): Expression => ({
  kind: 'operation',
  operator,
  operands: [one, other],
  at,
});

/** Statements that run only if the first half of a condition lets the second half be evaluated. */
function onlyIf(condition: Expression, operator: string, statements: readonly Statement[]): Statement[] {
  if (statements.length === 0) return [];
  const isAnd = operator === '&&';
  const [then, otherwise] = isAnd ? [statements, []] : [[], statements];
  return [{ kind: 'if', condition, isWithinCondition: true, then, otherwise }];
}
