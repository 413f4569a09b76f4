import type { Expression, ModuleForm, Place, Statement, Target } from '../../ir';
import { JavascriptFunctions } from './functions';
import { evaluate, moduleForm, nothingMade } from '../lowering';
import { returning } from '../generators';
import { type Ids, Scope, YIELDED } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Lowers a file of JavaScript or TypeScript. */
export function lowerJavascript(root: Syntax, file: string, ids: Ids): ModuleForm {
  return new JavascriptModule(file, ids).lower(root);
}

type Exports = { name?: string; value: Expression }[];

class JavascriptModule {
  private readonly exports: Exports = [];

  constructor(
    private readonly file: string,
    private readonly ids: Ids,
  ) {}

  lower(root: Syntax): ModuleForm {
    const scope = new Scope(this.ids, undefined);
    const made = nothingMade();
    const statements = new JavascriptStatements(this.file, this.ids, scope, made, this.exports);
    const at = 0;
    // CommonJS: what a module exports is a field of a variable that each module has.
    const module: Target = { kind: 'variable', id: scope.declare('module') };
    const exported: Target = { kind: 'variable', id: scope.declare('exports') };
    const empty: Expression = { kind: 'map', entries: [], at };
    const prologue: Statement[] = [
      evaluate({ kind: 'assign', target: exported, value: empty, at }),
      evaluate({
        kind: 'assign',
        target: module,
        value: {
          kind: 'map',
          entries: [
            { key: { kind: 'literal', value: 'exports', at }, value: { kind: 'variable', id: exported.id, at } },
          ],
          at: at + 1,
        },
        at,
      }),
    ];
    const body = [...prologue, ...statements.block(meaningful(root))];
    if (this.exports.length === 0)
      this.exports.push({
        name: 'default',
        value: { kind: 'field', object: { kind: 'variable', id: module.id, at }, name: 'exports', at },
      });
    return moduleForm(this.file, this.ids, made, { body, exports: this.exports });
  }
}

/** The statements of one scope. */
export class JavascriptStatements extends JavascriptFunctions {
  constructor(
    file: string,
    ids: Ids,
    scope: Scope,
    made: JavascriptFunctions['made'],
    private readonly exports?: Exports,
  ) {
    super(file, ids, scope, made);
  }

  protected body(node: Syntax, scope: Scope): Statement[] {
    return this.within(scope).block(meaningful(node));
  }

  /** Statements that share a scope: functions first, which may be called above their text. */
  block(nodes: readonly Syntax[]): Statement[] {
    for (const node of nodes) this.declareNames(node);
    const functions = nodes.filter((node) => /^(?:generator_)?function_declaration$/.test(kindOf(exportedNode(node))));
    const rest = nodes.filter((node) => !functions.includes(node));
    return [...functions, ...rest].flatMap((node) => this.statement(node));
  }

  /** A generator ends where it returns. One that returns a value has a runner, which wants the value. */
  private ended(node: Syntax, at: Place): Statement {
    const id = meaningful(node).length > 0 ? undefined : this.scope.ofFunction.own(YIELDED);
    return id === undefined ? this.returned(node) : returning(id, at);
  }

  private inner(node: Syntax | undefined): Statement[] {
    if (!node) return [];
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    const nodes = kindOf(node) === 'statement_block' ? meaningful(node) : [node];
    return this.within(scope).block(nodes);
  }

  private declareNames(statement: Syntax): void {
    const node = exportedNode(statement);
    switch (kindOf(node)) {
      case 'function_declaration':
      case 'generator_function_declaration':
      case 'class_declaration':
      case 'abstract_class_declaration':
        this.scope.declare(field(node, 'name')?.text() ?? '');
        return;
      case 'lexical_declaration':
        for (const declarator of meaningful(node)) this.declarePattern(field(declarator, 'name'), this.scope);
        return;
      case 'variable_declaration':
        for (const declarator of meaningful(node))
          this.declarePattern(field(declarator, 'name'), this.scope.ofFunction);
        return;
      case 'import_statement':
        for (const name of importedNames(node)) this.scope.declare(name.local);
    }
  }

