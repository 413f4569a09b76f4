import type { Argument, Expression, Place, Statement, VariableId } from '../../ir';
import { KotlinExpressions, statementsIn } from './expressions';
import { childOf, hasToken, isType, LANGUAGE_FUNCTIONS, nameIn, nameOf, operandsOf, typeName } from './names';
import { suffixPlace } from './places';
import { evaluate } from '../lowering';
import { Scope, temporaryVariable } from '../scope';
import { type Syntax, kindOf, placeOfNode, unknown, written } from '../syntax';

/** A call as it is written: what is called, with which arguments, and the function in braces after them. */
interface WrittenCall {
  readonly callee: Syntax;
  readonly args: readonly Syntax[];
  readonly lambda?: Syntax;
}

/** How a function of the language runs the function in braces that it gets: at once, and once. */
interface AtOnce {
  /** The meaning of `it`: the receiver of the function, or its first argument. */
  readonly it?: true;
  /** The meaning of `this`: the receiver, or a new object of this class. */
  readonly self?: true | string;
  /** The result: what the braces give, what they got, or what they got where they say yes or no. */
  readonly gives: 'value' | 'object' | 'text' | 'where true' | 'where false';
}

/** Functions that are called on an object. */
const ON_OBJECT: Readonly<Record<string, AtOnce>> = {
  let: { it: true, gives: 'value' },
  also: { it: true, gives: 'object' },
  run: { self: true, gives: 'value' },
  apply: { self: true, gives: 'object' },
  use: { it: true, gives: 'value' },
  takeIf: { it: true, gives: 'where true' },
  takeUnless: { it: true, gives: 'where false' },
  runCatching: { self: true, gives: 'value' },
  launch: { gives: 'value' },
  async: { gives: 'value' },
  runOnUiThread: { gives: 'value' },
};

const WITHOUT_OBJECT: Readonly<Record<string, AtOnce>> = {
  run: { gives: 'value' },
  with: { self: true, gives: 'value' },
  buildString: { self: 'StringBuilder', gives: 'text' },
  buildList: { self: 'ArrayList', gives: 'object' },
  buildSet: { self: 'ArrayList', gives: 'object' },
  buildMap: { self: 'HashMap', gives: 'object' },
  ...Object.fromEntries(
    ['sequence', 'flow', 'channelFlow'].map((name) => [name, { self: 'ArrayList', gives: 'object' } as const]),
  ),
  ...Object.fromEntries(
    [
      ...['runBlocking', 'runCatching', 'synchronized', 'withContext', 'coroutineScope', 'supervisorScope', 'launch'],
      ...['async', 'transaction', 'newSuspendedTransaction', 'withTimeout', 'withTimeoutOrNull', 'lazy', 'remember'],
      ...['runOnUiThread', 'measureTimeMillis', 'runTest'],
    ].map((name) => [name, { gives: 'value' } as const]),
  ),
};

const LISTS = new RegExp(
  '^(?:list|mutableList|arrayList|set|mutableSet|hashSet|linkedSet|sortedSet|array|sequence|' +
    '(?:int|byte|long|char|boolean|double|float)Array)Of(?:NotNull)?$',
);
const EMPTY = /^(?:emptyList|emptySet|emptyArray|emptySequence)$/;
const MAPS = /^(?:map|mutableMap|hashMap|linkedMap|sortedMap)Of$|^emptyMap$/;

