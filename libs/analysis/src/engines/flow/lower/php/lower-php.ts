import type { ClassForm, Expression, FunctionForm, ModuleForm, Parameter, Place, Statement, Target } from '../../ir';
import { evaluate, moduleForm, nothingMade } from '../lowering';
import { type Owner, PhpExpressions } from './expressions';
import { type Documented, documented } from './docs';
import { helpersOf } from './helpers';
import { raisesNothing } from './quiet';
import { pathsOfRoutes } from './routes';
import {
  GlobalScope,
  Names,
  classImport,
  functionImport,
  globalVariable,
  holdsNumber,
  nameOf,
  typeName,
} from './names';
import { ALL_ARGUMENTS, type MadeOfPhp, constantVariable } from './values';
import { returning } from '../generators';
import { type Ids, Scope, YIELDED, temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Lowers a file of PHP. */
export function lowerPhp(root: Syntax, file: string, ids: Ids): ModuleForm {
  const made: MadeOfPhp = { ...nothingMade(), exports: [], names: new Names(), extracts: new Map() };
  const statements = new PhpStatements(file, ids, new GlobalScope(ids, undefined), made);
  const body = statements.block(meaningful(root));
  for (const name of made.names.packages()) made.imports.add(name);
  return moduleForm(file, ids, made, { body, exports: made.exports });
}

const CLASS = /^(?:class|interface|trait|enum)_declaration$/;
/** Functions after which nothing follows. */
const ENDING = /^\\?(?:die|exit|abort|wp_die)$/i;
const FUNCTION = /^(?:method_declaration|function_definition)$/;

class PhpStatements extends PhpExpressions {
  /** The expressions between `<?=` and `?>` are printed. */
  block(nodes: readonly Syntax[]): Statement[] {
    let isPrinted = false;
    return nodes.flatMap((node): Statement[] => {
      const kind = kindOf(node);
      if (kind === 'php_tag' || kind === 'text_interpolation') {
        isPrinted = node.text().endsWith('<?=');
        return [];
      }
      if (isPrinted && kind === 'expression_statement') return this.printed(node);
      return this.statement(node);
    });
  }

  private printed(node: Syntax): Statement[] {
    return meaningful(node)
      .flatMap((child) => (kindOf(child) === 'sequence_expression' ? meaningful(child) : [child]))
      .map((child) => evaluate(this.callOf('echo', [this.expression(child)], placeOfNode(child))));
  }

  private inner(node: Syntax | undefined): Statement[] {
    if (!node) return [];
    return /^(?:compound_statement|colon_block|declaration_list)$/.test(kindOf(node))
      ? this.block(meaningful(node))
      : this.statement(node);
  }

  statement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const kind = kindOf(node);
    switch (kind) {
      case 'expression_statement':
        return meaningful(node).flatMap((child) => this.expressionStatement(child));
      case 'echo_statement':
        return this.printed(node);
      case 'exit_statement':
        return [evaluate(this.expression(node)), { kind: 'throw' }];
      case 'namespace_definition': {
        const body = field(node, 'body');
        this.made.names.namespace = nameOf(node);
        return this.inner(body);
      }
      case 'namespace_use_declaration':
        this.made.names.use(node);
        return [];
      case 'const_declaration':
        return meaningful(node).map((child) => this.constantDeclared(child, at));
      case 'if_statement':
        return [this.ifStatement(node)];
      case 'foreach_statement':
        return this.foreach(node);
      case 'for_statement':
        return this.forStatement(node);
      case 'while_statement':
        return this.whileLoop(node, at, () => this.inner(field(node, 'body')));
      case 'do_statement':
        return this.doLoop(node, at, this.inner(field(node, 'body')));
      case 'switch_statement':
        return [this.switchStatement(node)];
      case 'try_statement':
        return [this.tryStatement(node)];
      case 'return_statement':
        return [this.returned(node)];
      case 'break_statement':
        return [{ kind: 'break' }];
      case 'continue_statement':
        return [{ kind: 'continue' }];
      case 'compound_statement':
      case 'declare_statement':
        return this.block(meaningful(node));
      case 'unset_statement':
        return meaningful(node).flatMap((child) => this.unset(child, at));
      case 'global_declaration':
        for (const child of meaningful(node)) {
          this.scope.adopt(child.text(), globalVariable(child.text()));
          this.made.shared.add(globalVariable(child.text()));
        }
        return [];
      case 'function_static_declaration':
        return meaningful(node).flatMap((child) => this.staticDeclared(child, at));
      default:
        if (FUNCTION.test(kind)) this.functionDeclared(node);
        else if (CLASS.test(kind)) this.classDeclared(node);
        return [];
    }
  }

  private constantDeclared(node: Syntax, at: Place): Statement {
    const [name, value] = meaningful(node);
    return evaluate(this.constantSet(constantVariable(name?.text() ?? ''), this.optional(value, at), at));
  }

  private unset(node: Syntax, at: Place): Statement[] {
    const target = this.pattern(node);
    const nothing: Expression = { kind: 'literal', value: null, at };
    return target ? [evaluate({ kind: 'assign', target, value: nothing, at })] : [];
  }

  private staticDeclared(node: Syntax, at: Place): Statement[] {
    const value = field(node, 'value');
    const id = this.variableId(nameOf(node));
    return value
      ? [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: this.expression(value), at })]
      : [];
  }

  private expressionStatement(node: Syntax): Statement[] {
    if (kindOf(node) === 'throw_expression') return [this.thrown(node)];
    if (kindOf(node) === 'sequence_expression')
      return meaningful(node).flatMap((child) => this.expressionStatement(child));
    const ends = kindOf(node) === 'function_call_expression' && ENDING.test(field(node, 'function')?.text() ?? '');
    return [evaluate(this.expression(node)), ...(ends ? [{ kind: 'throw' } as const] : [])];
  }

  private ifStatement(node: Syntax): Statement {
    const alternatives = meaningful(node).filter((child) => kindOf(child).startsWith('else'));
    const otherwise = alternatives.reduceRight<Statement[]>((rest, clause) => {
      if (kindOf(clause) === 'else_clause') return this.inner(field(clause, 'body') ?? meaningful(clause)[0]);
      return [this.branch(clause, rest)];
    }, []);
    return this.branch(node, otherwise);
  }

  private branch(node: Syntax, otherwise: readonly Statement[]): Statement {
    const condition = this.optional(field(node, 'condition'), placeOfNode(node));
    return { kind: 'if', condition, then: this.inner(field(node, 'body')), otherwise };
  }

  /** `foreach ($over as $key => $value)`: the keys of what comes from outside do so, too. */
  private foreach(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const children = meaningful(node);
    const each = children[1];
    const pair = each && kindOf(each) === 'pair' ? meaningful(each) : [];
    const collection: Target = { kind: 'variable', id: temporaryVariable(this.ids) };
    const over: Expression = { kind: 'variable', id: collection.id, at };
    const value = pair[1] ?? each;
    const target = value && this.pattern(value);
    const key = pair[0] && this.pattern(pair[0]);
    const anyKey: Expression = {
      kind: 'call',
      callee: functionImport(['array_key_first'], at),
      args: [{ value: over }],
      at,
    };
    const keySet: Statement[] = key ? [evaluate({ kind: 'assign', target: key, value: anyKey, at })] : [];
    return [
      evaluate({ kind: 'assign', target: collection, value: this.optional(children[0], at), at }),
      {
        kind: 'loop',
        over,
        ...(target && { target }),
        body: [...keySet, ...this.inner(field(node, 'body'))],
      },
    ];
  }

  private forStatement(node: Syntax): Statement[] {
    const [before, condition, step] = ['initialize', 'condition', 'update'].map((name) => field(node, name));
    return [
      ...(before ? this.expressionStatement(before) : []),
      {
        kind: 'loop',
        ...(condition && { condition: this.expression(condition) }),
        body: this.inner(field(node, 'body')),
        ...(step && { step: this.expression(step) }),
      },
    ];
  }

  private switchStatement(node: Syntax): Statement {
    const cases = meaningful(field(node, 'body') ?? node).filter((child) => /^(?:case|default)_/.test(kindOf(child)));
    return {
      kind: 'switch',
      subject: this.optional(field(node, 'condition'), placeOfNode(node)),
      cases: cases.map((each) => {
        const value = field(each, 'value');
        const body = meaningful(each).slice(value ? 1 : 0);
        return { values: value ? [this.expression(value)] : [], body: this.block(body), fallsThrough: true };
      }),
    };
  }

  private tryStatement(node: Syntax): Statement {
    const clauses = meaningful(node);
    const last = clauses.find((clause) => kindOf(clause) === 'finally_clause');
    const isQuiet = raisesNothing(field(node, 'body')?.text() ?? '');
    return {
      kind: 'try',
      body: this.inner(field(node, 'body')),
      handlers: clauses
        .filter((clause) => kindOf(clause) === 'catch_clause' && !isQuiet)
        .map((clause) => {
          const name = field(clause, 'name')?.text();
          const id = name === undefined ? undefined : this.variableId(name);
          return this.caught(id, 'Throwable', this.inner(field(clause, 'body')), clause);
        }),
      last: last ? this.inner(meaningful(last).at(-1)) : [],
    };
  }

  private functionDeclared(node: Syntax): void {
    const form = this.functionForm(node, nameOf(node), new Scope(this.ids, undefined));
    this.made.functions.push(form);
    const name = `function ${this.made.names.declared(nameOf(node)).toLowerCase()}`;
    this.made.exports.push({ name, value: { kind: 'function', function: form, at: form.at } });
  }

  protected closure(node: Syntax): FunctionForm {
    const isArrow = kindOf(node) === 'arrow_function';
    const scope = new Scope(this.ids, isArrow ? this.scope : undefined);
    const self = this.scope.find('$this');
    if (!isArrow && self && !(this.scope instanceof GlobalScope)) scope.adopt('$this', self.id);
    const uses = meaningful(node).find((child) => kindOf(child) === 'anonymous_function_use_clause');
    for (const used of uses ? meaningful(uses) : []) {
      const name = used.text().replace(/^&\s*/, '');
      scope.adopt(name, this.variableId(name));
    }
    const form = this.functionForm(node, 'anonymous function', scope);
    this.made.functions.push(form);
    return form;
  }

  private functionForm(node: Syntax, name: string, scope: Scope): FunctionForm {
    const inside = this.within(scope);
    const list = field(node, 'parameters');
    const nodes = (list ? meaningful(list) : []).filter((each) => kindOf(each).endsWith('_parameter'));
    const at = placeOfNode(node);
    const docs = documented(node);
    const parameters = nodes.map((each) => inside.parameter(each, docs));
    const body = field(node, 'body');
    const result = field(node, 'return_type');
    const returned = typeName(result) ?? (result === undefined ? docs.returned : undefined);
    const statements: Statement[] = !body
      ? []
      : kindOf(body) === 'compound_statement'
        ? inside.block(meaningful(body))
        : [{ kind: 'return', value: inside.expression(body), at: placeOfNode(body) }];
    // A generator counts as a function that returns a list: who loops over it gets the elements.
    const yielded = scope.own(YIELDED);
    const all = scope.own(ALL_ARGUMENTS);
    const given: Statement[] = yielded ? [returning(yielded, at)] : [];
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: [...inside.promoted(nodes), ...statements, ...given],
      ...(all !== undefined && { all }),
      decorators: this.attributes(node),
      ...(returned !== undefined && isOfClass(returned) && !yielded && { returns: this.type(returned, node) }),
      ...(holdsNumber(result) && { returnsNumber: true as const }),
      ...((result?.text() === 'never' || endsProgram(body)) && { neverReturns: true as const }),
      at,
    };
  }

  private parameter(node: Syntax, { parameters }: Documented): Parameter {
    const name = nameOf(node).replace(/^&/, '');
    const written = field(node, 'type');
    const type = typeName(written) ?? (written === undefined ? parameters.get(name.slice(1)) : undefined);
    const fallback = field(node, 'default_value');
    const id = this.scope.declare(name);
    const isFilled = node.children().some((child) => kindOf(child) === 'reference_modifier');
    if (isFilled) this.ids.captured.add(id);
    return {
      target: { kind: 'variable', id },
      ...(isFilled && { isFilled: true as const }),
      name: name.slice(1),
      ...(type !== undefined && { type: this.type(type, node) }),
      ...(holdsNumber(written) && { isHeld: true as const }),
      ...(fallback && { fallback: this.expression(fallback) }),
      ...(kindOf(node) === 'variadic_parameter' && { takes: 'rest' as const }),
      decorators: this.attributes(node),
      at: placeOfNode(node),
    };
  }

  private type(name: string, node: Syntax): Expression {
    const at = placeOfNode(node);
    return isOfClass(name)
      ? classImport(this.made.names.classNamed(name), at)
      : { kind: 'global', name: name.toLowerCase(), at };
  }

  /** `__construct(private Users $users)` sets the field. */
  private promoted(nodes: readonly Syntax[]): Statement[] {
    const self = this.scope.find('$this');
    return nodes.flatMap((node): Statement[] => {
      if (kindOf(node) !== 'property_promotion_parameter' || !self) return [];
      const at = placeOfNode(node);
      const name = nameOf(node);
      const target: Target = { kind: 'field', object: { kind: 'variable', id: self.id, at }, name: name.slice(1) };
      return [evaluate({ kind: 'assign', target, value: { kind: 'variable', id: this.variableId(name), at }, at })];
    });
  }

  private attributes(node: Syntax): Expression[] {
    const list = meaningful(node).find((child) => kindOf(child) === 'attribute_list');
    return (list ? meaningful(list) : [])
      .flatMap((group) => meaningful(group))
      .flatMap((attribute) => meaningful(attribute)[0] ?? [])
      .map((name) => classImport(this.made.names.classNamed(name.text()), placeOfNode(name)));
  }

  private classDeclared(node: Syntax): void {
    const name = this.made.names.declared(nameOf(node));
    this.made.exports.push({ name: `class ${name}`, value: this.classExpression(node, name) });
  }

  protected classExpression(node: Syntax, name: string | undefined): Expression {
    const at = placeOfNode(node);
    const children = meaningful(node);
    const parents = children
      .filter((child) => /^(?:base|class_interface)_clause$/.test(kindOf(child)))
      .flatMap((clause) => meaningful(clause).map((each) => each.text()));
    const members = meaningful(children.find((child) => kindOf(child).endsWith('declaration_list')) ?? node);
    const traits = members
      .filter((member) => kindOf(member) === 'use_declaration')
      .flatMap((member) => meaningful(member).filter((each) => kindOf(each).endsWith('name')))
      .map((each) => each.text());
    const { names } = this.made;
    const methods = members.filter((member) => kindOf(member) === 'method_declaration');
    const [parent] = parents;
    const owner: Owner = {
      name: name ?? 'anonymous class',
      ...(parent !== undefined && { parent: names.classNamed(parent) }),
      methods: new Set(methods.filter((member) => !isStatic(member)).map(nameOf)),
    };
    const inside = this.within(new Scope(this.ids, undefined), owner);
    const helpers = helpersOf(node, methods);
    const short = owner.name.split('\\').at(-1)!;
    const form: ClassForm = {
      id: this.ids.next(),
      name: short,
      bases: [...parents, ...traits].map((each) => classImport(names.classNamed(each), at)),
      decorators: this.attributes(node),
      methods: [
        ...methods.map((member) => ({
          name: nameOf(member) === '__construct' ? 'constructor' : nameOf(member),
          function: inside.method(member, node, short, helpers.has(nameOf(member))),
          isStatic: isStatic(member),
        })),
        ...inside.readOfDocs(node, owner),
      ],
      fields: members.flatMap((member) => inside.fieldsOf(member)),
      at,
    };
    this.made.classes.push(form);
    return { kind: 'class', class: form, at };
  }

  private method(node: Syntax, around: Syntax, className: string, isHelper: boolean): FunctionForm {
    const scope = new Scope(this.ids, undefined);
    const self = isStatic(node) ? undefined : scope.declare('$this');
    const form = this.functionForm(node, `${className}.${nameOf(node)}`, scope);
    const isHidden =
      isHelper ||
      meaningful(node).some((child) => kindOf(child) === 'visibility_modifier' && child.text() !== 'public');
    const paths = pathsOfRoutes(node, around, this.made.names);
    return { ...form, ...(self !== undefined && { self }), ...(isHidden && { isHidden }), ...(paths && { paths }) };
  }

  /** `@property Users $users`: the class makes it when it is read. */
  private readOfDocs(node: Syntax, { name: className, methods }: Owner): ClassForm['methods'] {
    const at = placeOfNode(node);
    return [...documented(node).properties].flatMap(([name, type]) => {
      if (methods.has(name)) return [];
      const value: Expression = { kind: 'typed', value: unknown([], at), type: this.type(type, node), at };
      const form: FunctionForm = {
        id: this.ids.next(),
        file: this.file,
        name: `${className}.${name}`,
        parameters: [],
        body: [{ kind: 'return', value, at }],
        decorators: [],
        self: new Scope(this.ids, undefined).declare('$this'),
        isGetter: true,
        isHidden: true,
        at,
      };
      return [{ name, function: form, isStatic: false }];
    });
  }

  private fieldsOf(member: Syntax): ClassForm['fields'] {
    const kind = kindOf(member);
    const at = placeOfNode(member);
    if (kind === 'const_declaration' || kind === 'enum_case')
      return (
        kind === 'enum_case' ? [member] : meaningful(member).filter((each) => kindOf(each) === 'const_element')
      ).map((each) => {
        const [name, value] = meaningful(each);
        return { name: name?.text() ?? '', value: this.optional(value, at), isConstant: true as const };
      });
    if (kind !== 'property_declaration') return [];
    const declared = field(member, 'type') ?? meaningful(member).find((child) => kindOf(child).endsWith('_type'));
    const type = typeName(declared) ?? (declared === undefined ? documented(member).own : undefined);
    const isHeld = holdsNumber(declared) && { isHeld: true as const };
    return meaningful(member)
      .filter((child) => kindOf(child) === 'property_element')
      .map((child) => {
        const [name, written] = meaningful(child);
        const value = this.optional(written, at);
        const typed: Expression =
          type === undefined ? value : { kind: 'typed', value, type: this.type(type, member), ...isHeld, at };
        return { name: name?.text().slice(1) ?? '', value: typed };
      });
  }
}

const isOfClass = (type: string): boolean =>
  !/^(?:string|int|float|bool|array|mixed|callable|iterable|object|self|static|void|never|null|false|true)$/i.test(
    type,
  );

const isStatic = (member: Syntax): boolean => meaningful(member).some((child) => kindOf(child) === 'static_modifier');

/** Whether the last statement of a function is an exit. */
function endsProgram(body: Syntax | undefined): boolean {
  const last = body && meaningful(body).at(-1);
  if (!last || (kindOf(last) !== 'exit_statement' && kindOf(last) !== 'expression_statement')) return false;
  return /^(?:exit|die)\b/.test(last.text()) && !/\breturn\b/.test(body.text());
}