  private statement(node: Syntax): Statement[] {
    switch (kindOf(node)) {
      case 'expression_statement':
        return meaningful(node).map((child) => evaluate(this.expression(child)));
      case 'lexical_declaration':
      case 'variable_declaration':
        return meaningful(node).flatMap((declarator) => this.declarator(declarator));
      case 'function_declaration':
      case 'generator_function_declaration':
        return [this.named(node, { kind: 'function', function: this.function(node), at: placeOfNode(node) })];
      case 'class_declaration':
      case 'abstract_class_declaration':
        return [this.named(node, this.classExpression(node))];
      case 'if_statement':
        return [this.ifStatement(node)];
      case 'for_statement':
      case 'for_in_statement':
      case 'while_statement':
      case 'do_statement':
        return this.loop(node);
      case 'switch_statement':
        return [this.switchStatement(node)];
      case 'try_statement':
        return [this.tryStatement(node)];
      case 'return_statement':
        return [this.ended(node, placeOfNode(node))];
      case 'throw_statement':
        return [this.thrown(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'statement_block':
        return this.inner(node);
      case 'labeled_statement':
        return this.inner(field(node, 'body'));
      case 'import_statement':
        return this.importStatement(node);
      case 'export_statement':
        return this.exportStatement(node);
      default:
        return [];
    }
  }

  private named(node: Syntax, value: Expression): Statement {
    const id = this.scope.declare(field(node, 'name')?.text() ?? '');
    return evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at: placeOfNode(node) });
  }

  private declarator(node: Syntax): Statement[] {
    const name = field(node, 'name');
    const value = field(node, 'value');
    if (!name || !value) return [];
    const target = this.pattern(name);
    if (!target) return [evaluate(this.expression(value))];
    return [evaluate({ kind: 'assign', target, value: this.expression(value, name.text()), at: placeOfNode(node) })];
  }

  private ifStatement(node: Syntax): Statement {
    const alternative = field(node, 'alternative');
    return {
      kind: 'if',
      condition: this.optional(field(node, 'condition'), placeOfNode(node)),
      then: this.inner(field(node, 'consequence')),
      otherwise: alternative ? this.inner(meaningful(alternative)[0]) : [],
    };
  }

  private loop(node: Syntax): Statement[] {
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    const inside = this.within(scope);
    if (kindOf(node) === 'for_in_statement') return [inside.forIn(node)];
    const initializer = field(node, 'initializer');
    const condition = field(node, 'condition');
    const increment = field(node, 'increment');
    const before = initializer ? inside.block([initializer]) : [];
    const isExpression = condition && kindOf(condition) !== 'empty_statement';
    const body = inside.inner(field(node, 'body'));
    const loop: Statement = {
      kind: 'loop',
      ...(isExpression &&
        kindOf(node) !== 'do_statement' && { condition: inside.expression(firstExpression(condition)) }),
      body,
      ...(increment && { step: inside.expression(increment) }),
    };
    return [...before, ...(kindOf(node) === 'do_statement' ? body : []), loop];
  }

  private forIn(node: Syntax): Statement {
    const left = field(node, 'left');
    // Without a word that declares it, it is a variable of around.
    if (field(node, 'kind')) this.declarePattern(left, this.scope);
    const target = left && this.pattern(left);
    return {
      kind: 'loop',
      ...(target && { target }),
      over: this.optional(field(node, 'right'), placeOfNode(node)),
      ...(field(node, 'operator')?.text() === 'in' && { byKey: true as const }),
      body: this.inner(field(node, 'body')),
    };
  }

  private switchStatement(node: Syntax): Statement {
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    const inside = this.within(scope);
    const cases = meaningful(field(node, 'body') ?? node).filter((child) =>
      /^switch_(?:case|default)$/.test(kindOf(child)),
    );
    return {
      kind: 'switch',
      subject: this.optional(field(node, 'value'), placeOfNode(node)),
      cases: cases.map((each) => {
        const value = field(each, 'value');
        const statements = meaningful(each).filter((child) => !value || child.id() !== value.id());
        return {
          values: value ? [this.expression(value)] : [],
          body: inside.block(statements),
          fallsThrough: true,
        };
      }),
    };
  }