/** Calls, and what the language makes of functions in braces. */
export abstract class KotlinCalls extends KotlinExpressions {
  protected call(node: Syntax, at: Place): Expression {
    const written = writtenCall(node);
    if (!written) return unknown(this.parts(node), at);
    const { callee, args, lambda } = written;
    if (kindOf(callee) === 'navigation_expression') {
      const result = this.methodCall(callee, args, lambda, at);
      const isParcel = result.kind === 'call' && result.callee.kind === 'field' && PARCELS.test(result.callee.name);
      const type = isParcel ? askedType(node, args) : undefined;
      return type === undefined ? result : { kind: 'typed', value: result, type: this.name(type, at), at };
    }
    if (kindOf(callee) !== 'simple_identifier') return this.plainCall(this.expression(callee), args, lambda, at);
    const name = nameOf(callee);
    const asked = lambda && args.length === 0 && TYPED_ROUTE.test(name) ? askedType(node, args) : undefined;
    if (asked !== undefined) return this.typedRoute(name, lambda!, asked, at);
    if (this.isDeclared(name)) return this.plainCall(this.name(name, at), args, lambda, at);
    return this.ofLanguage(name, args, lambda, at) ?? this.plainCall(this.name(name, at), args, lambda, at);
  }

  private typedRoute(name: string, braces: Syntax, type: string, at: Place): Expression {
    const form = this.lambda(childOf(braces, 'lambda_literal') ?? braces, type);
    const args = [{ value: { kind: 'function', function: form, at } as const }];
    return { kind: 'call', callee: this.name(name, at), args, at };
  }

  private parts = (node: Syntax): Expression[] => operandsOf(node).map((child) => this.expression(child));

  private isDeclared(name: string): boolean {
    if (this.scope.find(name) || this.made.topLevel.has(name)) return true;
    for (let owner = this.owner; owner; owner = owner.outer)
      if (owner.members.has(name) || owner.statics.has(name)) return true;
    return false;
  }

  private plainCall(callee: Expression, args: readonly Syntax[], lambda: Syntax | undefined, at: Place): Expression {
    const name = callee.kind === 'import' ? (callee.name ?? '') : callee.kind === 'field' ? callee.name : '';
    const isNew = /^[A-Z]/.test(name) && { isNew: true as const };
    return { kind: 'call', callee, args: this.arguments(args, lambda), ...isNew, at };
  }

  /** `object.name(…) { … }` */
  private methodCall(callee: Syntax, args: readonly Syntax[], lambda: Syntax | undefined, at: Place): Expression {
    const whole = this.qualified(callee);
    if (whole) return this.plainCall(whole, args, lambda, at);
    const [object, suffix] = operandsOf(callee);
    const name = suffix ? nameIn(suffix) : '';
    const place = suffixPlace(suffix, at);
    const value = this.optional(object, at);
    const how = lambda && Object.hasOwn(ON_OBJECT, name) && !returnsTo(lambda, name) ? ON_OBJECT[name]! : undefined;
    if (how) {
      const isSafe = suffix !== undefined && hasToken(suffix, '?.');
      return isSafe ? this.unlessNull(value, lambda!, how, place) : this.atOnce(value, lambda!, how, place);
    }
    const from = object && kindOf(object) === 'super_expression' ? this.owner?.bases : undefined;
    const field: Expression = { kind: 'field', object: value, name, ...(from && { from }), at: place };
    // Ktor asks the function for the text at once.
    if (lambda && name === 'respondText' && !returnsTo(lambda, name)) {
      const text = this.atOnce(unknown([], place), lambda, { gives: 'value' }, place);
      return { kind: 'call', callee: field, args: [{ value: text }, ...this.arguments(args)], at: place };
    }
    return this.plainCall(field, args, lambda, place);
  }

