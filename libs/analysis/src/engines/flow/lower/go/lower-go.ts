import type { Argument, Expression, ModuleForm, Statement, SwitchCase, Target } from '../../ir';
import { GoAssignments } from './assignments';
import { type MadeOfGo, PackageScope, importsOf } from './names';
import { evaluate, moduleForm, nothingMade } from '../lowering';
import { type Ids, Scope, temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Lowers a file of Go. */
export function lowerGo(root: Syntax, file: string, ids: Ids): ModuleForm {
  const made: MadeOfGo = {
    ...nothingMade(),
    exports: [],
    packages: new Map(),
    constants: new Map(),
    checks: new Map(),
    results: new WeakMap(),
    pointed: new Set(),
    texts: new Set(),
    routeParts: [],
  };
  const statements = new GoStatements(file, ids, new PackageScope(ids, file), made);
  const body = statements.whole(meaningful(root));
  return moduleForm(file, ids, made, { body, exports: made.exports, routeParts: made.routeParts });
}

class GoStatements extends GoAssignments {
  whole(nodes: readonly Syntax[]): Statement[] {
    for (const node of nodes.filter((each) => kindOf(each) === 'import_declaration'))
      for (const { name, path } of importsOf(node)) {
        this.made.packages.set(name, path);
        this.made.imports.add(path);
      }
    // A package's names are known in all of it, wherever they stand.
    for (const node of nodes)
      for (const spec of specsOf(node))
        for (const name of spec.children().filter((child) => kindOf(child) === 'identifier'))
          this.scope.declare(name.text());
    for (const node of nodes.filter((each) => kindOf(each) === 'const_declaration'))
      for (const spec of specsOf(node)) this.keepConstants(spec);
    return nodes.flatMap((node) => this.topLevel(node));
  }

  private topLevel(node: Syntax): Statement[] {
    switch (kindOf(node)) {
      case 'function_declaration':
        this.declared(node, field(node, 'name')?.text() ?? '', undefined);
        return [];
      case 'method_declaration':
        this.declared(node, field(node, 'name')?.text() ?? '', field(node, 'receiver'));
        return [];
      case 'type_declaration':
        for (const spec of meaningful(node)) this.typeDeclared(spec);
        return [];
      default: {
        for (const spec of specsOf(node))
          for (const name of spec.children().filter((child) => kindOf(child) === 'identifier')) {
            const at = placeOfNode(name);
            const value = this.expression(name);
            // Another package may set it.
            if (value.kind === 'variable' && /^\p{Lu}/u.test(name.text())) this.made.shared.add(value.id);
            const type = this.type(field(spec, 'type'));
            this.made.exports.push({ name: name.text(), value: type ? { kind: 'typed', value, type, at } : value });
          }
        return this.statement(node);
      }
    }
  }

  /** `const name = "value"`: nothing else is ever known of such a name. */
  private keepConstants(spec: Syntax): void {
    const values = field(spec, 'value');
    for (const [index, name] of spec
      .children()
      .filter((child) => kindOf(child) === 'identifier')
      .entries()) {
      const value = values && meaningful(values)[index];
      const literal = value && this.expression(value);
      if (literal?.kind === 'literal') this.made.constants.set(this.scope.declare(name.text()), literal);
    }
  }

  private declared(node: Syntax, name: string, receiver: Syntax | undefined): void {
    const type = receiver && typeNameOf(meaningful(receiver)[0]);
    const full = type === undefined ? name : `${type}.${name}`;
    const form = this.functionForm(node, full, new Scope(this.ids, this.scope), receiver);
    this.made.functions.push(form);
    this.made.exports.push({ name: full, value: { kind: 'function', function: form, at: form.at } });
  }

  private typeDeclared(spec: Syntax): void {
    const name = field(spec, 'name')?.text();
    const struct = field(spec, 'type');
    if (name === undefined || !struct) return;
    const value = this.declaredType(name, struct, placeOfNode(spec));
    if (value) this.made.exports.push({ name, value });
  }

  /** A type that a function declares is a value of its scope. */
  private localType(spec: Syntax): Statement[] {
    const name = field(spec, 'name');
    const struct = field(spec, 'type');
    const at = placeOfNode(spec);
    const value = name && struct && this.declaredType(name.text(), struct, at);
    if (!value) return [];
    const target: Target = { kind: 'variable', id: this.scope.declare(name.text()) };
    return [evaluate({ kind: 'assign', target, value, at })];
  }

  protected block(node: Syntax | undefined, scope: Scope): Statement[] {
    const inside = this.within(scope);
    return (node ? meaningful(node) : [])
      .flatMap((child) => (kindOf(child) === 'statement_list' ? meaningful(child) : [child]))
      .flatMap((child) => inside.statement(child));
  }

  private inner(node: Syntax | undefined): Statement[] {
    if (!node) return [];
    if (kindOf(node) === 'block') return this.block(node, this.nested());
    return this.within(this.nested()).statement(node);
  }

  private nested(): Scope {
    return new Scope(this.ids, this.scope, this.scope.ofFunction);
  }

  /** `channel <- value`: what receives from the channel gets one of the values that were sent. */
  private sent([channel, value]: readonly Syntax[], at: number): Expression {
    const target: Target = { kind: 'index', object: this.optional(channel, at), key: unknown([], at) };
    return { kind: 'assign', target, value: this.optional(value, at), at };
  }

  /** `return` alone gives the named results. */
  protected override returned(node: Syntax): Statement {
    const names = meaningful(node).length === 0 ? this.made.results.get(this.scope.ofFunction) : undefined;
    if (names === undefined) return super.returned(node);
    const at = placeOfNode(node);
    const values = names.map((name) => this.name(name, at));
    const list: Expression = { kind: 'list', items: values.map((value) => ({ value })), at };
    return { kind: 'return', value: values.length === 1 ? values[0]! : list, at };
  }

  statement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'expression_statement':
        return meaningful(node).flatMap((child) => this.expressionStatement(child));
      case 'go_statement':
      case 'defer_statement':
        return meaningful(node).map((child) => evaluate(this.expression(child)));
      case 'send_statement':
        return [evaluate(this.sent(meaningful(node), at))];
      case 'short_var_declaration':
        return this.assigned(node, true);
      case 'assignment_statement':
        return this.assigned(node, false);
      case 'inc_statement':
      case 'dec_statement':
        return [evaluate(this.step(meaningful(node)[0], kindOf(node) === 'inc_statement' ? '+' : '-', at))];
      case 'var_declaration':
      case 'const_declaration':
        return specsOf(node).flatMap((spec) => this.variables(spec));
      case 'type_declaration':
        return meaningful(node).flatMap((spec) => this.localType(spec));
      case 'if_statement':
        return this.ifStatement(node);
      case 'for_statement':
        return this.forStatement(node);
      case 'expression_switch_statement':
        return this.switchStatement(node);
      case 'type_switch_statement':
      case 'select_statement':
        return this.choices(node);
      case 'return_statement':
        return [this.returned(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'block':
        return this.inner(node);
      case 'labeled_statement':
        return meaningful(node)
          .slice(1)
          .flatMap((child) => this.statement(child));
      default:
        return [];
    }
  }

  private expressionStatement(node: Syntax): Statement[] {
    const called = kindOf(node) === 'call_expression' ? field(node, 'function')?.text() : undefined;
    const ends = called === 'panic' || called === 'os.Exit' || called === 'log.Fatal' || called === 'log.Fatalf';
    return [evaluate(this.expression(node)), ...(ends ? [{ kind: 'throw' } as const] : [])];
  }

  private ifStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const inside = this.within(this.nested());
    const before = field(node, 'initializer');
    return [
      ...(before ? inside.statement(before) : []),
      {
        kind: 'if',
        condition: inside.condition(field(node, 'condition'), at),
        then: inside.inner(field(node, 'consequence')),
        otherwise: inside.inner(field(node, 'alternative')),
      },
    ];
  }

  private forStatement(node: Syntax): Statement[] {
    const inside = this.within(this.nested());
    const body = field(node, 'body');
    const clause = meaningful(node).find((child) => child.text() !== body?.text());
    const kind = clause && kindOf(clause);
    if (clause && kind === 'range_clause') return inside.rangeLoop(clause, body);
    const isClause = clause && kind === 'for_clause';
    const [before, condition, step] = isClause
      ? ['initializer', 'condition', 'update'].map((name) => field(clause, name))
      : [undefined, clause, undefined];
    const steps = step ? inside.statement(step) : [];
    return [
      ...(before ? inside.statement(before) : []),
      {
        kind: 'loop',
        ...(condition && { condition: inside.condition(condition, placeOfNode(node)) }),
        body: [...inside.inner(body), ...steps],
      },
    ];
  }

  /** `for key, value := range over` */
  private rangeLoop(clause: Syntax, body: Syntax | undefined): Statement[] {
    const at = placeOfNode(clause);
    const over = this.optional(field(clause, 'right'), at);
    const names = meaningful(field(clause, 'left') ?? clause).filter((name) => kindOf(name) === 'identifier');
    for (const name of names) this.scope.declare(name.text());
    const [key, value] = names;
    const target = value && this.pattern(value);
    if (over.kind === 'variable' || !key || (value && key.text() === '_')) {
      const set = key && over.kind === 'variable' ? [evaluate(this.keyOf(key, value, over, at))] : [];
      return [{ kind: 'loop', over, ...(target && { target }), body: [...set, ...this.inner(body)] }];
    }
    const id = temporaryVariable(this.ids);
    const held: Expression = { kind: 'variable', id, at };
    return [
      evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: over, at }),
      {
        kind: 'loop',
        over: held,
        ...(target && { target }),
        body: [evaluate(this.keyOf(key, value, held, at, false)), ...this.inner(body)],
      },
    ];
  }

  /** Sets the first variable of a loop. */
  private keyOf(key: Syntax, value: Syntax | undefined, over: Expression, at: number, isVariable = true): Expression {
    if (value && isVariable) return this.set(key, unknown([over], at), at);
    const callee: Expression = { kind: 'global', name: 'only of loop', at };
    const told: Argument[] = isVariable ? [{ value: { kind: 'literal', value: true, at } }] : [];
    return this.set(key, { kind: 'call', callee, args: [{ value: over }, ...told], at }, at);
  }

  private switchStatement(node: Syntax): Statement[] {
    const inside = this.within(this.nested());
    const before = field(node, 'initializer');
    const subject = field(node, 'value');
    const groups = meaningful(node).filter((child) => kindOf(child).endsWith('_case'));
    const first: Statement[] = before ? inside.statement(before) : [];
    if (subject)
      return [...first, { kind: 'switch', subject: inside.expression(subject), cases: inside.cases(groups) }];
    const otherwise = groups.find((group) => kindOf(group) === 'default_case');
    const chain = groups
      .filter((group) => group !== otherwise)
      .reduceRight<Statement[]>(
        (rest, group) => [
          {
            kind: 'if',
            condition: inside.condition(meaningful(field(group, 'value') ?? group)[0], placeOfNode(group)),
            then: inside.caseBody(group),
            otherwise: rest,
          },
        ],
        otherwise ? inside.caseBody(otherwise) : [],
      );
    return [...first, ...chain];
  }

  private cases(groups: readonly Syntax[]): SwitchCase[] {
    return groups.map((group) => {
      const value = field(group, 'value');
      return {
        values: value ? meaningful(value).map((each) => this.expression(each)) : [],
        body: this.caseBody(group),
        fallsThrough: /\bfallthrough\b/.test(meaningful(group).at(-1)?.text() ?? ''),
      };
    });
  }

  private caseBody(group: Syntax): Statement[] {
    const list = meaningful(group).find((child) => kindOf(child) === 'statement_list');
    const inside = this.within(this.nested());
    return list ? meaningful(list).flatMap((child) => inside.statement(child)) : [];
  }

  /** `case value := <-channel:` */
  private received(group: Syntax): Statement[] {
    const communication = field(group, 'communication');
    if (!communication) return this.caseBody(group);
    const inside = this.within(this.nested());
    const isSet = kindOf(communication) === 'receive_statement' && field(communication, 'left') !== undefined;
    const before = isSet
      ? inside.assigned(communication, communication.text().includes(':='))
      : inside.statement(communication);
    return [...before, ...inside.caseBody(group)];
  }

  /** One of several cases, nobody knows which one. */
  private choices(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const inside = this.within(this.nested());
    const value = field(node, 'value');
    const alias = field(node, 'alias');
    const subject = value ? inside.expression(value) : unknown([], at);
    const [name] = alias ? meaningful(alias) : [];
    if (name) inside.scope.declare(name.text());
    const groups = meaningful(node).filter((child) => kindOf(child).endsWith('_case'));
    return [
      ...(name ? [evaluate(inside.set(name, subject, at))] : []),
      {
        kind: 'switch',
        subject: unknown([], at),
        cases: groups.map((group) => ({
          values: kindOf(group) === 'default_case' ? [] : [unknown([], at)],
          body: inside.received(group),
          fallsThrough: false,
        })),
      },
    ];
  }
}

const specsOf = (node: Syntax): Syntax[] =>
  /^(?:var|const)_declaration$/.test(kindOf(node))
    ? meaningful(node)
        .flatMap((child) => (kindOf(child) === 'var_spec_list' ? meaningful(child) : [child]))
        .filter((child) => /^(?:var|const)_spec$/.test(kindOf(child)))
    : [];

/** The type that a method belongs to. */
function typeNameOf(parameter: Syntax | undefined): string | undefined {
  let type = parameter && field(parameter, 'type');
  while (type && /^(?:pointer|generic|parenthesized)_type$/.test(kindOf(type))) type = meaningful(type)[0];
  return type?.text();
}
