import type { Expression, Place, Statement } from '../../ir';
import { evaluate } from '../lowering';
import { RubyCalls } from './calls';
import { BRANCHING, type Use, constantText } from './expressions';
import { ENDING, isLeft } from './names';
import { callParts } from './syntax';
import { temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** More arms than these are looked at one after another, without what the ones before rule out. */
const MAX_ARMS = 60;
const LITERAL = /^(?:string|simple_symbol|delimited_symbol|integer|float|nil|true|false|symbol|character)$/;
const BARE = /^(?:next|break|return|redo|retry)$/;

/** Statements, functions and blocks. The last statement of a body gives its value. */
export abstract class RubyStatements extends RubyCalls {
  /** Statements of a class or module. */
  protected abstract declared(node: Syntax): Statement[];

  /** @param use what is done with the value of the last statement */
  block(nodes: readonly Syntax[], use?: Use): Statement[] {
    const clauses = nodes.filter((node) => /^(?:rescue|else|ensure)$/.test(kindOf(node)));
    const own = nodes.filter(
      (node) => !clauses.includes(node) && !/^(?:heredoc_body|uninterpreted)$/.test(kindOf(node)),
    );
    if (clauses.some((clause) => /^(?:rescue|ensure)$/.test(kindOf(clause)))) return [this.tried(own, clauses, use)];
    const all = [...own, ...clauses];
    return all.flatMap((node, index) =>
      use && index === all.length - 1 ? this.tail(node, use) : this.statement(node),
    );
  }

  private tried(own: readonly Syntax[], clauses: readonly Syntax[], use: Use | undefined): Statement {
    const [otherwise, last] = ['else', 'ensure'].map((kind) => clauses.find((clause) => kindOf(clause) === kind));
    return {
      kind: 'try',
      body: this.block([...own, ...(otherwise ? meaningful(otherwise) : [])], use),
      handlers: clauses
        .filter((clause) => kindOf(clause) === 'rescue')
        .map((clause) => {
          const variable = field(clause, 'variable');
          const name = variable && meaningful(variable)[0];
          const id = name && kindOf(name) === 'identifier' ? this.variableId(name.text()) : undefined;
          return this.caught(id, 'Exception', this.inner(field(clause, 'body'), use), clause);
        }),
      last: last ? this.block(meaningful(last)) : [],
    };
  }

  /** Lowers the statements of a branch or body. */
  protected inner(node: Syntax | undefined, use?: Use): Statement[] {
    if (!node) return use ? [...use({ kind: 'literal', value: null, at: 0 }, 0)] : [];
    if (/^(?:then|do|else|body_statement|block_body|begin|parenthesized_statements|program)$/.test(kindOf(node)))
      return this.block(meaningful(node), use);
    return use ? this.tail(node, use) : this.statement(node);
  }

  /** A statement whose value is used. */
  private tail(node: Syntax, use: Use): Statement[] {
    const at = placeOfNode(node);
    const kind = kindOf(node);
    if (kind === 'if' || kind === 'unless' || kind === 'elsif') return [this.condition(node, use)];
    if (kind === 'if_modifier' || kind === 'unless_modifier') return [this.modifier(node, use)];
    if (kind === 'case' || kind === 'case_match') return this.chosen(node, use);
    if (kind === 'begin' || kind === 'parenthesized_statements') return this.block(meaningful(node), use);
    if (kind === 'else' || kind === 'then') return this.block(meaningful(node), use);
    if (kind === 'rescue_modifier') {
      const [body, other] = meaningful(node);
      return [{ kind: 'try', body: this.inner(body, use), handlers: [this.inner(other, use)], last: [] }];
    }
    const statements = this.statement(node);
    // `@name ||= begin … end`: the value is that of the place afterwards.
    const [left, right] = /^(?:operator_)?assignment$/.test(kind) ? meaningful(node) : [];
    if (left && right && BRANCHING.test(kindOf(right)) && constantText(left) === undefined)
      return [...statements, ...use(this.expression(left), at)];
    const [only] = statements;
    return statements.length === 1 && only?.kind === 'evaluate' ? [...use(only.expression, at)] : statements;
  }

  statement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const kind = kindOf(node);
    switch (kind) {
      case 'if':
      case 'unless':
        return [this.condition(node)];
      case 'if_modifier':
      case 'unless_modifier':
        return [this.modifier(node)];
      case 'while':
      case 'until':
      case 'while_modifier':
      case 'until_modifier':
        return this.loop(node);
      case 'for':
        return [this.forEach(node)];
      case 'case':
      case 'case_match':
        return this.chosen(node);
      case 'begin':
      case 'parenthesized_statements':
      case 'then':
      case 'else':
      case 'begin_block':
      case 'end_block':
        return this.block(meaningful(node));
      case 'rescue_modifier': {
        const [body, other] = meaningful(node);
        return [{ kind: 'try', body: this.inner(body), handlers: [this.inner(other)], last: [] }];
      }
      case 'return':
        return [this.leaving(node)];
      case 'next':
        return [this.isInLoop ? { kind: 'continue' } : this.leaving(node)];
      case 'break':
        return [this.isInLoop ? { kind: 'break' } : this.leaving(node)];
      case 'redo':
      case 'retry':
        return [{ kind: 'throw' }];
      case 'binary':
        return this.shortened(node);
      case 'assignment':
      case 'operator_assignment':
        return this.assignmentStatement(node);
      case 'call':
      case 'identifier':
        return this.callStatement(node);
      case 'method':
      case 'singleton_method':
        this.definition(node);
        return [];
      case 'class':
      case 'module':
      case 'singleton_class':
        return this.declared(node);
      case 'heredoc_body':
      case 'uninterpreted':
      case 'alias':
      case 'undef':
      case 'empty_statement':
        return [];
      case 'match_pattern':
      case 'test_pattern':
        return [evaluate(this.matched(node, at))];
      default:
        return [evaluate(this.expression(node))];
    }
  }

  /** Whether `next` and `break` mean a loop, and not the block around. */
  private isInLoop = false;

  private looping<Result>(work: () => Result): Result {
    const before = this.isInLoop;
    this.isInLoop = true;
    const result = work();
    this.isInLoop = before;
    return result;
  }

  private leaving(node: Syntax): Statement {
    const [list] = meaningful(node);
    const values = list ? meaningful(list) : [];
    const at = placeOfNode(node);
    if (values.length === 0) return { kind: 'return', at };
    return { kind: 'return', value: values.length === 1 ? this.expression(values[0]!) : this.list(values, at), at };
  }

  private callStatement(node: Syntax): Statement[] {
    const { receiver, method } = kindOf(node) === 'call' ? callParts(node) : {};
    const name = kindOf(node) === 'identifier' ? node.text() : (method?.text() ?? '');
    const isLocal = kindOf(node) === 'identifier' && this.scope.find(name) !== undefined;
    if (BARE.test(name) && kindOf(node) === 'identifier') return [{ kind: 'return', at: placeOfNode(node) }];
    const ends = !receiver && !isLocal && ENDING.test(name);
    return [evaluate(this.expression(node)), ...(ends ? [{ kind: 'throw' } as const] : [])];
  }

  /** `redirect_to(root) and return`, `find or raise` */
  private shortened(node: Syntax): Statement[] {
    const operator = field(node, 'operator')?.text() ?? '';
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (!left || !right || !/^(?:and|or|&&|\|\|)$/.test(operator)) return [evaluate(this.expression(node))];
    const then = this.statement(right);
    if (!isLeft(then)) return [evaluate(this.expression(node))];
    const condition = this.expression(left);
    const isAnd = operator === 'and' || operator === '&&';
    return [{ kind: 'if', condition, then: isAnd ? then : [], otherwise: isAnd ? [] : then }];
  }

  /** `name = if … end`: each branch sets it. */
  private assignmentStatement(node: Syntax): Statement[] {
    const [left, right] = meaningful(node);
    if (!right) return [];
    const isClass = left !== undefined && constantText(left) !== undefined;
    if (isClass) return this.declared(node);
    if (!BRANCHING.test(kindOf(right))) return [evaluate(this.expression(node))];
    const isPlain = kindOf(node) === 'assignment';
    return this.tail(right, (value, at) => [
      evaluate(isPlain ? this.set(left, value, at) : this.change(left, at, () => this.operatorValue(node, value, at))),
    ]);
  }

  private condition(node: Syntax, use?: Use): Statement {
    const condition = this.optional(field(node, 'condition'), placeOfNode(node));
    const then = this.inner(field(node, 'consequence'), use);
    const alternative = field(node, 'alternative');
    const otherwise =
      alternative && kindOf(alternative) === 'elsif'
        ? [this.condition(alternative, use)]
        : this.inner(alternative, use);
    return this.either(condition, then, otherwise, kindOf(node) === 'unless');
  }

  private modifier(node: Syntax, use?: Use): Statement {
    const condition = this.optional(field(node, 'condition'), placeOfNode(node));
    const then = this.inner(field(node, 'body'), use);
    return this.either(condition, then, this.inner(undefined, use), kindOf(node) === 'unless_modifier');
  }

  private either(
    condition: Expression,
    then: readonly Statement[],
    otherwise: readonly Statement[],
    isUnless: boolean,
  ): Statement {
    return isUnless
      ? { kind: 'if', condition, then: otherwise, otherwise: then }
      : { kind: 'if', condition, then, otherwise };
  }

  private loop(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const written = this.optional(field(node, 'condition'), at);
    const condition: Expression = kindOf(node).startsWith('until')
      ? { kind: 'operation', operator: '!', operands: [written], at }
      : written;
    const body = this.looping(() => this.inner(field(node, 'body')));
    return [{ kind: 'loop', condition, body }];
  }

  private forEach(node: Syntax): Statement {
    const pattern = field(node, 'pattern');
    const target = pattern && this.pattern(pattern);
    const over = field(node, 'value');
    return {
      kind: 'loop',
      over: this.optional(over && meaningful(over)[0], placeOfNode(node)),
      ...(target && { target }),
      body: this.looping(() => this.inner(field(node, 'body'))),
    };
  }

  /** `case … when` and `case … in`: a chain of conditions. */
  private chosen(node: Syntax, use?: Use): Statement[] {
    const at = placeOfNode(node);
    const value = field(node, 'value');
    const arms = meaningful(node).filter((child) => /^(?:when|in_clause)$/.test(kindOf(child)));
    const last = meaningful(node).find((child) => kindOf(child) === 'else');
    const id = temporaryVariable(this.ids);
    const written = value && this.expression(value);
    // A subject that can be read again is read again, so that a fact of an arm about it holds in the arm.
    const isPlace = written !== undefined && /^(?:variable|field|index|call)$/.test(written.kind);
    const set = written?.kind === 'assign' && written.target.kind === 'variable' ? written.target.id : id;
    const subject: Expression | undefined = isPlace ? written : written && { kind: 'variable', id: set, at };
    const named: Expression | undefined =
      set !== id || !written ? written : { kind: 'assign', target: { kind: 'variable', id }, value: written, at };
    const before = named && !isPlace ? [evaluate(named)] : [];
    const statementOf = (arm: Syntax, otherwise: readonly Statement[]): Statement => {
      const { condition, bound } = this.arm(arm, subject, at);
      return { kind: 'if', condition, then: [...bound, ...this.inner(field(arm, 'body'), use)], otherwise };
    };
    const rest = arms.slice(MAX_ARMS).map((arm) => statementOf(arm, []));
    const otherwise = [...rest, ...(last ? this.block(meaningful(last), use) : this.inner(undefined, use))];
    return [
      ...before,
      ...arms.slice(0, MAX_ARMS).reduceRight<Statement[]>((others, arm) => [statementOf(arm, others)], otherwise),
    ];
  }

  private arm(arm: Syntax, subject: Expression | undefined, at: Place): { condition: Expression; bound: Statement[] } {
    if (kindOf(arm) === 'in_clause') {
      const pattern = field(arm, 'pattern');
      const guard = field(arm, 'guard');
      const bound = pattern && subject ? this.boundBy(pattern, subject, at) : [];
      const test = guard && field(guard, 'condition');
      return { condition: test ? this.expression(test) : unknown([], at), bound };
    }
    const patterns = meaningful(arm).filter((child) => kindOf(child) === 'pattern');
    const conditions = patterns.map((pattern) => this.armCondition(meaningful(pattern)[0], subject, at));
    if (conditions.length === 0) return { condition: unknown([], at), bound: [] };
    const condition = conditions.reduce((one, other) => ({
      kind: 'operation',
      operator: '||',
      operands: [one, other],
      at,
    }));
    return { condition, bound: [] };
  }

  private armCondition(pattern: Syntax | undefined, subject: Expression | undefined, at: Place): Expression {
    if (!pattern) return unknown([], at);
    if (!subject) return this.expression(pattern);
    const kind = kindOf(pattern);
    if (LITERAL.test(kind))
      return { kind: 'operation', operator: '==', operands: [subject, this.expression(pattern)], at };
    if (kind === 'regex') return this.method(subject, 'match?', [this.expression(pattern)], at);
    if (kind === 'splat_argument')
      return this.method(this.optional(meaningful(pattern)[0], at), 'include?', [subject], at);
    if (constantText(pattern) !== undefined) return this.method(subject, 'is_a?', [this.expression(pattern)], at);
    return unknown([this.expression(pattern)], at);
  }

  /** `value => pattern`, `value in pattern` */
  private matched(node: Syntax, at: Place): Expression {
    const value = this.optional(field(node, 'value'), at);
    const pattern = field(node, 'pattern');
    const target = pattern && this.pattern(pattern);
    return target ? { kind: 'assign', target, value, at } : value;
  }

  private boundBy(pattern: Syntax, subject: Expression, at: Place): Statement[] {
    const target = this.pattern(pattern);
    return target ? [evaluate({ kind: 'assign', target, value: subject, at })] : [];
  }
}
