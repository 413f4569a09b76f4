import type { Expression, ModuleForm, Place, Statement, Target } from '../../ir';
import { evaluate, moduleForm, nothingMade, typesCaught } from '../lowering';
import { PythonFunctions } from './functions';
import { returning } from '../generators';
import { GIVEN, type Ids, Scope, YIELDED } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Lowers a file of Python. */
export function lowerPython(root: Syntax, file: string, ids: Ids): ModuleForm {
  const scope = new Scope(ids, undefined);
  const made = nothingMade();
  const names = declaredIn(root);
  for (const name of names) scope.declare(name);
  const body = new PythonStatements(file, ids, scope, made).block(meaningful(root));
  const exports = [...names].map((name): ModuleForm['exports'][number] => ({
    name,
    value: { kind: 'variable', id: scope.declare(name), at: 0 },
  }));
  return moduleForm(file, ids, made, { body, exports });
}

class PythonStatements extends PythonFunctions {
  protected body(node: Syntax, scope: Scope): Statement[] {
    return this.within(scope).block(meaningful(node));
  }

  protected declare(body: Syntax, scope: Scope): void {
    for (const name of declaredIn(body)) scope.declare(name);
  }

  block(nodes: readonly Syntax[]): Statement[] {
    return nodes.flatMap((node) => this.statement(node));
  }

  private inner(node: Syntax | undefined): Statement[] {
    return node ? this.block(meaningful(node)) : [];
  }

  private statement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'expression_statement':
        return meaningful(node).map((child) => evaluate(this.expression(child)));
      case 'function_definition':
      case 'class_definition':
        return [this.definition(node, [])];
      case 'decorated_definition':
        return this.decorated(node);
      case 'if_statement':
        return [
          this.ifStatement(
            node,
            meaningful(node).filter((child) => /^(?:elif|else)_clause$/.test(kindOf(child))),
          ),
        ];
      case 'for_statement':
        return this.forStatement(node, at);
      case 'while_statement':
        return this.whileStatement(node, at);
      case 'try_statement':
        return [this.tryStatement(node)];
      case 'with_statement':
        return [...this.withItems(node), ...this.inner(field(node, 'body'))];
      case 'match_statement':
        return [this.matchStatement(node)];
      case 'return_statement':
        return [this.ended(node, at)];
      case 'raise_statement':
        return [this.thrown(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'assert_statement': {
        const [condition] = meaningful(node);
        return condition
          ? [{ kind: 'if', condition: this.expression(condition), then: [], otherwise: [{ kind: 'throw' }] }]
          : [];
      }
      case 'import_statement':
      case 'import_from_statement':
        return this.importStatement(node);
      default:
        return [];
    }
  }

  /** A generator ends where it returns. One that returns a value is a coroutine, whose runner wants the value. */
  private ended(node: Syntax, at: Place): Statement {
    const { ofFunction } = this.scope;
    const id = meaningful(node).length > 0 ? undefined : (ofFunction.own(YIELDED) ?? ofFunction.own(GIVEN));
    return id === undefined ? this.returned(node) : returning(id, at);
  }

  private decorated(node: Syntax): Statement[] {
    const definition = field(node, 'definition');
    const decorators = meaningful(node)
      .filter((child) => kindOf(child) === 'decorator')
      .flatMap((child) => meaningful(child).map((each) => this.expression(each)));
    return definition ? [this.definition(definition, decorators)] : [];
  }

  private forStatement(node: Syntax, at: Place): Statement[] {
    const loop: Statement = {
      kind: 'loop',
      ...this.loopTarget(field(node, 'left')),
      over: this.optional(field(node, 'right'), at),
      body: this.inner(field(node, 'body')),
    };
    return [loop, ...this.alternative(node)];
  }

  private whileStatement(node: Syntax, at: Place): Statement[] {
    const loop: Statement = {
      kind: 'loop',
      condition: this.optional(field(node, 'condition'), at),
      body: this.inner(field(node, 'body')),
    };
    return [loop, ...this.alternative(node)];
  }

