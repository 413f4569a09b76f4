import type { Expression, Place, Target } from '../../ir';
import { Lowering } from '../lowering';
import type { MadeOfCsharp } from './made';
import { temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Arms of a `switch` that are told apart: each is nested in the one before. */
const MAX_ARMS = 60;

/** Lowers the patterns of `is` and `switch` to conditions that bind names. */
export abstract class CsharpPatterns extends Lowering<MadeOfCsharp> {
  /** `value is pattern` */
  protected isPattern(node: Syntax, at: Place): Expression {
    const value = this.optional(field(node, 'expression'), at);
    const asked = field(node, 'pattern');
    return asked ? this.held(value, at, (subject) => this.asks(asked, subject)) : unknown([value], at);
  }

  /** A subject that is read more than once stands in a variable. */
  private held(value: Expression, at: Place, use: (subject: Expression) => Expression): Expression {
    if (value.kind === 'variable' || value.kind === 'field') return use(value);
    const id = temporaryVariable(this.ids);
    const set: Expression = { kind: 'assign', target: { kind: 'variable', id }, value, at };
    return { kind: 'sequence', parts: [set, use({ kind: 'variable', id, at })], at };
  }

  /** Whether the subject is as a pattern asks. */
  protected asks(node: Syntax, subject: Expression): Expression {
    const at = placeOfNode(node);
    const operation = (operator: string, ...operands: Expression[]): Expression => ({
      kind: 'operation',
      operator,
      operands,
      at,
    });
    switch (kindOf(node)) {
      case 'constant_pattern':
        return this.equals(meaningful(node)[0], subject, at);
      case 'relational_pattern': {
        const sign = /^[<>]=?/.exec(node.text())?.[0] ?? '<';
        return operation(sign, subject, this.optional(meaningful(node)[0], at));
      }
      case 'negated_pattern':
        return operation('!', this.asksOptional(meaningful(node)[0], subject, at));
      case 'and_pattern':
      case 'or_pattern': {
        const sides = ['left', 'right'].map((side) => this.asksOptional(field(node, side), subject, at));
        return operation(kindOf(node) === 'and_pattern' ? '&&' : '||', ...sides);
      }
      case 'parenthesized_pattern':
        return this.asksOptional(meaningful(node)[0], subject, at);
      case 'declaration_pattern':
      case 'var_pattern':
        return operation('is', this.bound(field(node, 'name'), subject, at, field(node, 'type')));
      case 'recursive_pattern':
        return this.parts(node, subject, at);
      case 'list_pattern':
        return unknown(
          meaningful(node).map((each) => this.asks(each, unknown([subject], at))),
          at,
        );
      case 'discard':
        return { kind: 'literal', value: true, at };
      default:
        return operation('is', subject);
    }
  }

  private asksOptional(node: Syntax | undefined, subject: Expression, at: Place): Expression {
    return node ? this.asks(node, subject) : unknown([], at);
  }

  /** A name of a type looks like one of a constant: only a literal or a member tells what the subject is. */
  private equals(constant: Syntax | undefined, subject: Expression, at: Place): Expression {
    if (constant && kindOf(constant) === 'invocation_expression') return this.takenApart(constant, subject, at);
    if (!constant || kindOf(constant) === 'identifier' || kindOf(constant) === 'generic_name')
      return { kind: 'operation', operator: 'is', operands: [subject], at };
    return { kind: 'operation', operator: '==', operands: [subject, this.expression(constant)], at };
  }

  private bound(name: Syntax | undefined, subject: Expression, at: Place, type: Syntax | undefined): Expression {
    if (!name) return subject;
    const target: Target = { kind: 'variable', id: this.scope.declare(name.text()) };
    return { kind: 'assign', target, value: this.asType(subject, type), at };
  }

  protected abstract asType(value: Expression, type: Syntax | undefined): Expression;

  /** `{ Name: "a", Length: > 3 } found`, `(1, var y)` */
  private parts(node: Syntax, subject: Expression, at: Place): Expression {
    const clauses = meaningful(node).filter((child) => kindOf(child).endsWith('_pattern_clause'));
    const conditions = clauses.flatMap((clause) =>
      meaningful(clause).map((part, index) => {
        const children = meaningful(part);
        const asked = children.at(-1);
        const name = children.length > 1 ? children[0]!.text() : undefined;
        const inner: Expression = (name?.split('.') ?? [`${index}`]).reduce<Expression>(
          (object, each) => ({ kind: 'field', object, name: each, at }),
          subject,
        );
        return this.asksOptional(asked, inner, at);
      }),
    );
    const named = field(node, 'name');
    return allOf(
      subject,
      named ? [...conditions, this.bound(named, subject, at, field(node, 'type'))] : conditions,
      at,
    );
  }

  /** `Pair(var one, _)`: the parser takes a type with places for a call. */
  private takenApart(call: Syntax, subject: Expression, at: Place): Expression {
    const list = field(call, 'arguments');
    const conditions = (list ? meaningful(list) : []).map((argument, index): Expression => {
      const part = meaningful(argument).at(-1);
      const inner: Expression = { kind: 'field', object: subject, name: `${index}`, at };
      return part && kindOf(part) === 'declaration_expression'
        ? this.bound(field(part, 'name'), inner, at, field(part, 'type'))
        : this.equals(part, inner, at);
    });
    return allOf(subject, conditions, at);
  }

  /** `value switch { pattern => result, … }` */
  protected switchExpression(node: Syntax, at: Place): Expression {
    const [value, ...rest] = meaningful(node);
    const arms = rest.filter((child) => kindOf(child) === 'switch_expression_arm');
    return this.held(this.optional(value, at), at, (subject) => this.chosenArm(arms, subject, at));
  }

  private chosenArm(arms: readonly Syntax[], subject: Expression, at: Place): Expression {
    const lowered = arms.slice(0, MAX_ARMS).map((arm) => {
      const children = meaningful(arm);
      const condition = this.asked(children[0], children.slice(1, -1), subject, at);
      return { condition, value: this.optional(children.at(-1), at) };
    });
    return lowered.reduceRight<Expression>(
      (otherwise, { condition, value }) =>
        condition.kind === 'literal' && condition.value === true
          ? value
          : { kind: 'choice', condition, then: value, otherwise, at },
      unknown([], at),
    );
  }

  /** A pattern with the condition that may follow it: `string s when s.Length > 1`. */
  protected asked(pattern: Syntax | undefined, others: readonly Syntax[], subject: Expression, at: Place): Expression {
    const asked = this.asksOptional(pattern, subject, at);
    const when = others.find((child) => kindOf(child) === 'when_clause');
    if (!when) return asked;
    return { kind: 'operation', operator: '&&', operands: [asked, this.optional(meaningful(when)[0], at)], at };
  }
}

/** Whether a subject is of a type, and all conditions hold for it. */
const allOf = (subject: Expression, conditions: readonly Expression[], at: Place): Expression =>
  conditions.reduce<Expression>((one, other) => ({ kind: 'operation', operator: '&&', operands: [one, other], at }), {
    kind: 'operation',
    operator: 'is',
    operands: [subject],
    at,
  });