  /** Calls of functions that the language has without an object. */
  private ofLanguage(
    name: string,
    args: readonly Syntax[],
    lambda: Syntax | undefined,
    at: Place,
  ): Expression | undefined {
    if (lambda && Object.hasOwn(WITHOUT_OBJECT, name) && !returnsTo(lambda, name)) {
      const how = WITHOUT_OBJECT[name]!;
      const [first] = args;
      if (typeof how.self !== 'string') {
        const others = args.slice(how.self ? 1 : 0).map((each) => evaluate(this.expression(valueOf(each))));
        const value = how.self && first ? this.expression(valueOf(first)) : unknown([], at);
        return this.block(others, at, this.atOnce(value, lambda, how, at));
      }
      const callee: Expression = { kind: 'import', module: `.${how.self}`, name: how.self, at };
      return this.atOnce({ kind: 'call', callee, args: [], isNew: true, at }, lambda, how, at);
    }
    if (lambda && name === 'repeat') {
      const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
      const body = this.within(scope).bodyOf(lambda, { it: true, gives: 'value' }, unknown([], at), at);
      return this.block([{ kind: 'loop', condition: unknown([], at), body: [evaluate(body)] }], at);
    }
    if (!LANGUAGE_FUNCTIONS.has(name)) return undefined;
    if (LISTS.test(name) || EMPTY.test(name))
      return {
        kind: 'list',
        items: args.map((each) => ({
          value: this.expression(valueOf(each)),
          ...(isSpread(each) && { isSpread: true as const }),
        })),
        at,
      };
    return MAPS.test(name) ? this.mapOf(args, at) : undefined;
  }

  /** `mapOf("a" to b)` */
  private mapOf(args: readonly Syntax[], at: Place): Expression {
    return {
      kind: 'map',
      entries: args.map((each) => {
        const pair = valueOf(each);
        const [key, named, value] = kindOf(pair) === 'infix_expression' ? operandsOf(pair) : [];
        if (named?.text() !== 'to' || !key || !value) return { value: this.expression(pair) };
        return { key: this.expression(key), value: this.expression(value) };
      }),
      at,
    };
  }

  protected arguments(args: readonly Syntax[], lambda?: Syntax): Argument[] {
    const given = args.map((each): Argument => {
      const name = hasToken(each, '=') ? childOf(each, 'simple_identifier')?.text() : undefined;
      return {
        value: this.expression(valueOf(each)),
        ...(name !== undefined && { name }),
        ...(isSpread(each) && { isSpread: true as const }),
      };
    });
    return lambda ? [...given, { value: this.expression(lambda) }] : given;
  }

  /** `object?.let { … }`: nothing happens where the object is null. */
  private unlessNull(value: Expression, lambda: Syntax, how: AtOnce, at: Place): Expression {
    const [statements, object] = this.kept(value, at);
    const then = this.atOnce(object, lambda, how, at);
    const otherwise: Expression = { kind: 'literal', value: null, at };
    const condition: Expression = { kind: 'operation', operator: '!', operands: [this.isNull(object, at)], at };
    return this.block(statements, at, { kind: 'choice', condition, then, otherwise, at });
  }

  /** The function in braces runs at once: it is no function but a block. */
  private atOnce(value: Expression, lambda: Syntax, how: AtOnce, at: Place): Expression {
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    return this.within(scope).bodyOf(lambda, how, value, at);
  }

  /** The body of the braces in a scope of its own, with what it gets. */
  private bodyOf(lambda: Syntax, how: AtOnce, value: Expression, at: Place): Expression {
    const literal = kindOf(lambda) === 'lambda_literal' ? lambda : childOf(lambda, 'lambda_literal')!;
    const [statements, object] = how.it || how.self ? this.kept(value, at) : [[], unknown([], at)];
    const parameters = childOf(literal, 'lambda_parameters');
    const [parameter] = parameters ? operandsOf(parameters) : [];
    const before: Statement[] = [...statements];
    if (how.it && object.kind === 'variable') {
      if (parameter) {
        const target = this.declared(parameter, this.scope);
        before.push(evaluate({ kind: 'assign', target, value: object, at }));
      } else this.scope.alias('it', object.id);
    }
    const inside = how.self && object.kind === 'variable' ? this.withReceiver(object.id) : this.within(this.scope);
    const nodes = statementsIn(literal);
    if (how.gives === 'value') return this.block(before, at, inside.lastValue(nodes, at));
    if (how.gives === 'where true' || how.gives === 'where false') {
      const nothing: Expression = { kind: 'literal', value: null, at };
      const condition = inside.lastValue(nodes, at);
      const [then, otherwise] = how.gives === 'where true' ? [object, nothing] : [nothing, object];
      return this.block(before, at, { kind: 'choice', condition, then, otherwise, at });
    }
    const after = nodes.flatMap((each) => inside.statement(each));
    const text: Expression = { kind: 'field', object, name: 'toString', at };
    return this.block(
      [...before, ...after],
      at,
      how.gives === 'text' ? { kind: 'call', callee: text, args: [], at } : object,
    );
  }

