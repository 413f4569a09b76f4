import type { Expression, ModuleForm, Place, Statement, SwitchCase } from '../../ir';
import { CLoops } from './loops';
import { unwrapped } from './places';
import { lastCall, macroFunction, macroValue } from './macros';
import { FileScope, type Label, type MadeOfC, NO_FUNCTION, named, nothing, number } from './names';
import { declaredType } from './types';
import { nameOfCallee } from './calls';
import { evaluate, moduleForm, nothingMade } from '../lowering';
import { faultsOf } from '../../written/written';
import { type Ids, Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, written } from '../syntax';

/** Lowers a file of C or C++. */
export function lowerC(root: Syntax, file: string, ids: Ids): ModuleForm {
  const made: MadeOfC = {
    ...nothingMade(),
    exports: [],
    types: new Map(),
    typedefs: new Map(),
    members: new Map(),
    boxed: new Set(),
    lengths: new Map(),
    defined: new Set(),
    current: NO_FUNCTION,
  };
  const statements = new CStatements(file, ids, new FileScope(ids, file), made);
  const body = statements.whole(meaningful(root));
  return moduleForm(file, ids, made, { body, exports: made.exports, faults: faultsOf(root, file, made) });
}

/** Calls after which nothing follows. */
const ENDING = new RegExp(
  '^(?:_?exit|_Exit|abort|quick_exit|v?errx?|_?(?:sig)?longjmp|(?:__builtin_)?unreachable|__builtin_trap|terminate|' +
    'pthread_exit|ExitProcess|ExitThread|rethrow_exception|g_assert_not_reached)$',
);
const LOGS_FATAL = /^\w*LOG\w*\(\s*(?:\w*::)?(?:FATAL|QFATAL)\s*\)\s*<</;
const ASSERTING = /^(?:assert|ASSERT|Assert|DCHECK|CHECK|_ASSERT|g_assert|BUG_ON)$/;
const CONDITIONAL = /^preproc_(?:if|ifdef|elif|elifdef)$/;
const CLASS = /^(?:struct|class|union|enum)_specifier$/;

class CStatements extends CLoops {
  whole(nodes: readonly Syntax[]): Statement[] {
    for (const node of nodes) this.keepNames(node);
    return nodes.flatMap((node) => this.topLevel(node));
  }

  /** The functions and macros of a file are known in all of it. */
  private keepNames(node: Syntax): void {
    switch (kindOf(node)) {
      case 'function_definition': {
        const { name } = declaredType({}, field(node, 'declarator'));
        if (name !== undefined) this.made.defined.add(name);
        return;
      }
      case 'preproc_def':
      case 'preproc_function_def':
        this.made.defined.add(field(node, 'name')?.text() ?? '');
        return;
      default:
        if (GROUP.test(kindOf(node))) for (const each of groupOf(node)) this.keepNames(each);
    }
  }

  private topLevel(node: Syntax): Statement[] {
    switch (kindOf(node)) {
      case 'preproc_include':
        this.made.imports.add((field(node, 'path')?.text() ?? '').slice(1, -1));
        return [];
      case 'preproc_def':
        this.macro(node);
        return [];
      case 'preproc_function_def':
        this.functionMacro(node);
        return [];
      case 'function_definition':
        this.defined(node);
        return [];
      case 'type_definition':
        this.typeDefined(node);
        return [];
      case 'declaration':
        return this.declaration(node);
      default:
        if (CLASS.test(kindOf(node))) return this.typeDeclared(node);
        if (GROUP.test(kindOf(node))) return groupOf(node).flatMap((each) => this.topLevel(each));
        return [];
    }
  }

  private defined(node: Syntax): void {
    const type = field(node, 'type');
    if (type) this.typeDeclared(type);
    const found = this.functionForm(node);
    if (!found) return;
    const { form, name, owner, isConstructor } = found;
    this.made.functions.push(form);
    const isStatic = meaningful(node).some(
      (child) => kindOf(child) === 'storage_class_specifier' && child.text() === 'static',
    );
    const value: Expression = { kind: 'function', function: form, at: form.at };
    const exported = owner === undefined ? `fn ${name}` : `method ${owner}.${isConstructor ? 'constructor' : name}`;
    this.made.exports.push({ name: isStatic && owner === undefined ? `static ${exported}` : exported, value });
  }