  private definition(node: Syntax, decorators: readonly Expression[]): Statement {
    const name = field(node, 'name')?.text() ?? '';
    const at = placeOfNode(node);
    const isClass = kindOf(node) === 'class_definition';
    const value: Expression = isClass
      ? this.classExpression(node, decorators)
      : { kind: 'function', function: this.function(node, decorators), at };
    const target: Target = { kind: 'variable', id: this.assigned(name) };
    return evaluate({ kind: 'assign', target, value, at });
  }

  private ifStatement(node: Syntax, clauses: readonly Syntax[]): Statement {
    const [next, ...rest] = clauses;
    const otherwise = !next
      ? []
      : kindOf(next) === 'elif_clause'
        ? [this.ifStatement(next, rest)]
        : this.inner(field(next, 'body'));
    return {
      kind: 'if',
      condition: this.optional(field(node, 'condition'), placeOfNode(node)),
      then: this.inner(field(node, 'consequence')),
      otherwise,
    };
  }

  private loopTarget(left: Syntax | undefined): { target?: Target } {
    const target = left && this.pattern(left);
    return { ...(target && { target }) };
  }

  private alternative(node: Syntax): Statement[] {
    const alternative = field(node, 'alternative');
    return alternative ? this.inner(field(alternative, 'body')) : [];
  }

  private tryStatement(node: Syntax): Statement {
    const clauses = meaningful(node);
    const bodyOf = (clause: Syntax | undefined) =>
      clause ? this.inner(meaningful(clause).find((child) => kindOf(child) === 'block')) : [];
    return {
      kind: 'try',
      body: [...this.inner(field(node, 'body')), ...bodyOf(clauses.find((clause) => kindOf(clause) === 'else_clause'))],
      handlers: clauses
        .filter((clause) => kindOf(clause).startsWith('except'))
        .map((clause) => [...this.namesCaught(clause), ...bodyOf(clause)]),
      last: bodyOf(clauses.find((clause) => kindOf(clause) === 'finally_clause')),
    };
  }

  /** The names of caught exceptions. */
  private namesCaught(clause: Syntax): Statement[] {
    return meaningful(clause).flatMap((each) => {
      const alias = kindOf(each) === 'as_pattern' ? field(each, 'alias') : undefined;
      const target = alias && this.pattern(meaningful(alias)[0] ?? alias);
      const at = placeOfNode(each);
      const value: Expression = { kind: 'global', name: 'caught exception', caught: typesCaught(clause), at };
      return target ? [evaluate({ kind: 'assign', target, value, at })] : [];
    });
  }

  private withItems(node: Syntax): Statement[] {
    return node
      .children()
      .filter((child) => kindOf(child) === 'with_clause')
      .flatMap((clause) => meaningful(clause))
      .flatMap((item) => {
        const value = field(item, 'value') ?? meaningful(item)[0];
        return value ? [evaluate(this.expression(value))] : [];
      });
  }

  /** Each name that a pattern sets gets the compared value, or a part of it. */
  private namesMatched(pattern: Syntax, subject: Expression): Statement[] {
    return namesInPattern(pattern).map((name) => {
      const target: Target = { kind: 'variable', id: this.assigned(name.text()) };
      return evaluate({ kind: 'assign', target, value: subject, at: placeOfNode(name) });
    });
  }

  private matchStatement(node: Syntax): Statement {
    const subject = this.optional(field(node, 'subject'), placeOfNode(node));
    const cases = meaningful(field(node, 'body') ?? node).filter((child) => kindOf(child) === 'case_clause');
    return {
      kind: 'switch',
      subject,
      cases: cases.map((each) => {
        const patterns = meaningful(each).filter((child) => kindOf(child) === 'case_pattern');
        const literals = patterns
          .flatMap((pattern) => meaningful(pattern))
          .flatMap((child) => (kindOf(child) === 'union_pattern' ? meaningful(child) : [child]))
          .filter((child) => /^(?:string|integer)$/.test(kindOf(child)));
        return {
          values: literals.map((child) => this.expression(child)),
          body: [
            ...patterns.flatMap((pattern) => this.namesMatched(pattern, subject)),
            ...this.inner(field(each, 'consequence')),
          ],
          fallsThrough: false,
        };
      }),
    };
  }

