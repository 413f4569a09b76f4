import type { Expression, ModuleForm, Place, Statement, Target, VariableId } from '../../ir';
import { JavaClasses } from './classes';
import { type MadeOfJava, TYPE_DECLARATION } from './names';
import { asserted, evaluate, moduleForm, nothingMade } from '../lowering';
import { INNER_ERRORS } from '../../../../catalogue/flow/java/errors';
import { type Ids, Scope, temporaryVariable, yieldedVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Kinds that stand in a class or in a method, and are not read outside of one. */
const MEMBER = /^(?:method|field|constructor|local_variable)_declaration$|_statement$|^block$/;

/** Lowers a file of Java. */
export function lowerJava(root: Syntax, file: string, ids: Ids): ModuleForm {
  const scope = new Scope(ids, undefined);
  const nodes = meaningful(root);
  const header = nodes.find((node) => kindOf(node) === 'package_declaration');
  const packageName = (header && meaningful(header).at(-1)?.text()) ?? '';
  const made: MadeOfJava = { ...nothingMade(), nested: [], packageName, mapped: [] };
  const declarations = nodes.filter((node) => TYPE_DECLARATION.test(kindOf(node)));
  made.cut.isCut = nodes.some((node) => MEMBER.test(kindOf(node)));
  for (const node of declarations) scope.declare(field(node, 'name')?.text() ?? '');
  const statements = new JavaStatements(file, ids, scope, made);
  const imports = nodes
    .filter((node) => kindOf(node) === 'import_declaration')
    .flatMap((node) => statements.importOf(node));
  const body = [...imports, ...declarations.flatMap((node) => statements.statement(node))];
  const exports = declarations.map((node): ModuleForm['exports'][number] => {
    const name = field(node, 'name')?.text() ?? '';
    return { name, value: { kind: 'variable', id: scope.declare(name), at: 0 } };
  });
  return moduleForm(file, ids, made, { body, exports, ...(made.mapped.length > 0 && { mapped: made.mapped }) });
}

/** The path of a constant of a class: the class with its package, its name, and that of the constant. */
const CONSTANT = /^((?:[a-z_][\w]*\.)+([A-Z]\w*))\.([A-Z][A-Z\d_]*)$/;

class JavaStatements extends JavaClasses {
  protected block(node: Syntax, scope: Scope): Statement[] {
    const inside = this.within(scope);
    return meaningful(node).flatMap((child) => inside.statement(child));
  }

  /** `import static a.b.C.NAME` */
  private constantOf(path: string, node: Syntax): Statement {
    const [, module, of, name] = CONSTANT.exec(path)!;
    const at = placeOfNode(node);
    this.made.imports.add(module!);
    const object: Expression = { kind: 'import', module: module!, name: of!, at };
    const target: Target = { kind: 'variable', id: this.scope.declare(name!) };
    return evaluate({ kind: 'assign', target, value: { kind: 'field', object, name: name!, at }, at });
  }

  /** `import a.b.C` binds C. */
  importOf(node: Syntax): Statement[] {
    const name =
      meaningful(node)
        .find((child) => kindOf(child).endsWith('identifier'))
        ?.text() ?? '';
    this.made.imports.add(name);
    if (node.text().includes('*')) return [];
    const simple = name.split('.').at(-1)!;
    if (/^import\s+static\b/.test(node.text()) && CONSTANT.test(name)) return [this.constantOf(name, node)];
    const at = placeOfNode(node);
    const target: Target = { kind: 'variable', id: this.scope.declare(simple) };
    return [evaluate({ kind: 'assign', target, value: { kind: 'import', module: name, name: simple, at }, at })];
  }

  /** Statements within a case give their value to the same variable. */
  protected override within(scope: Scope, owner = this.owner): this {
    const inside = super.within(scope, owner);
    inside.yielded = this.yielded;
    return inside;
  }

  private inner(node: Syntax | undefined): Statement[] {
    if (!node) return [];
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    if (kindOf(node) === 'block') return this.block(node, scope);
    return this.within(scope).statement(node);
  }

  private evaluated(node: Syntax): Statement[] {
    const value = this.expression(node);
    return ASSERTS.test(node.text()) ? asserted(value) : [evaluate(value)];
  }

  statement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'class_declaration':
      case 'interface_declaration':
      case 'enum_declaration':
      case 'record_declaration':
        return this.classDeclared(node, at);
      case 'local_variable_declaration':
        return this.declaration(node);
      case 'expression_statement':
        return meaningful(node).flatMap((child) => this.evaluated(child));
      case 'if_statement':
        return [
          {
            kind: 'if',
            condition: this.optional(field(node, 'condition'), at),
            then: this.inner(field(node, 'consequence')),
            otherwise: this.inner(field(node, 'alternative')),
          },
        ];
      case 'for_statement':
        return this.forStatement(node);
      case 'enhanced_for_statement':
        return [this.eachStatement(node)];
      case 'while_statement':
        return this.whileLoop(node, at, () => this.inner(field(node, 'body')));
      case 'do_statement':
        return this.doLoop(node, at, this.inner(field(node, 'body')));
      case 'switch_statement':
      case 'switch_expression':
        return [this.switchStatement(node)];
      case 'try_statement':
      case 'try_with_resources_statement':
        return this.tryStatement(node);
      case 'return_statement':
        return [this.returned(node)];
      case 'throw_statement':
        return [this.thrown(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'yield_statement':
        return this.yielded === undefined ? [] : [...this.given(meaningful(node)[0], this.yielded), { kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'block':
      case 'constructor_body':
        return this.inner(node);
      case 'labeled_statement':
        return meaningful(node)
          .slice(1)
          .flatMap((child) => this.statement(child));
      case 'synchronized_statement':
        return this.inner(field(node, 'body'));
      case 'explicit_constructor_invocation':
        return [evaluate(this.superCall(node))];
      default:
        return [];
    }
  }

  private classDeclared(node: Syntax, at: Place): Statement[] {
    const id = this.scope.declare(field(node, 'name')?.text() ?? '');
    const value = this.classExpression(node);
    const nested = this.made.nested.splice(0).map(evaluate);
    return [
      ...nested,
      evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at }),
      ...this.annotated(node),
    ];
  }

  private declaration(node: Syntax): Statement[] {
    const type = field(node, 'type');
    return meaningful(node)
      .filter((child) => kindOf(child) === 'variable_declarator')
      .flatMap((declarator): Statement[] => {
        const value = field(declarator, 'value');
        const at = placeOfNode(declarator);
        const lowered = value ? this.typed(this.expression(value), type) : undefined;
        const id = this.scope.declare(field(declarator, 'name')?.text() ?? '');
        return lowered ? [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: lowered, at })] : [];
      });
  }

  private forStatement(node: Syntax): Statement[] {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const condition = field(node, 'condition');
    const updates = node.fieldChildren('update').filter((each) => each.isNamed());
    const before = node
      .fieldChildren('init')
      .filter((each) => each.isNamed())
      .flatMap((init) =>
        kindOf(init) === 'local_variable_declaration' ? inside.statement(init) : [evaluate(inside.expression(init))],
      );
    const steps = updates.map((update) => inside.expression(update));
    return [
      ...before,
      {
        kind: 'loop',
        ...(condition && { condition: inside.expression(condition) }),
        body: inside.inner(field(node, 'body')),
        ...(steps.length > 0 && { step: steps.length === 1 ? steps[0]! : unknown(steps, placeOfNode(updates[0]!)) }),
      },
    ];
  }

  private eachStatement(node: Syntax): Statement {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const over = this.optional(field(node, 'value'), placeOfNode(node));
    const target: Target = { kind: 'variable', id: inside.scope.declare(field(node, 'name')?.text() ?? '') };
    return { kind: 'loop', target, over, body: inside.inner(field(node, 'body')) };
  }

  /** `switch (sort) { case "name" -> "n"; default -> { yield "id"; } }`: each case sets one variable. */
  protected switchValue(node: Syntax, at: Place): Expression {
    const id = yieldedVariable(this.ids);
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    inside.yielded = id;
    return { kind: 'block', statements: [inside.switchStatement(node, id)], value: { kind: 'variable', id, at }, at };
  }

  /** The variable that takes what a case of a switch gives. */
  private yielded: VariableId | undefined;

  private given(node: Syntax | undefined, id: VariableId): Statement[] {
    if (!node) return [];
    const at = placeOfNode(node);
    return [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: this.expression(node), at })];
  }

  /** @param given the variable for the value of a case that is an expression */
  private switchStatement(node: Syntax, given?: VariableId): Statement {
    const groups = meaningful(field(node, 'body') ?? node);
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const at = placeOfNode(node);
    const hasPatterns = groups.some((group) => patternsOf(group).length > 0);
    const subject = this.optional(field(node, 'condition'), at);
    // The value that patterns take apart is computed once.
    const id = hasPatterns ? temporaryVariable(this.ids) : undefined;
    return {
      kind: 'switch',
      subject: id === undefined ? subject : { kind: 'assign', target: { kind: 'variable', id }, value: subject, at },
      cases: groups.map((group) => {
        const labels = meaningful(group).filter((child) => kindOf(child) === 'switch_label');
        const rest = meaningful(group).filter((child) => kindOf(child) !== 'switch_label');
        const patterns = patternsOf(group);
        const taken = patterns.flatMap((pattern) =>
          inside.matched(pattern, id === undefined ? subject : { kind: 'variable', id, at }),
        );
        const body = (): Statement[] =>
          rest.flatMap((child) =>
            given !== undefined && kindOf(child) === 'expression_statement' && kindOf(group) === 'switch_rule'
              ? inside.given(meaningful(child)[0], given)
              : inside.statement(child),
          );
        const guard = labels.flatMap(meaningful).find((child) => kindOf(child) === 'guard');
        const condition = guard && meaningful(guard)[0];
        return {
          // A pattern says nothing of the text, as a constant would.
          values: patterns.length > 0 ? [] : labels.flatMap(meaningful).map((value) => this.expression(value)),
          body: [
            ...taken.map(evaluate),
            ...(condition
              ? [{ kind: 'if' as const, condition: inside.expression(condition), then: body(), otherwise: [] }]
              : body()),
          ],
          fallsThrough: kindOf(group) !== 'switch_rule',
        };
      }),
    };
  }

  private tryStatement(node: Syntax): Statement[] {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const resources = field(node, 'resources');
    const opened = (resources ? meaningful(resources) : []).flatMap((resource): Statement[] => {
      const value = field(resource, 'value');
      const name = field(resource, 'name')?.text();
      if (!value) return [];
      const lowered = inside.typed(inside.expression(value), field(resource, 'type'));
      if (name === undefined) return [evaluate(lowered)];
      const target: Target = { kind: 'variable', id: inside.scope.declare(name) };
      return [evaluate({ kind: 'assign', target, value: lowered, at: placeOfNode(resource) })];
    });
    const clauses = meaningful(node);
    const last = clauses.find((clause) => kindOf(clause) === 'finally_clause');
    return [
      {
        kind: 'try',
        body: [...opened, ...inside.inner(field(node, 'body'))],
        handlers: clauses
          .filter((clause) => kindOf(clause) === 'catch_clause')
          .map((clause) => {
            const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
            const caught = meaningful(clause).find((child) => kindOf(child) === 'catch_formal_parameter');
            const name = caught && field(caught, 'name')?.text();
            const id = name === undefined ? undefined : scope.declare(name);
            return this.caught(id, caughtType(caught), this.within(scope).inner(field(clause, 'body')), clause);
          }),
        last: last ? this.inner(meaningful(last)[0]) : [],
      },
    ];
  }
}

/** The patterns of a case: `case Circle circle`, `case Name(String text)`. */
const patternsOf = (group: Syntax): readonly Syntax[] =>
  meaningful(group)
    .filter((child) => kindOf(child) === 'switch_label')
    .flatMap(meaningful)
    .filter((child) => kindOf(child) === 'pattern');

/** The type of a caught error if it says what lies within the program; of others only the stack does. */
function caughtType(caught: Syntax | undefined): string {
  const types = caught ? meaningful(caught).find((child) => kindOf(child) === 'catch_type') : undefined;
  return INNER_ERROR.exec(types?.text() ?? '')?.[0] ?? 'Throwable';
}
const INNER_ERROR = new RegExp(`\\b(?:${INNER_ERRORS.join('|')})\\b`);

/** Calls of Guava, Spring and Apache Commons that throw unless their first argument is true. */
const ASSERTS =
  /^(?:(?:Preconditions\.)?check(?:Argument|State)|(?:Assert|Validate)\.(?:isTrue|state|validState))\s*\(/;