  private macro(node: Syntax): void {
    const name = field(node, 'name')?.text() ?? '';
    const at = placeOfNode(node);
    const text = field(node, 'value')?.text() ?? '';
    const value = macroValue(text, at, (each, place) =>
      this.made.defined.has(each) || /^[A-Z_]\w*$/.test(each) ? named(each, place) : undefined,
    );
    if (value) this.made.exports.push({ name: `fn ${name}`, value });
    // `#define M_ERR (M_FATAL | M_ERRNO)`
    if (/\b(?:\w*_)?(?:FATAL|PANIC)\b/.test(text))
      this.made.exports.push({ name: `fatal ${name}`, value: nothing(at) });
  }

  private functionMacro(node: Syntax): void {
    this.keepLast(node);
    const read = macroFunction(node);
    if (!read) return;
    const { name, parameters, body, isStatement } = read;
    const scope = new Scope(this.ids, this.scope);
    const inside = this.within(scope);
    const around = this.made.current;
    this.made.current = { ...NO_FUNCTION, labels: new Map() };
    const at = placeOfNode(node);
    const forms = parameters.map((parameter) => {
      const id = scope.declare(parameter);
      // A macro changes its arguments in place, so its parameters are captured variables.
      this.ids.captured.add(id);
      return { target: { kind: 'variable' as const, id }, name: parameter, at };
    });
    const statements: Statement[] = isStatement
      ? inside.block(body, scope)
      : [{ kind: 'return', value: inside.expression(body), at }];
    this.made.current = around;
    const form = {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters: forms,
      body: statements,
      decorators: [],
      isMacro: true as const,
      at,
    };
    this.made.exports.push({ name: `fn ${name}`, value: { kind: 'function', function: form, at } });
  }

  /** Keeps the last call of a macro, where no condition decides about it. */
  private keepLast(node: Syntax): void {
    const name = field(node, 'name')?.text() ?? '';
    const last = lastCall(field(node, 'value')?.text() ?? '');
    if (!last) return;
    const at = placeOfNode(node);
    const args = last.args.map((each) => ({ value: named(each, at) }));
    const call: Expression = { kind: 'call', callee: named(last.name, at), args, at };
    if (ENDING.test(last.name)) this.made.exports.push({ name: `ends ${name}`, value: call });
    else if (last.name !== name) this.made.exports.push({ name: `last ${name}`, value: call });
  }

  protected declareStatic(name: string): string {
    return this.scope instanceof FileScope ? this.scope.declareStatic(name) : this.scope.declare(name);
  }

  protected block(node: Syntax | undefined, scope: Scope): Statement[] {
    const inside = this.within(scope);
    const nodes = node ? (kindOf(node) === 'compound_statement' ? meaningful(node) : [node]) : [];
    const statements: Statement[] = [];
    let current = statements;
    for (const each of nodes) {
      if (kindOf(each) === 'labeled_statement') {
        const label = this.label(field(each, 'label')?.text() ?? '');
        label.isPassed = true;
        // The statements after the label also run after the jump.
        current.push({ kind: 'if', condition: number(1, 0), then: label.statements, otherwise: [] });
        current = label.statements;
        current.push(
          ...meaningful(each)
            .slice(1)
            .flatMap((child) => inside.statement(child)),
        );
      } else current.push(...inside.statement(each));
    }
    return statements;
  }

  private label(name: string): Label {
    const { labels } = this.made.current;
    const known = labels.get(name) ?? { statements: [], isPassed: false };
    labels.set(name, known);
    return known;
  }

  protected inner(node: Syntax | undefined): Statement[] {
    if (!node) return [];
    const written = kindOf(node) === 'else_clause' ? meaningful(node)[0] : node;
    return written ? this.block(written, this.blockScope()) : [];
  }

  statement(node: Syntax): Statement[] {
    return this.oneLevel(() => this.loweredStatement(node));
  }