  /** Where names without a receiver may be of the object, and `this` is it. */
  private withReceiver(id: VariableId): this {
    const receiver = `this@#${this.ids.next()}`;
    this.scope.alias(receiver, id);
    this.scope.alias('this', id);
    return this.within(this.scope, this.owner, [receiver, ...this.receivers]);
  }

  protected whenExpression(node: Syntax, at: Place): Expression {
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    return this.within(scope).choices(node, at);
  }

  private choices(node: Syntax, at: Place): Expression {
    const written = childOf(node, 'when_subject');
    const declared = written && childOf(written, 'variable_declaration');
    const value = written && this.optional(operandsOf(written).at(-1), at);
    const [before, subject] = value ? this.subject(value, declared, at) : [[], undefined];
    const entries = operandsOf(node).filter((child) => kindOf(child) === 'when_entry');
    const isPlain = entries.every((entry) => conditionsOf(entry).every((each) => !kindOf(each).endsWith('_test')));
    const leaves = /\b(?:break|continue)\b/.test(node.text());
    const isSwitch = (isPlain && subject !== undefined && !leaves) || entries.length > MAX_NESTED;
    return this.block(before, at, isSwitch ? this.switched(entries, subject, at) : this.nested(entries, subject, at));
  }

  /** The subject of the conditions: a variable of its own, or one that the code declares. */
  private subject(value: Expression, declared: Syntax | undefined, at: Place): [Statement[], Expression] {
    if (!declared) return this.kept(value, at);
    const id = this.scope.declare(nameIn(declared));
    return [[this.assignTo(id, value, at)], { kind: 'variable', id, at }];
  }

  private nested(entries: readonly Syntax[], subject: Expression | undefined, at: Place): Expression {
    return entries.reduceRight<Expression>(
      (otherwise, entry) => {
        const then = this.bodyValue(childOf(entry, 'control_structure_body'), at);
        const [first, ...others] = conditionsOf(entry).map((each) => this.condition(each, subject));
        if (!first) return then;
        const condition = others.reduce<Expression>(
          (one, other) => ({ kind: 'operation', operator: '||', operands: [one, other], at }),
          first,
        );
        return { kind: 'choice', condition, then, otherwise, at };
      },
      unknown([], at),
    );
  }

  private condition(node: Syntax, subject: Expression | undefined): Expression {
    const at = placeOfNode(node);
    if (!subject) return this.expression(node);
    if (kindOf(node) === 'type_test') return { kind: 'operation', operator: 'is', operands: [subject], at };
    const [only] = operandsOf(node);
    if (kindOf(node) === 'range_test') {
      const operator = hasToken(node, '!in') ? 'not in' : 'in';
      return { kind: 'operation', operator, operands: [subject, this.optional(only, at)], at };
    }
    return { kind: 'operation', operator: '==', operands: [subject, this.expression(node)], at };
  }

  private switched(entries: readonly Syntax[], subject: Expression | undefined, at: Place): Expression {
    const id = temporaryVariable(this.ids);
    return this.block(
      [
        {
          kind: 'switch',
          subject: subject ?? { kind: 'literal', value: true, at },
          cases: entries.map((entry) => ({
            values: conditionsOf(entry).map((each) =>
              kindOf(each).endsWith('_test') ? this.condition(each, subject) : this.expression(each),
            ),
            body: [this.assignTo(id, this.bodyValue(childOf(entry, 'control_structure_body'), at), at)],
            fallsThrough: false,
          })),
        },
      ],
      at,
      { kind: 'variable', id, at },
    );
  }

