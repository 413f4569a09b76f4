import type { Expression, ModuleForm, Statement, SwitchCase, Target } from '../../ir';
import { CsharpClasses, TYPE_DECLARATION, valueOfDeclarator } from './classes';
import { CsharpNames, plainName, unconditional } from './names';
import type { MadeOfCsharp } from './made';
import { evaluate, moduleForm, nothingMade } from '../lowering';
import { added, returning } from '../generators';
import { type Ids, Scope, YIELDED } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Lowers a file of C#. */
export function lowerCsharp(root: Syntax, file: string, ids: Ids): ModuleForm {
  const names = new CsharpNames();
  const made: MadeOfCsharp = { ...nothingMade(), names, exports: [], kept: [] };
  const body = new CsharpStatements(file, ids, new Scope(ids, undefined), made).declarations(meaningful(root));
  for (const namespace of names.usings) made.imports.add(namespace);
  return moduleForm(file, ids, made, { body: [...made.kept, ...body], exports: made.exports });
}

class CsharpStatements extends CsharpClasses {
  /**
   * Lowers the statements and types outside of methods.
   * @returns the statements of a program without a class
   */
  declarations(nodes: readonly Syntax[]): Statement[] {
    const all = unconditional(nodes);
    for (const node of all)
      if (kindOf(node) === 'using_directive') {
        const everywhere = this.made.names.use(node);
        if (everywhere !== undefined) this.made.imports.add(`everywhere ${everywhere}`);
      }
    const own = all.find((node) => kindOf(node) === 'file_scoped_namespace_declaration');
    const inside = own ? this.below(own) : this;
    const statements = all.filter((node) => kindOf(node) === 'global_statement').flatMap((node) => meaningful(node));
    for (const node of all) {
      if (TYPE_DECLARATION.test(kindOf(node))) inside.declareType(node);
      if (kindOf(node) === 'namespace_declaration')
        this.below(node).declarations(meaningful(field(node, 'body') ?? node));
    }
    return inside.sequence(unconditional(statements));
  }

  private below(node: Syntax): this {
    const name = plainName(field(node, 'name')?.text() ?? '');
    return this.within(this.scope, undefined, this.namespace === '' ? name : `${this.namespace}.${name}`);
  }

  protected block(node: Syntax, scope: Scope): Statement[] {
    return this.within(scope).sequence(unconditional(meaningful(node)));
  }

  /** Local functions are known from the beginning of the block on. */
  private sequence(nodes: readonly Syntax[]): Statement[] {
    const local = nodes.filter((node) => kindOf(node) === 'local_function_statement');
    for (const node of local) this.scope.declare(field(node, 'name')?.text() ?? '');
    const functions = local.map((node) => this.localFunction(node));
    const others = nodes.filter((node) => kindOf(node) !== 'local_function_statement');
    return [...functions, ...others.flatMap((node) => this.statement(node))];
  }

  private localFunction(node: Syntax): Statement {
    const at = placeOfNode(node);
    const name = field(node, 'name')?.text() ?? '';
    const scope = new Scope(this.ids, this.scope);
    const inside = this.within(scope);
    const parameters = inside.parametersOf(field(node, 'parameters'));
    const body = this.statementsOf(field(node, 'body'), inside, scope);
    const form = this.functionOf(node, name, parameters, body, scope);
    const target: Target = { kind: 'variable', id: this.scope.declare(name) };
    return evaluate({ kind: 'assign', target, value: { kind: 'function', function: form, at }, at });
  }

  private inner(node: Syntax | undefined): Statement[] {
    if (!node) return [];
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    return kindOf(node) === 'block' ? this.block(node, scope) : this.within(scope).sequence([node]);
  }

  private statement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'local_declaration_statement':
        return meaningful(node)
          .filter((child) => kindOf(child) === 'variable_declaration')
          .flatMap((child) => this.declared(child));
      case 'expression_statement':
        return meaningful(node).map((child) => evaluate(this.expression(child)));
      case 'if_statement': {
        const condition = this.optional(field(node, 'condition'), at);
        const then = this.inner(field(node, 'consequence'));
        return [{ kind: 'if', condition, then, otherwise: this.inner(field(node, 'alternative')) }];
      }
      case 'for_statement':
        return this.forStatement(node);
      case 'foreach_statement':
        return [this.eachStatement(node)];
      case 'while_statement':
        return this.whileLoop(node, at, () => this.inner(field(node, 'body')));
      case 'do_statement':
        return this.doLoop(node, at, this.inner(field(node, 'body')));
      case 'switch_statement':
        return this.switchStatement(node);
      case 'try_statement':
        return [this.tryStatement(node)];
      case 'using_statement':
      case 'fixed_statement':
      case 'lock_statement':
        return this.opened(node);
      case 'return_statement':
        return [this.returned(node)];
      case 'yield_statement':
        return this.yielded(node);
      case 'throw_statement':
        return [this.thrown(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'block':
      case 'checked_statement':
      case 'unsafe_statement':
        return this.inner(kindOf(node) === 'block' ? node : meaningful(node).at(-1));
      case 'labeled_statement':
        return this.sequence(meaningful(node).slice(-1));
      default:
        return [];
    }
  }