  private loweredStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'expression_statement':
        return meaningful(node).flatMap((child) => this.expressionStatement(child));
      case 'declaration':
        return this.declaration(node);
      case 'type_definition':
        this.typeDefined(node);
        return [];
      case 'if_statement':
        return this.ifStatement(node);
      case 'for_statement':
        return this.forStatement(node);
      case 'for_range_loop':
        return this.rangeLoop(node);
      case 'while_statement':
        return this.whileStatement(node);
      case 'do_statement':
        return this.doStatement(node);
      case 'switch_statement':
        return this.switchStatement(node);
      case 'try_statement':
        return [this.tryStatement(node)];
      case 'return_statement':
      case 'co_return_statement':
        return [this.returned(node)];
      case 'throw_statement':
        return [this.thrown(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'goto_statement':
        return this.jump(field(node, 'label')?.text() ?? '', at);
      case 'compound_statement':
        return this.inner(node);
      case 'labeled_statement':
        return meaningful(node)
          .slice(1)
          .flatMap((child) => this.statement(child));
      case 'preproc_def':
        this.macro(node);
        return [];
      case 'case_statement':
        return this.cases([node]).flatMap(({ body }) => [...body]);
      default:
        if (CONDITIONAL.test(kindOf(node))) return this.compiled(node, at);
        if (CLASS.test(kindOf(node))) return this.typeDeclared(node);
        if (kindOf(node) !== 'ERROR') return [];
        this.made.current.isBroken = true;
        return meaningful(node).flatMap((child) => this.statement(child));
    }
  }

  protected expressionStatement(node: Syntax): Statement[] {
    const inner = unwrapped(node);
    switch (kindOf(inner)) {
      case 'identifier':
        if (inner.text() === 'else') this.made.current.isBroken = true;
        return [evaluate(this.expression(inner))];
      case 'comma_expression':
        return [field(inner, 'left'), field(inner, 'right')].flatMap((each) =>
          each ? this.expressionStatement(each) : [],
        );
      case 'assignment_expression':
        return this.assigned(inner);
      case 'call_expression': {
        const callee = field(inner, 'function');
        const name = callee ? nameOfCallee(unwrapped(callee)) : '';
        if (ASSERTING.test(name)) return this.asserted(inner, name === 'BUG_ON');
        return [evaluate(this.expression(inner)), ...(ENDING.test(name) ? [{ kind: 'throw' } as const] : [])];
      }
      default:
        // `LOG(FATAL) << "…"`
        return [
          evaluate(this.expression(inner)),
          ...(LOGS_FATAL.test(inner.text()) ? [{ kind: 'throw' } as const] : []),
        ];
    }
  }

  private asserted(call: Syntax, isNegated: boolean): Statement[] {
    const at = placeOfNode(call);
    const { before, value } = this.condition(meaningful(field(call, 'arguments') ?? call)[0], at);
    const ends: Statement[] = [{ kind: 'throw' }];
    return [...before, { kind: 'if', condition: value, then: isNegated ? ends : [], otherwise: isNegated ? [] : ends }];
  }

  /** The statements after the label run, and the function is over. A jump back ends its path. */
  private jump(name: string, at: Place): Statement[] {
    const label = this.label(name);
    if (label.isPassed) return [{ kind: 'throw' }];
    return [
      { kind: 'if', condition: number(1, at), then: label.statements, otherwise: [] },
      { kind: 'return', isJump: true, at },
    ];
  }

  private ifStatement(node: Syntax): Statement[] {
    const inside = this.within(this.blockScope());
    const { before, value } = inside.condition(field(node, 'condition'), placeOfNode(node));
    return [
      ...before,
      {
        kind: 'if',
        condition: value,
        then: inside.inner(field(node, 'consequence')),
        otherwise: inside.inner(field(node, 'alternative')),
      },
    ];
  }

