import type { Expression, Statement } from '../../ir';
import { CConditions } from './conditions';
import { number, own } from './names';
import { numberOfType, unwrapped } from './places';
import { declaredType } from './types';
import { evaluate } from '../lowering';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Loops of C and C++. */
export abstract class CLoops extends CConditions {
  protected abstract inner(node: Syntax | undefined): Statement[];
  protected abstract expressionStatement(node: Syntax): Statement[];

  /** A loop whose condition does something judges it within its body. */
  protected loop(
    node: Syntax,
    condition: Syntax | undefined,
    body: readonly Statement[],
    step?: Expression,
  ): Statement {
    const rest = step && { step };
    if (!condition) return { kind: 'loop', body, ...rest };
    const { before, value } = this.condition(condition, placeOfNode(node));
    if (before.length === 0) return { kind: 'loop', condition: value, body, ...rest };
    const leave: Statement = { kind: 'if', condition: value, then: [], otherwise: [{ kind: 'break' }] };
    return { kind: 'loop', body: [...before, leave, ...body], ...rest };
  }

  protected forStatement(node: Syntax): Statement[] {
    const inside = this.within(this.blockScope());
    const initializer = field(node, 'initializer');
    const update = field(node, 'update');
    const isDeclaration = initializer !== undefined && kindOf(initializer) === 'declaration';
    const before = !initializer
      ? []
      : isDeclaration
        ? inside.declaration(initializer)
        : inside.expressionStatement(initializer);
    const body = inside.inner(field(node, 'body'));
    const step = update ? inside.expression(update) : undefined;
    const reached = [...inside.lastRound(node), ...inside.loopBound(node)];
    return [...before, ...reached, inside.loop(node, field(node, 'condition'), body, step)];
  }

  /** `while (i < count)`: how often the loop runs is what the number says. */
  private loopBound(node: Syntax): Statement[] {
    const written = field(node, 'condition');
    const condition = written && unwrapped(meaningful(written).length === 1 ? meaningful(written)[0]! : written);
    const bound = condition && kindOf(condition) === 'binary_expression' ? field(condition, 'right') : undefined;
    const operator = condition && field(condition, 'operator')?.text();
    if (!bound || (operator !== '<' && operator !== '<=') || !/^(?:identifier|field_expression)$/.test(kindOf(bound)))
      return [];
    if (!numberOfType(this.typeOf(bound)) || endsBefore(node, field(condition!, 'left')?.text() ?? '')) return [];
    return [evaluate(own('loop bound', [this.expression(bound)], placeOfNode(condition!)))];
  }

  /** `for (i = 0; i < 10; i++) a[i] = 0;` reaches the place 9, as nothing in it leaves the loop before. */
  protected lastRound(node: Syntax): Statement[] {
    const condition = field(node, 'condition');
    const body = field(node, 'body');
    if (!condition || !body || kindOf(condition) !== 'binary_expression') return [];
    const operator = field(condition, 'operator')?.text();
    const index = field(condition, 'left');
    const bound = field(condition, 'right');
    if (!index || !bound || kindOf(index) !== 'identifier' || (operator !== '<' && operator !== '<=')) return [];
    if (
      !new RegExp(`^(?:${index.text()}\\s*\\+\\+|\\+\\+\\s*${index.text()})$`).test(field(node, 'update')?.text() ?? '')
    )
      return [];
    const at = placeOfNode(condition);
    const top = this.expression(bound);
    const last: Expression =
      operator === '<=' ? top : { kind: 'operation', operator: '-', operands: [top, number(1, at)], at };
    const statements = kindOf(body) === 'compound_statement' ? meaningful(body) : [body];
    const found: Statement[] = [];
    for (const each of statements) {
      if (kindOf(each) !== 'expression_statement') break;
      const [only] = meaningful(each);
      if (!only || kindOf(only) !== 'assignment_expression') break;
      for (const [side, isWrite] of [
        [field(only, 'left'), true],
        [field(only, 'right'), false],
      ] as const) {
        if (!side || kindOf(side) !== 'subscript_expression') continue;
        const [array, written] = meaningful(side);
        const key = written && kindOf(written) === 'subscript_argument_list' ? meaningful(written)[0] : written;
        if (!array || key?.text() !== index.text()) continue;
        const args = [this.expression(array), last, this.expression(index), number(isWrite ? 1 : 0, at)];
        found.push(evaluate(own('last round', args, placeOfNode(side))));
      }
    }
    return found;
  }

  /** `for (auto &each : all)` */
  protected rangeLoop(node: Syntax): Statement[] {
    const inside = this.within(this.blockScope());
    const over = this.optional(field(node, 'right'), placeOfNode(node));
    const { name, type } = declaredType(this.writtenType(field(node, 'type')), field(node, 'declarator'));
    if (name === undefined) {
      const bound = field(node, 'declarator');
      for (const each of bound ? meaningful(bound).flatMap((child) => [child, ...meaningful(child)]) : [])
        if (kindOf(each) === 'identifier') inside.scope.declare(each.text());
      return [{ kind: 'loop', over, body: inside.inner(field(node, 'body')) }];
    }
    const id = inside.scope.declare(name);
    this.made.types.set(id, type);
    return [{ kind: 'loop', target: { kind: 'variable', id }, over, body: inside.inner(field(node, 'body')) }];
  }

  protected whileStatement(node: Syntax): Statement[] {
    const inside = this.within(this.blockScope());
    const bound = inside.loopBound(node);
    const body = inside.inner(field(node, 'body'));
    return [...bound, inside.loop(node, field(node, 'condition'), body)];
  }

  protected doStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const inside = this.within(this.blockScope());
    const body = inside.inner(field(node, 'body'));
    const condition = field(node, 'condition');
    const written = condition && unwrapped(condition).text();
    // Once, and a break leaves it.
    if (written === '0' || written === 'false')
      return [{ kind: 'switch', subject: unknown([], at), cases: [{ values: [], body, fallsThrough: false }] }];
    const { before, value } = inside.condition(condition, at);
    const leave: Statement = { kind: 'if', condition: value, then: [], otherwise: [{ kind: 'break' }] };
    return [{ kind: 'loop', body: [...body, ...before, leave] }];
  }
}

/** Whether something within a loop ends it, by the same number or by what is read. */
const endsBefore = (loop: Syntax, counted: string): boolean =>
  /^\w+$/.test(counted) &&
  new RegExp(`\\bif\\s*\\([^{;]{0,400}?\\b${counted}\\b[^{;]{0,400}?\\)\\s*\\{?\\s*(?:break|return|goto)\\b`).test(
    loop.text(),
  );
