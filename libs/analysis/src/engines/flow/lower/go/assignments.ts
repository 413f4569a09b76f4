import type { Expression, Statement } from '../../ir';
import { GoExpressions } from './expressions';
import { evaluate } from '../lowering';
import { temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Functions after whose success their argument is a number or an identifier. */
const PARSING = /^(?:strconv\.(?:Atoi|ParseInt|ParseUint|ParseFloat|ParseBool)|uuid\.(?:Parse|FromString|Validate))$/;
const ERROR = /^(?:_|err|e|ok|found|exists)$|[eE]rr$/;

/** `value, ok := values[key]`, `value, ok := any.(Type)`, `value, ok := <-channel`: one value, and whether it is. */
const isAsked = (source: Syntax): boolean =>
  /^(?:index|type_assertion)_expression$/.test(kindOf(source)) ||
  (kindOf(source) === 'unary_expression' && field(source, 'operator')?.text() === '<-');

/** Lowers assignments, and records the facts that a variable such as `ok` states about others. */
export abstract class GoAssignments extends GoExpressions {
  /** `a, err := f()`, `a, b = b, a`, `a += b` */
  protected assigned(node: Syntax, isDeclared: boolean): Statement[] {
    const at = placeOfNode(node);
    const left = field(node, 'left');
    const right = field(node, 'right');
    const operator = field(node, 'operator')?.text() ?? '=';
    if (operator !== '=' && operator !== ':=') {
      const [only] = left ? meaningful(left) : [];
      const operands = [this.optional(only, at), this.optional(right, at)];
      const value: Expression = { kind: 'operation', operator: operator.slice(0, -1), operands, at };
      return [evaluate(this.set(only, value, at))];
    }
    const names = left ? meaningful(left) : [];
    const values = right ? meaningful(right) : [];
    if (names.length > 1 && names.length === values.length) return this.inParallel(names, values, isDeclared, at);
    const value = this.optional(right, at);
    this.declare(names, isDeclared);
    return this.put(names, value, right, at);
  }

  /** `a, b = x, y` evaluates all values before it sets a name, and each name gets its own value alone. */
  private inParallel(
    names: readonly Syntax[],
    values: readonly Syntax[],
    isDeclared: boolean,
    at: number,
  ): Statement[] {
    const held = values.map((each) => ({ id: temporaryVariable(this.ids), value: this.expression(each) }));
    this.declare(names, isDeclared);
    return [
      ...held.map(({ id, value }) => evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at })),
      ...names.map((name, index) => evaluate(this.set(name, { kind: 'variable', id: held[index]!.id, at }, at))),
    ];
  }

  private declare(names: readonly Syntax[], isDeclared: boolean): void {
    if (isDeclared) for (const name of names) if (kindOf(name) === 'identifier') this.scope.declare(name.text());
  }

  private put(names: readonly Syntax[], value: Expression, right: Syntax | undefined, at: number): Statement[] {
    const [only, ...others] = names;
    if (only && others.length === 0) return [evaluate(this.set(only, value, at))];
    const last = names.at(-1);
    const source = right && meaningful(right).length === 1 ? meaningful(right)[0] : undefined;
    // The error, or whether there is one, is no part of what comes in.
    const isChecked = source !== undefined && last !== undefined && ERROR.test(last.text());
    if (isChecked) this.check(last, source, value);
    if (names.length === 2 && only && source && isAsked(source)) return [evaluate(this.set(only, value, at))];
    const targets = names.map((name) => (isChecked && name === last ? undefined : this.pattern(name)));
    return [evaluate({ kind: 'assign', target: { kind: 'list', targets }, value, at })];
  }

  /** `value, ok := map[key]` and `number, err := strconv.Atoi(text)` tell about the key and the text. */
  private check(name: Syntax, source: Syntax, value: Expression): void {
    const found = this.scope.find(name.text());
    if (!found) return;
    this.made.checks.delete(found.id);
    const { at } = value;
    const callee = kindOf(source) === 'call_expression' ? field(source, 'function')?.text() : undefined;
    if (value.kind === 'index') this.made.checks.set(found.id, this.judged('isset', value, at));
    else if (value.kind === 'call' && callee !== undefined && PARSING.test(callee) && value.args[0])
      this.made.checks.set(found.id, this.judged('parsed', value.args[0].value, at));
  }

  private judged(name: string, value: Expression, at: number): Expression {
    return { kind: 'call', callee: { kind: 'global', name, at }, args: [{ value }], at };
  }

  protected variables(spec: Syntax): Statement[] {
    const at = placeOfNode(spec);
    const names = spec.children().filter((child) => kindOf(child) === 'identifier');
    const right = field(spec, 'value');
    const value = right ? this.expression(right) : undefined;
    const type = this.type(field(spec, 'type'));
    const isText = !value && field(spec, 'type')?.text() === 'string';
    for (const name of names) {
      const id = this.scope.declare(name.text());
      if (isText) this.made.texts.add(id);
    }
    if (value) return this.put(names, type ? { kind: 'typed', value, type, at } : value, right, at);
    // Each of several names gets an object of its own: `var header, body bytes.Buffer`.
    return names.map((name) => evaluate(this.set(name, this.zero(field(spec, 'type'), placeOfNode(name)), at)));
  }

  /** The condition behind a variable: the check of a map or of a text that set it. */
  protected condition(node: Syntax | undefined, at: number): Expression {
    const condition = this.optional(node, at);
    if (condition.kind === 'variable') return this.made.checks.get(condition.id) ?? condition;
    if (condition.kind !== 'operation') return condition;
    const [left, right] = condition.operands;
    if (left?.kind !== 'variable') return condition;
    const check = this.made.checks.get(left.id);
    if (!check) return condition;
    const isNil = right?.kind === 'literal' && right.value === null;
    if (condition.operator === '!') return { ...condition, operands: [check] };
    if (isNil && condition.operator === '==') return check;
    return isNil && condition.operator === '!='
      ? { kind: 'operation', operator: '!', operands: [check], at }
      : condition;
  }
}