  private importStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const isFrom = kindOf(node) === 'import_from_statement';
    const source = isFrom ? field(node, 'module_name') : undefined;
    const module = source?.text();
    if (module !== undefined) this.made.imports.add(module.split('.')[0]!);
    const names = meaningful(node).filter((child) => child.id() !== source?.id());
    return names.flatMap((child): Statement[] => {
      const isAliased = kindOf(child) === 'aliased_import';
      const name = isAliased ? (field(child, 'name')?.text() ?? '') : child.text();
      const alias = isAliased ? field(child, 'alias')?.text() : undefined;
      if (!/^(?:dotted_name|aliased_import)$/.test(kindOf(child))) return [];
      if (module === undefined) this.made.imports.add(name.split('.')[0]!);
      // `import a.b` binds a.
      const whole = alias === undefined ? name.split('.')[0]! : name;
      const value: Expression =
        module === undefined ? { kind: 'import', module: whole, at } : { kind: 'import', module, name, at };
      const target: Target = { kind: 'variable', id: this.assigned(alias ?? (module === undefined ? whole : name)) };
      return [evaluate({ kind: 'assign', target, value, at })];
    });
  }
}

/** The names that a body declares by setting them, functions inside it left out. */
function declaredIn(body: Syntax): Set<string> {
  const names = new Set<string>();
  const outer = new Set<string>();
  const visit = (node: Syntax): void => {
    switch (kindOf(node)) {
      case 'function_definition':
      case 'class_definition':
        names.add(field(node, 'name')?.text() ?? '');
        return;
      case 'lambda':
        return;
      case 'global_statement':
      case 'nonlocal_statement':
        for (const name of meaningful(node)) outer.add(name.text());
        return;
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
      case 'for_in_clause':
        addPattern(field(node, 'left'), names);
        break;
      case 'named_expression':
        addPattern(field(node, 'name'), names);
        break;
      case 'case_pattern':
        for (const name of namesInPattern(node)) names.add(name.text());
        return;
      case 'as_pattern_target':
        for (const name of meaningful(node)) addPattern(name, names);
        return;
      case 'import_statement':
      case 'import_from_statement': {
        const source = field(node, 'module_name');
        for (const child of meaningful(node)) {
          if (child.id() === source?.id()) continue;
          const name = kindOf(child) === 'aliased_import' ? field(child, 'alias')?.text() : child.text();
          if (name !== undefined && kindOf(child) !== 'wildcard_import') names.add(source ? name : name.split('.')[0]!);
        }
        return;
      }
    }
    for (const child of meaningful(node)) visit(child);
  };
  for (const child of meaningful(body)) visit(child);
  for (const name of outer) names.delete(name);
  return names;
}

/** The names that a pattern of `match` sets: `case {"name": name}`. The name of a class is not among them. */
function namesInPattern(pattern: Syntax): Syntax[] {
  return meaningful(pattern).flatMap((child): Syntax[] => {
    const isOfClass = kindOf(pattern) === 'class_pattern' || kindOf(pattern) === 'keyword_pattern';
    if (kindOf(child) === 'identifier') return isOfClass || child.text() === '_' ? [] : [child];
    if (kindOf(child) !== 'dotted_name') return namesInPattern(child);
    const isName = kindOf(pattern) !== 'class_pattern' && /^(?!_$)\w+$/.test(child.text());
    return isName ? [child] : [];
  });
}

function addPattern(node: Syntax | undefined, names: Set<string>): void {
  if (!node) return;
  if (kindOf(node) === 'identifier') names.add(node.text());
  else if (/^(?:pattern_list|tuple_pattern|list_pattern|list_splat_pattern|tuple|list)$/.test(kindOf(node)))
    for (const child of meaningful(node)) addPattern(child, names);
}