  protected tryExpression(node: Syntax, at: Place): Expression {
    const id = temporaryVariable(this.ids);
    const statements = this.tryStatement(node, (nodes, inside) => [this.assignTo(id, inside.lastValue(nodes, at), at)]);
    return this.block(statements, at, { kind: 'variable', id, at });
  }

  /** @param body what becomes of the statements of the block and of each handler */
  protected tryStatement(
    node: Syntax,
    body: (nodes: readonly Syntax[], inside: KotlinCalls) => Statement[],
  ): Statement[] {
    const inside = () => this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const last = childOf(node, 'finally_block');
    return [
      {
        kind: 'try',
        body: body(statementsIn(node), inside()),
        handlers: operandsOf(node)
          .filter((child) => kindOf(child) === 'catch_block')
          .map((clause) => {
            const within = inside();
            const name = nameIn(clause);
            const id = name === '' || name === '_' ? undefined : within.scope.declare(name);
            return this.caught(id, 'Throwable', body(statementsIn(clause), within), clause);
          }),
        last: last ? statementsIn(last).flatMap((each) => this.statement(each)) : [],
      },
    ];
  }
}

/** `get<Articles> { articles -> … }`: a route of Ktor for the paths that a class describes. */
const TYPED_ROUTE = /^(?:get|post|put|delete|patch|handle)$/;

/** Longer chains of conditions are not nested: none of them tells anything about the others. */
const MAX_NESTED = 60;

const conditionsOf = (entry: Syntax): readonly Syntax[] =>
  operandsOf(entry)
    .filter((child) => kindOf(child) === 'when_condition')
    .flatMap((child) => operandsOf(child).slice(0, 1));

const isSpread = (argument: Syntax): boolean => childOf(argument, 'spread_expression') !== undefined;

/** The value of an argument, after its name. */
const valueOf = (argument: Syntax): Syntax =>
  kindOf(argument) === 'value_argument' ? (operandsOf(argument).at(-1) ?? argument) : argument;

/** Whether the braces are left before their end: `return@let`. */
const returnsTo = (lambda: Syntax, name: string): boolean => lambda.text().includes(`return@${name}`);

/** `f(…) { … }` is written as the call of a call. */
function writtenCall(node: Syntax): WrittenCall | undefined {
  const [callee, suffix] = operandsOf(node);
  if (!callee || !suffix || kindOf(suffix) !== 'call_suffix') return undefined;
  const list = childOf(suffix, 'value_arguments');
  const lambda = childOf(suffix, 'annotated_lambda');
  const args = argumentsOf(list);
  if (lambda && !list && kindOf(callee) === 'call_expression') {
    const inner = writtenCall(callee);
    if (inner && !inner.lambda) return { ...inner, lambda };
  }
  return { callee, args, ...(lambda && { lambda }) };
}

/** Methods of Android that give an object of the type that the caller names. */
const PARCELS = /^get(?:Parcelable|Serializable)(?:Extra)?(?:Compat)?$/;

/** The name of the type that a call asks for: `get<Uri>(NAME)`, `get(NAME, Uri::class.java)`. */
function askedType(node: Syntax, args: readonly Syntax[]): string | undefined {
  const suffix = childOf(node, 'call_suffix');
  const types = suffix && childOf(suffix, 'type_arguments');
  const [type] = types ? operandsOf(types).flatMap((each) => written(each).filter(isType)) : [];
  if (type) return typeName(type);
  const literal = args
    .map((each) => childOf(valueOf(each), 'callable_reference') ?? valueOf(each))
    .find((each) => kindOf(each) === 'callable_reference' && hasToken(each, 'class'));
  return literal && childOf(literal, 'type_identifier')?.text();
}

export const argumentsOf = (list: Syntax | undefined): readonly Syntax[] =>
  list ? operandsOf(list).filter((child) => kindOf(child) === 'value_argument') : [];
