import type { Argument, Expression, FunctionForm, Place, Target, VariableId } from '../../ir';
import { callableIn, escapingHelper, positionOfCallable } from './callables';
import { GlobalScope, classImport, functionImport, globalVariable } from './names';
import { ALL_ARGUMENTS, type MadeOfPhp, PhpValues, constantVariable, isHeredocBody, singleQuoted } from './values';
import { namesAround } from './extracted';
import { type Ids, type Scope, YIELDED, temporaryVariable, yieldedVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** `trim(...)`, `$this->clean(...)`: the function itself, which is not called. */
const isCallable = (call: Syntax): boolean => field(call, 'arguments')?.text() === '(...)';

/** The class around. */
export interface Owner {
  readonly name: string;
  readonly parent?: string;
  /** Methods that are called on an object. */
  readonly methods: ReadonlySet<string>;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  and: '&&',
  or: '||',
  // The words are the same in capitals.
  AND: '&&',
  OR: '||',
  '+': 'add',
};
const CASTS: Readonly<Record<string, string>> = {
  int: 'intval',
  integer: 'intval',
  float: 'floatval',
  double: 'floatval',
  real: 'floatval',
  bool: 'boolval',
  boolean: 'boolval',
  string: 'strval',
};
const INCLUDE = /^(?:include|require)(?:_once)?_expression$/;
/** Nodes with a name that is only known when the program runs. */
const NAMING = /^(?:variable_name|subscript_expression)$/;
/** Static properties that hold the application of a framework. */
const APPLICATIONS: ReadonlySet<string> = new Set(['Yii::$app']);
/** `request('name')`, by the name that rows have for it. */
const PARAMETER_GIVEN = 'request of a name';
/** Functions and methods that give an object of the class that they are asked for. */
const GIVES_OBJECT = /^(?:app|resolve|make|makeWith|makeInstance|get|build)$/;
/** Arms of a `match` that are told apart: each is nested in the one before. */
const MAX_ARMS = 60;

/** The expressions of a scope. */
export abstract class PhpExpressions extends PhpValues {
  constructor(
    file: string,
    ids: Ids,
    scope: Scope,
    made: MadeOfPhp,
    protected readonly owner?: Owner,
  ) {
    super(file, ids, scope, made);
  }

  protected abstract closure(node: Syntax): FunctionForm;
  protected abstract classExpression(node: Syntax, name: string | undefined): Expression;

  protected override within(scope: Scope, owner = this.owner): this {
    return new (this.constructor as new (...args: unknown[]) => this)(this.file, this.ids, scope, this.made, owner);
  }

  protected lowered(node: Syntax, at: Place): Expression {
    const kind = kindOf(node);
    switch (kind) {
      case 'variable_name':
        return this.variable(node.text(), at);
      case 'dynamic_variable_name':
        return this.dynamicVariable(node, at);
      case 'integer':
      case 'float':
        return this.numeral(node.text().replaceAll('_', ''), at);
      case 'boolean':
        return { kind: 'literal', value: node.text().toLowerCase() === 'true', at };
      case 'null':
        return { kind: 'literal', value: null, at };
      case 'string':
      case 'nowdoc':
        return { kind: 'literal', value: singleQuoted(node), at };
      case 'encapsed_string':
      case 'heredoc':
        return this.text(kind === 'heredoc' ? meaningful(node).find(isHeredocBody) : node, at);
      case 'shell_command_expression':
        return this.callOf('shell_exec', [this.text(node, at)], at);
      case 'name':
        if (node.text() === '__CLASS__' && this.owner) return { kind: 'literal', value: this.owner.name, at };
        return this.constant(node.text(), at);
      case 'qualified_name':
        return this.constant(node.text(), at);
      case 'member_access_expression':
      case 'nullsafe_member_access_expression':
        return this.member(node, at);
      case 'scoped_property_access_expression':
        return this.staticRead(node, at);
      case 'class_constant_access_expression':
        return this.classConstant(node, at);
      case 'subscript_expression':
        return this.subscript(node, at);
      case 'function_call_expression':
        return this.functionCall(node, at);
      case 'member_call_expression':
      case 'nullsafe_member_call_expression':
        return this.methodCall(node, this.optional(field(node, 'object'), at), at);
      case 'scoped_call_expression':
        return this.methodCall(node, this.scopeOf(node, at), at);
      case 'object_creation_expression':
        return this.creation(node, at);
      case 'array_creation_expression':
        return this.collection(node, at);
      case 'reference_assignment_expression':
        return this.referred(node, at);
      case 'assignment_expression':
        return this.set(field(node, 'left'), this.optional(field(node, 'right'), at), at);
      case 'augmented_assignment_expression':
        return this.augmentedAssignment(node, at);
      case 'binary_expression':
        return this.operation(node, at);
      case 'unary_op_expression':
        return this.unary(node, at);
      case 'update_expression':
        return this.step(meaningful(node)[0], node.text().includes('--') ? '-' : '+', at);
      case 'conditional_expression':
        return this.conditional(node, at);
      case 'cast_expression':
        return this.cast(node, at);
      case 'match_expression':
        return this.match(node, at);
      case 'anonymous_function':
      case 'anonymous_function_creation_expression':
      case 'arrow_function':
        return { kind: 'function', function: this.closure(node), at };
      case 'yield_expression':
        return this.yielded(node, at);
      case 'print_intrinsic':
        return this.callOf('print', [this.optional(meaningful(node)[0], at)], at);
      case 'exit_statement':
        return this.callOf('exit', this.expressionsIn(node), at);
      case 'throw_expression':
        return unknown([], at);
      case 'parenthesized_expression':
      case 'error_suppression_expression':
      case 'clone_expression':
      case 'by_ref':
        return this.optional(meaningful(node)[0], at);
      default:
        if (INCLUDE.test(kind)) return this.callOf('include', this.expressionsIn(node), at);
        return unknown(this.expressionsIn(node), at);
    }
  }

  /** `yield $value`, `yield $key => $value`, `yield from $others`: put into all that the generator gives. */
  private yielded(node: Syntax, at: Place): Expression {
    const [given] = meaningful(node);
    if (!given || this.scope instanceof GlobalScope) return unknown([], at);
    const isAll = /^yield\s+from\b/.test(node.text());
    const value = this.optional(isAll ? given : meaningful(given).at(-1), at);
    const id = this.scope.own(YIELDED) ?? yieldedVariable(this.ids);
    this.scope.alias(YIELDED, id);
    const before: Expression = { kind: 'variable', id, at };
    const items = [before, value].map((each) => ({ value: each, isSpread: true as const }));
    const all: Expression = isAll ? { kind: 'list', items, at } : this.callOf('[]', [before, value], at);
    // Nobody knows what is sent to the generator.
    return {
      kind: 'sequence',
      parts: [{ kind: 'assign', target: { kind: 'variable', id }, value: all, at }, unknown([], at)],
      at,
    };
  }

  /** `extract($values)` sets each variable of the function for which there is an element. */
  private extracted(node: Syntax, values: Expression, at: Place): Expression {
    const all: Target = { kind: 'variable', id: temporaryVariable(this.ids) };
    const set = namesAround(node, this.made.extracts).map((name): Expression => {
      const variable = this.variable(`$${name}`, at);
      if (variable.kind !== 'variable') return variable;
      const key: Expression = { kind: 'literal', value: name, at };
      const element: Expression = { kind: 'index', object: { kind: 'variable', id: all.id, at }, key, at };
      const value: Expression = { kind: 'choice', then: element, otherwise: variable, at };
      return { kind: 'assign', target: { kind: 'variable', id: variable.id }, value, at };
    });
    return { kind: 'sequence', parts: [{ kind: 'assign', target: all, value: values, at }, ...set], at };
  }

  /** `$b = &$a`: both names mean one variable from here on. */
  private referred(node: Syntax, at: Place): Expression {
    const left = field(node, 'left');
    const value = this.optional(field(node, 'right'), at);
    if (value.kind !== 'variable' || !left || kindOf(left) !== 'variable_name' || this.scope instanceof GlobalScope)
      return this.set(left, value, at);
    this.scope.alias(left.text(), value.id);
    return value;
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? node.child(0)?.text() ?? '';
    return { kind: 'operation', operator, operands: [this.optional(meaningful(node).at(-1), at)], at };
  }

  private expressionsIn(node: Syntax): Expression[] {
    return meaningful(node)
      .filter((child) => !/type$|_modifier$/.test(kindOf(child)))
      .map((child) => this.expression(child));
  }

  private member(node: Syntax, at: Place): Expression {
    const name = field(node, 'name');
    const object = this.optional(field(node, 'object'), at);
    // `$this->$name`: the place that the name says.
    if (name && NAMING.test(kindOf(name))) return { kind: 'index', object, key: this.expression(name), at };
    if (!name || kindOf(name) !== 'name') return unknown([object], at);
    return { kind: 'field', object, name: name.text(), at };
  }

  private staticRead(node: Syntax, at: Place): Expression {
    const [scope, name] = [field(node, 'scope'), field(node, 'name')].map((each) => each?.text() ?? '');
    const owner = this.className(scope!);
    if (!APPLICATIONS.has(`${owner}::${name!}`)) return { kind: 'variable', id: this.staticProperty(node), at };
    return { kind: 'field', object: classImport(owner, at), name: name!, at };
  }

  private staticProperty(node: Syntax): VariableId {
    const scope = field(node, 'scope') ?? meaningful(node)[0]!;
    return this.staticVariable(scope.text(), field(node, 'name')?.text() ?? meaningful(node).at(-1)!.text());
  }

  private staticVariable(scope: string, name: string): VariableId {
    const id = globalVariable(`${this.className(scope)}::${name}`);
    this.ids.captured.add(id);
    return id;
  }

  /** The whole name of the class that a name before `::` or after `new` means. */
  private className(name: string): string {
    const keyword = name.toLowerCase();
    if (keyword === 'self' || keyword === 'static') return this.owner?.name ?? name;
    if (keyword === 'parent') return this.owner?.parent ?? name;
    return this.made.names.classNamed(name);
  }

  private classConstant(node: Syntax, at: Place): Expression {
    const [scope, name] = meaningful(node);
    const constant = name?.text() ?? '';
    if (scope && !/name$|^relative_scope$/.test(kindOf(scope))) return unknown([this.expression(scope)], at);
    const owner = this.className(scope?.text() ?? '');
    if (constant === 'class') return { kind: 'literal', value: owner, at };
    return { kind: 'field', object: classImport(owner, at), name: constant, at };
  }

  private subscript(node: Syntax, at: Place): Expression {
    const [object, key] = meaningful(node);
    const inner = this.optional(object, at);
    if (object?.text() === '$GLOBALS' && key && kindOf(key) === 'string')
      return { kind: 'variable', id: globalVariable(`$${singleQuoted(key)}`), at };
    // The content of an upload does not depend on its name.
    if (object?.text() === '$_FILES') return { kind: 'field', object: inner, name: 'upload', at };
    if (!key) return { kind: 'index', object: inner, key: unknown([], at), at };
    // In a text, a key stands without quotes.
    const isBare = kindOf(key) === 'name' && node.parent()?.kind() === 'encapsed_string';
    return {
      kind: 'index',
      object: inner,
      key: isBare ? { kind: 'literal', value: key.text(), at } : this.expression(key),
      at,
    };
  }

  private functionCall(node: Syntax, at: Place): Expression {
    const callee = field(node, 'function');
    const args = this.arguments(field(node, 'arguments'));
    if (!callee || !/^(?:qualified_|relative_)?name$/.test(kindOf(callee))) {
      const call: Expression = { kind: 'call', callee: this.optional(callee, at), args, at };
      return callee && NAMING.test(kindOf(callee)) ? this.named('function named', callee, call, at) : call;
    }
    const name = callee.text().replace(/^namespace\\/, '');
    if (isCallable(node)) return functionImport(this.made.names.functionsNamed(name), at);
    const simple = name.replace(/^\\/, '').toLowerCase();
    const own = this.languageCall(simple, args, at);
    if (own) return own;
    if (simple === 'extract' && args[0]) return this.extracted(node, args[0].value, at);
    const names = this.made.names.functionsNamed(name);
    // Laravel gives the whole request, or the parameter that is asked for.
    const named = functionImport(simple === 'request' && args.length > 0 ? [...names, PARAMETER_GIVEN] : names, at);
    return this.ofClassGiven(simple, { kind: 'call', callee: named, args: this.withCallable(simple, args), at });
  }

  /** `$work()`, `new $class`, `$object->$method()`: the name decides which code runs. */
  private named(what: string, name: Syntax, call: Expression, at: Place): Expression {
    return { kind: 'sequence', parts: [this.callOf(what, [this.expression(name)], at), call], at };
  }

  /** A function that is named among the arguments, as the function itself. */
  private withCallable(called: string, args: readonly Argument[]): readonly Argument[] {
    const position = positionOfCallable(called);
    return args.map((argument, index) => {
      const callable = index === position ? callableIn(argument.value) : undefined;
      if (callable === undefined) return argument;
      const { at } = argument.value;
      if (callable.kind === 'function') return { value: functionImport([callable.name.replace(/^\\/, '')], at) };
      const object = typeof callable.of === 'string' ? classImport(this.classOfCallable(callable.of), at) : callable.of;
      return { value: { kind: 'own', self: object, name: callable.name, at } };
    });
  }

  /** A text names a class by its whole name. */
  private classOfCallable(name: string): string {
    return /^(?:self|static|parent)$/i.test(name) ? this.className(name) : name.replace(/^\\/, '');
  }

  /** Functions that name, set or read variables of whoever calls them. */
  private languageCall(name: string, args: readonly Argument[], at: Place): Expression | undefined {
    const [first, second, third] = args.map(({ value }) => value);
    switch (name) {
      case 'func_get_args':
      case 'func_get_arg': {
        if (this.scope instanceof GlobalScope) return undefined;
        const all: Expression = { kind: 'variable', id: this.scope.declare(ALL_ARGUMENTS), at };
        return first ? { kind: 'index', object: all, key: first, at } : all;
      }
      case 'empty':
        return { kind: 'operation', operator: '!', operands: [this.filled(first ?? unknown([], at))], at };
      case 'isset':
        return this.callOf(
          name,
          args.map(({ value }) => value),
          at,
        );
      case 'define':
        if (first?.kind !== 'literal' || !second) return undefined;
        return this.constantSet(constantVariable(String(first.value)), second, at);
      case 'printf':
        return this.callOf('echo', [{ kind: 'call', callee: functionImport(['sprintf'], at), args, at }], at);
      case 'compact':
        return {
          kind: 'map',
          entries: args.flatMap(({ value }) =>
            value.kind === 'literal' ? [{ key: value, value: this.variable(`$${value.value}`, at) }] : [],
          ),
          at,
        };
      case 'preg_match':
      case 'preg_match_all': {
        const call = { kind: 'call', callee: functionImport([name], at), args, at } as const;
        if (third?.kind !== 'variable' || !first || !second) return call;
        const groups = this.callOf('preg_match groups', [first, second], at);
        const target: Target = { kind: 'variable', id: third.id };
        // The call is what conditions ask for, and its groups are there whatever it finds.
        const list: Expression = {
          kind: 'list',
          items: [{ value: { kind: 'assign', target, value: groups, at } }],
          at,
        };
        return { ...call, args: [...args.slice(0, 2), { value: list }] };
      }
      case 'parse_str': {
        if (second?.kind !== 'variable' || !first) return undefined;
        const target: Target = { kind: 'variable', id: second.id };
        return { kind: 'assign', target, value: unknown([first], at), at };
      }
      default:
        return undefined;
    }
  }

  /** An element that is not empty is there: `!empty($allowed[$name])`. The names of written keys say nothing. */
  private filled(value: Expression): Expression {
    if (value.kind !== 'index' || value.key.kind === 'literal') return value;
    const { at } = value;
    return { kind: 'operation', operator: '&&', operands: [this.callOf('isset', [value], at), value], at };
  }

  protected constantSet(id: VariableId, value: Expression, at: Place): Expression {
    this.ids.captured.add(id);
    return { kind: 'assign', target: { kind: 'variable', id }, value, at };
  }

  private scopeOf(node: Syntax, at: Place): Expression {
    const scope = field(node, 'scope');
    if (!scope || !/name$|^relative_scope$/.test(kindOf(scope))) return this.optional(scope, at);
    const self = this.scope.find('$this');
    const name = scope.text();
    // `self::run()` and `parent::run()` keep the object where the method is called on one.
    const isOwn = /^(?:self|static)$/i.test(name) && this.owner?.methods.has(field(node, 'name')?.text() ?? '');
    if (self && (isOwn || this.ofParent(node))) return { kind: 'variable', id: self.id, at };
    return classImport(this.className(name), at);
  }

  /** `parent::run()` is called on the object of the method around, and found in what the class extends. */
  private ofParent(node: Syntax): { readonly from: readonly Expression[] } | undefined {
    const scope = field(node, 'scope');
    if (!scope || scope.text().toLowerCase() !== 'parent' || !this.scope.find('$this')) return undefined;
    return { from: [classImport(this.className('parent'), placeOfNode(scope))] };
  }

  private methodCall(node: Syntax, object: Expression, at: Place): Expression {
    const name = field(node, 'name');
    const args = this.arguments(field(node, 'arguments'));
    if (!name || kindOf(name) !== 'name') {
      const any = unknown([object, ...args.map(({ value }) => value)], at);
      return name && NAMING.test(kindOf(name)) ? this.named('method named', name, any, at) : any;
    }
    if (isCallable(node)) return { kind: 'own', self: object, name: name.text(), at };
    const escaping = escapingHelper(name.text(), args[0]?.value);
    if (escaping !== undefined) return functionImport([escaping], at);
    const called = name.text() === '__construct' ? 'constructor' : name.text();
    const callee: Expression = { kind: 'field', object, name: called, ...this.ofParent(node), at };
    return this.ofClassGiven(called, { kind: 'call', callee, args, at });
  }

  /** `app(Users::class)`, `$container->get(Users::class)`: a container gives one of the class. */
  private ofClassGiven(name: string, call: Extract<Expression, { kind: 'call' }>): Expression {
    const given = GIVES_OBJECT.test(name) ? call.args[0]?.value : undefined;
    if (given?.kind !== 'literal' || typeof given.value !== 'string' || !given.value.includes('\\')) return call;
    return { kind: 'typed', value: call, type: classImport(given.value.replace(/^\\/, ''), call.at), at: call.at };
  }

  private creation(node: Syntax, at: Place): Expression {
    const children = meaningful(node);
    const type = children.find((child) => kindOf(child) !== 'arguments');
    const given = children.find((child) => kindOf(child) === 'arguments');
    if (type && kindOf(type) === 'anonymous_class') {
      const own = meaningful(type).find((child) => kindOf(child) === 'arguments');
      return {
        kind: 'call',
        callee: this.classExpression(type, undefined),
        args: this.arguments(own),
        isNew: true,
        at,
      };
    }
    const callee =
      type && /name$|^relative_scope$/.test(kindOf(type)) && kindOf(type) !== 'variable_name'
        ? classImport(this.className(type.text()), at)
        : this.optional(type, at);
    const made: Expression = { kind: 'call', callee, args: this.arguments(given), isNew: true, at };
    return type && NAMING.test(kindOf(type)) ? this.named('class named', type, made, at) : made;
  }

  protected arguments(node: Syntax | undefined): Argument[] {
    return (node ? meaningful(node) : [])
      .filter((argument) => /argument|unpacking/.test(kindOf(argument)))
      .flatMap((argument): Argument[] => {
        const parts = meaningful(argument);
        const value = parts.at(-1);
        if (!value) return [];
        if (kindOf(value) === 'variadic_unpacking')
          return [{ value: this.optional(meaningful(value)[0], placeOfNode(value)), isSpread: true }];
        const name = field(argument, 'name')?.text();
        const given = this.expression(value);
        const fills: Target | undefined = given.kind === 'variable' ? { kind: 'variable', id: given.id } : undefined;
        return [{ value: given, ...(name !== undefined && { name }), ...(fills && { fills }) }];
      });
  }

  private operation(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text();
    if (operator === 'instanceof') return unknown([], at);
    if (operator === '.') return { kind: 'text', parts: this.joined(node), at };
    const union = operator === '+' ? this.union(node, at) : undefined;
    if (union) return union;
    // Flags are joined by `|`: what any of them says holds.
    if (operator === '|')
      return {
        kind: 'choice',
        then: this.optional(field(node, 'left'), at),
        otherwise: this.optional(field(node, 'right'), at),
        at,
      };
    return this.binary(node, at, OPERATORS);
  }

  /** `['a' => 1] + $others`: an array with the entries of both, of which those on the left count. */
  private union(node: Syntax, at: Place): Expression | undefined {
    const sides = [field(node, 'right'), field(node, 'left')].filter((each) => each !== undefined);
    if (!sides.some((each) => kindOf(each) === 'array_creation_expression')) return undefined;
    const entries = sides.flatMap((each) => {
      const value = this.expression(each);
      return value.kind === 'map' ? value.entries : [{ value }];
    });
    return { kind: 'map', entries, at };
  }

  private augmentedAssignment(node: Syntax, at: Place): Expression {
    const left = field(node, 'left');
    const written = (field(node, 'operator')?.text() ?? '.=').slice(0, -1);
    return this.change(left, at, () => {
      const operands = [this.optional(left, at), this.optional(field(node, 'right'), at)];
      return written === '.'
        ? { kind: 'text', parts: operands, at }
        : { kind: 'operation', operator: OPERATORS[written] ?? written, operands, at };
    });
  }

  private conditional(node: Syntax, at: Place): Expression {
    const condition = this.optional(field(node, 'condition'), at);
    const otherwise = this.optional(field(node, 'alternative'), at);
    const body = field(node, 'body');
    return body
      ? { kind: 'choice', condition, then: this.expression(body), otherwise, at }
      : { kind: 'choice', then: condition, otherwise, at };
  }

  private cast(node: Syntax, at: Place): Expression {
    const value = this.optional(field(node, 'value'), at);
    const conversion = CASTS[field(node, 'type')?.text().toLowerCase() ?? ''];
    return conversion === undefined ? value : { ...this.callOf(conversion, [value], at) };
  }

  private match(node: Syntax, at: Place): Expression {
    const subject = this.optional(field(node, 'condition'), at);
    const arms = meaningful(field(node, 'body') ?? node);
    const isTrue = subject.kind === 'literal' && subject.value === true;
    const otherwise = arms.find((arm) => kindOf(arm) === 'match_default_expression');
    const chosen = arms.filter((arm) => kindOf(arm) === 'match_conditional_expression');
    const valueOf = (arm: Syntax): Expression => this.optional(meaningful(arm).at(-1), at);
    if (chosen.length > MAX_ARMS) return unknown([subject, ...arms.map(valueOf)], at);
    return chosen.reduceRight<Expression>(
      (rest, arm) => {
        const conditions = meaningful(meaningful(arm)[0] ?? arm).map((each): Expression => {
          const value = this.expression(each);
          return isTrue ? value : { kind: 'operation', operator: '==', operands: [subject, value], at };
        });
        const condition = conditions.reduce((one, other) => ({
          kind: 'operation',
          operator: '||',
          operands: [one, other],
          at,
        }));
        return { kind: 'choice', condition, then: valueOf(arm), otherwise: rest, at };
      },
      otherwise ? valueOf(otherwise) : unknown([], at),
    );
  }
}