  private declared(node: Syntax): Statement[] {
    const type = field(node, 'type');
    return meaningful(node)
      .filter((child) => kindOf(child) === 'variable_declarator')
      .flatMap((declarator): Statement[] => {
        const at = placeOfNode(declarator);
        const value = valueOfDeclarator(declarator);
        const parts = meaningful(declarator).find((child) => kindOf(child) === 'tuple_pattern');
        if (!value) {
          this.scope.declare(field(declarator, 'name')?.text() ?? '');
          return [];
        }
        const lowered = this.initial(value, type, at);
        const target: Target | undefined = parts
          ? this.pattern(parts)
          : { kind: 'variable', id: this.scope.declare(field(declarator, 'name')?.text() ?? '') };
        return [evaluate(target ? { kind: 'assign', target, value: lowered, at } : lowered)];
      });
  }

  private forStatement(node: Syntax): Statement[] {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const parts = (name: string): Syntax[] => node.fieldChildren(name).filter((each) => each.isNamed());
    const before = parts('initializer').flatMap((each) =>
      kindOf(each) === 'variable_declaration' ? inside.declared(each) : [evaluate(inside.expression(each))],
    );
    const condition = field(node, 'condition');
    const steps = parts('update').map((each) => inside.expression(each));
    const at = placeOfNode(node);
    return [
      ...before,
      {
        kind: 'loop',
        ...(condition && { condition: inside.expression(condition) }),
        body: inside.inner(field(node, 'body')),
        ...(steps.length !== 0 && { step: { kind: 'sequence', parts: steps, at } satisfies Expression }),
      },
    ];
  }

  private eachStatement(node: Syntax): Statement {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const over = this.optional(field(node, 'right'), placeOfNode(node));
    const left = field(node, 'left');
    const target: Target | undefined =
      left && kindOf(left) !== 'identifier'
        ? inside.pattern(left)
        : { kind: 'variable', id: inside.scope.declare(left?.text() ?? '') };
    return { kind: 'loop', ...(target && { target }), over, body: inside.inner(field(node, 'body')) };
  }

  /** Cases that ask for constants are told apart by them; others by what they ask. */
  private switchStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const value = field(node, 'value');
    const subject = this.optional(value, at);
    const sections = meaningful(field(node, 'body') ?? node).map((section) => {
      const labels = meaningful(section).filter((child) => /_pattern$|^discard$|^when_clause$/.test(kindOf(child)));
      const body = unconditional(meaningful(section).filter((child) => !labels.includes(child)));
      return { labels, body };
    });
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const isPlain = sections.every(({ labels }) =>
      labels.every((label) => kindOf(label) === 'constant_pattern' && meaningful(label).length === 1),
    );
    const cases = sections.map(({ labels, body }): SwitchCase => {
      const fallsThrough = body.length === 0;
      const [pattern, ...others] = labels;
      if (!pattern) return { values: [], body: inside.sequence(body), fallsThrough };
      if (isPlain) {
        const values = meaningful(pattern).map((each) => inside.expression(each));
        return { values, body: inside.sequence(body), fallsThrough };
      }
      const condition = inside.asked(pattern, others, subject, at);
      const then = inside.sequence(body);
      return { values: [unknown([], at)], body: [{ kind: 'if', condition, then, otherwise: [] }], fallsThrough };
    });
    return [{ kind: 'switch', subject: isPlain ? subject : unknown([subject], at), cases }];
  }

  /** `using (var a = b) …`: what stands before the last part is evaluated first. */
  private opened(node: Syntax): Statement[] {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const parts = meaningful(node);
    const body = parts.at(-1);
    const before = parts
      .slice(0, -1)
      .flatMap((part) =>
        kindOf(part) === 'variable_declaration' ? inside.declared(part) : [evaluate(inside.expression(part))],
      );
    return [...before, ...inside.inner(body)];
  }

  private yielded(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const list = this.scope.find(YIELDED);
    const [value] = meaningful(node);
    if (!list) return [];
    if (!value) return [returning(list.id, at)];
    return [evaluate(added(list.id, 'Add', this.expression(value), at))];
  }

  private tryStatement(node: Syntax): Statement {
    const clauses = meaningful(node);
    const last = clauses.find((clause) => kindOf(clause) === 'finally_clause');
    return {
      kind: 'try',
      body: this.inner(field(node, 'body')),
      handlers: clauses
        .filter((clause) => kindOf(clause) === 'catch_clause')
        .map((clause) => {
          const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
          const caught = meaningful(clause).find((child) => kindOf(child) === 'catch_declaration');
          const name = caught && field(caught, 'name')?.text();
          const id = name === undefined ? undefined : scope.declare(name);
          return this.caught(id, 'Exception', this.within(scope).inner(field(clause, 'body')), clause);
        }),
      last: last ? this.inner(meaningful(last)[0]) : [],
    };
  }
}