  private switchStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const inside = this.within(this.blockScope());
    const { before, value } = inside.condition(field(node, 'condition'), at);
    const body = field(node, 'body');
    return [...before, { kind: 'switch', subject: value, cases: inside.cases(body ? meaningful(body) : []) }];
  }

  private cases(nodes: readonly Syntax[]): SwitchCase[] {
    const inside = this.within(this.blockScope());
    const found: (SwitchCase & { readonly body: Statement[] })[] = [];
    for (const node of nodes) {
      const isConditional = CONDITIONAL.test(kindOf(node));
      for (const each of isConditional ? meaningful(node) : [node])
        if (kindOf(each) === 'case_statement') {
          const value = field(each, 'value');
          const rest = meaningful(each).filter((child) => child.id() !== value?.id());
          found.push({
            values: value ? [this.expression(value)] : [],
            body: rest.flatMap((child) => inside.statement(child)),
            fallsThrough: true,
          });
          // The statements after the `#endif` behind a label belong to that label.
        } else if (!isConditional) found.at(-1)?.body.push(...inside.statement(each));
    }
    return found;
  }

  private tryStatement(node: Syntax): Statement {
    const clauses = meaningful(node).filter((child) => kindOf(child) === 'catch_clause');
    return {
      kind: 'try',
      body: this.inner(field(node, 'body')),
      handlers: clauses.map((clause) => {
        const scope = this.blockScope();
        const [parameter] = meaningful(field(clause, 'parameters') ?? clause);
        const { name } = parameter ? declaredType({}, field(parameter, 'declarator')) : {};
        const id = name === undefined ? undefined : scope.declare(name);
        return this.caught(id, 'c.exception', this.within(scope).inner(field(clause, 'body')), clause);
      }),
      last: [],
    };
  }

  /** Which of the branches is compiled nobody knows: either may be. */
  private compiled(node: Syntax, at: Place): Statement[] {
    const condition = field(node, 'condition');
    const alternative = field(node, 'alternative');
    const skipped = new Set([condition?.id(), alternative?.id(), field(node, 'name')?.id()]);
    const otherwise = alternative ? this.otherwise(alternative) : [];
    if (condition?.text() === '0') return otherwise;
    const then = meaningful(node)
      .filter((child) => !skipped.has(child.id()))
      .flatMap((child) => this.statement(child));
    if (condition?.text() === '1') return then;
    const { text, isNegated } = compiledCondition(node);
    const branches = isNegated ? { then: otherwise, otherwise: then } : { then, otherwise };
    return [{ kind: 'if', condition: { kind: 'unknown', parts: [], compiled: text, at }, ...branches }];
  }

  private otherwise(node: Syntax): Statement[] {
    if (CONDITIONAL.test(kindOf(node))) return this.compiled(node, placeOfNode(node));
    return meaningful(node).flatMap((child) => this.statement(child));
  }
}

const DEFINED = /^(!?)\s*defined\s*\(?\s*(\w+)\s*\)?$/;

/** The condition of `#if`, `#ifdef` and `#ifndef`, without a negation. */
function compiledCondition(node: Syntax): { readonly text: string; readonly isNegated: boolean } {
  const name = field(node, 'name')?.text();
  const isNotDefined = written(node).some((child) => /^#(?:el)?ifndef$/.test(kindOf(child)));
  if (name !== undefined) return { text: `defined ${name}`, isNegated: isNotDefined };
  const text = field(node, 'condition')?.text().trim() ?? '';
  const [, not, defined] = DEFINED.exec(text) ?? [];
  return defined === undefined ? { text, isNegated: false } : { text: `defined ${defined}`, isNegated: not === '!' };
}

/** Nodes whose children are declarations of the same level as the node itself. */
const GROUP = new RegExp(
  '^(?:namespace_definition|linkage_specification|template_declaration|declaration_list|expression_statement|ERROR|' +
    'preproc_(?:if|ifdef|else|elif|elifdef))$',
);

function groupOf(node: Syntax): readonly Syntax[] {
  const condition = field(node, 'condition');
  const isOff = condition?.text() === '0';
  const alternative = field(node, 'alternative');
  return meaningful(node).filter(
    (child) => child.id() !== condition?.id() && (!isOff || child.id() === alternative?.id()),
  );
}