  private tryStatement(node: Syntax): Statement {
    const handler = field(node, 'handler');
    const finalizer = field(node, 'finalizer');
    return {
      kind: 'try',
      body: this.inner(field(node, 'body')),
      handlers: handler ? [this.catchClause(handler)] : [],
      last: finalizer ? this.inner(field(finalizer, 'body')) : [],
    };
  }

  private catchClause(node: Syntax): Statement[] {
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    this.declarePattern(field(node, 'parameter'), scope);
    const body = field(node, 'body');
    const statements = body ? this.within(scope).block(meaningful(body)) : [];
    return this.caught(scope.find(field(node, 'parameter')?.text() ?? '')?.id, 'Error', statements, node);
  }

  private importStatement(node: Syntax): Statement[] {
    const module = stringOf(field(node, 'source'));
    if (module === undefined) return [];
    this.made.imports.add(module);
    const at = placeOfNode(node);
    return importedNames(node).map(({ local, name }) =>
      evaluate({
        kind: 'assign',
        target: { kind: 'variable', id: this.scope.declare(local) },
        value: { kind: 'import', module, ...(name !== undefined && { name }), at },
        at,
      }),
    );
  }

  private exportStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const source = stringOf(field(node, 'source'));
    const declaration = field(node, 'declaration');
    const value = field(node, 'value');
    if (declaration) {
      const isDefault = node.children().some((child) => child.kind() === 'default');
      const statements = this.statement(declaration);
      for (const name of isDefault ? ['default'] : declaredNames(declaration))
        this.exportName(name, isDefault ? (field(declaration, 'name')?.text() ?? '') : name, at);
      return statements;
    }
    if (value) {
      this.exports?.push({ name: 'default', value: this.expression(value) });
      return [];
    }
    if (source !== undefined) this.made.imports.add(source);
    const clause = meaningful(node).find((child) => kindOf(child) === 'export_clause');
    if (!clause && source !== undefined) this.exports?.push({ value: { kind: 'import', module: source, at } });
    for (const specifier of clause ? meaningful(clause) : []) {
      const name = field(specifier, 'name')?.text() ?? '';
      const alias = field(specifier, 'alias')?.text() ?? name;
      if (source !== undefined)
        this.exports?.push({ name: alias, value: { kind: 'import', module: source, name, at } });
      else this.exportName(alias, name, at);
    }
    return [];
  }

  private exportName(name: string, local: string, at: Place): void {
    const found = this.scope.find(local);
    if (found) this.exports?.push({ name, value: { kind: 'variable', id: found.id, at } });
  }
}

/** The declaration of an export statement; the statement itself where it exports none. */
const exportedNode = (node: Syntax): Syntax =>
  kindOf(node) === 'export_statement' ? (field(node, 'declaration') ?? node) : node;

const firstExpression = (node: Syntax): Syntax =>
  kindOf(node) === 'expression_statement' ? (meaningful(node)[0] ?? node) : node;

const declaredNames = (node: Syntax): string[] =>
  /^(?:lexical|variable)_declaration$/.test(kindOf(node))
    ? meaningful(node).flatMap((declarator) => field(declarator, 'name')?.text() ?? [])
    : [field(node, 'name')?.text() ?? ''];

function stringOf(node: Syntax | undefined): string | undefined {
  return node && kindOf(node) === 'string' ? node.text().slice(1, -1) : undefined;
}

/** The names that an import statement declares, each with what it imports; a whole module has no name. */
function importedNames(node: Syntax): { readonly local: string; readonly name?: string }[] {
  const clause = meaningful(node).find((child) => kindOf(child) === 'import_clause');
  return (clause ? meaningful(clause) : []).flatMap((child) => {
    switch (kindOf(child)) {
      case 'identifier':
        return [{ local: child.text(), name: 'default' }];
      case 'namespace_import':
        return meaningful(child).map((name) => ({ local: name.text() }));
      case 'named_imports':
        return meaningful(child).map((specifier) => {
          const name = field(specifier, 'name')?.text() ?? '';
          return { local: field(specifier, 'alias')?.text() ?? name, name };
        });
      default:
        return [];
    }
  });
}
