import { posix } from 'node:path';
import type { Budget } from '../../infrastructure/budget';
import { type Scope, type TextAt, evaluate, memberOf, withNames } from '../evaluate/expressions';
import { policyDocument } from '../evaluate/policy-document';
import { withTypeDefaults } from '../evaluate/type-defaults';
import { UNKNOWN, type Value, isObject, objectOf, toJson } from '../../infrastructure/value';
import type { Block, Expression } from '../syntax/ast';
import type { Module } from './load';

/** The call that gives a module its values; undefined for a module that nobody calls. */
export interface Caller {
  readonly instance: ModuleInstance;
  readonly block: Block;
  /** With `each` and `count` as they are for this call. */
  readonly scope: Scope;
}

const META = new Set(['source', 'version', 'providers', 'count', 'for_each', 'depends_on']);

/** A module with values for its variables. Values are found when they are asked for, each once. */
export class ModuleInstance {
  readonly scope: Scope;
  private readonly values = new Map<string, { readonly value: Value; readonly whole: boolean }>();
  private readonly pending = new Set<string>();
  private readonly byAddress: ReadonlyMap<string, Block>;
  private readonly locals: ReadonlyMap<string, Expression>;
  /** The modules that it calls, by the name of the call, for their outputs. */
  readonly called = new Map<string, ModuleInstance>();

  constructor(
    readonly module: Module,
    readonly caller: Caller | undefined,
    budget: Budget,
    textAt: TextAt,
  ) {
    this.byAddress = new Map(
      module.blocks.filter(({ labels }) => labels.length > 0).map((block) => [addressOf(block), block]),
    );
    this.locals = new Map(
      module.blocks
        .filter(({ type }) => type === 'locals')
        .flatMap(({ body }) => [...body.attributes].map(([name, { value }]) => [name, value] as const)),
    );
    this.scope = {
      budget,
      file: module.folder,
      lookUp: (names) => this.lookUp(names),
      textAt: (path) => textAt(posix.normalize(posix.join(this.root, path))),
    };
  }

  /** The expression of a local value. */
  localExpression(name: string): Expression | undefined {
    return this.locals.get(name);
  }

  /** Whether something asked for the policy of a document. */
  hasFound(type: string, name: string): boolean {
    return this.values.has(`${type}.${name}`);
  }

  block(address: string): Block | undefined {
    return this.byAddress.get(address);
  }

  /** The folder of the outermost caller, where Terraform is run: all paths are relative to it. */
  private get root(): string {
    return this.caller?.instance.root ?? this.module.folder;
  }

  private lookUp(names: readonly string[]): Value | undefined {
    const [root = '', name, ...rest] = names;
    switch (root) {
      case 'var':
        return name === undefined
          ? UNKNOWN
          : members(
              this.once(`var.${name}`, () => this.variable(name)),
              rest,
            );
      case 'local':
        return name === undefined
          ? UNKNOWN
          : members(
              this.once(`local.${name}`, () => this.local(name)),
              rest,
            );
      case 'path':
        return name === 'root'
          ? '.'
          : name === 'module'
            ? posix.relative(this.root, this.module.folder) || '.'
            : UNKNOWN;
      case 'module':
        return name === undefined ? UNKNOWN : this.output(name, rest);
      case 'data':
        return rest[0] === undefined ? UNKNOWN : this.data(name!, rest[0], rest.slice(1));
      case 'each':
      case 'count':
      case 'self':
      case 'terraform':
        return UNKNOWN;
      default:
        return name === undefined ? UNKNOWN : this.attribute(`${root}.${name}`, rest);
    }
  }

  private once(key: string, find: () => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) {
      // Every use of it lacks the same.
      if (!known.whole) this.scope.budget.leaveOut();
      return known.value;
    }
    // A value that depends on itself is unknown.
    if (this.pending.has(key)) return UNKNOWN;
    this.pending.add(key);
    const before = this.scope.budget.leftOut;
    const value = find();
    this.pending.delete(key);
    this.values.set(key, { value, whole: this.scope.budget.leftOut === before });
    return value;
  }

  private local(name: string): Value {
    const expression = this.locals.get(name);
    return expression === undefined ? UNKNOWN : evaluate(expression, this.scope);
  }

  private variable(name: string): Value {
    const body = this.byAddress.get(`variable.${name}`)?.body;
    if (body === undefined) return UNKNOWN;
    const type = body.attributes.get('type')?.value;
    const given = this.given(name);
    const fallback = body.attributes.get('default')?.value;
    const nullable = body.attributes.get('nullable')?.value;
    const refused = given === null && nullable?.kind === 'literal' && nullable.value === false;
    const value = given === undefined || refused ? fallback && evaluate(fallback, this.scope) : given;
    return value === undefined ? UNKNOWN : withTypeDefaults(type, value, this.scope);
  }

  private given(name: string): Value | undefined {
    if (this.caller !== undefined) {
      const argument = META.has(name) ? undefined : this.caller.block.body.attributes.get(name);
      return argument === undefined ? undefined : evaluate(argument.value, this.caller.scope);
    }
    const found = this.module.values
      .map(({ attributes }) => attributes.get(name))
      .findLast((each) => each !== undefined);
    if (found !== undefined) return evaluate(found.value, this.scope);
    return this.module.elsewhere.has(name) ? UNKNOWN : undefined;
  }

  private output(call: string, rest: readonly string[]): Value {
    const instance = this.called.get(call);
    const [name, ...more] = rest;
    if (instance === undefined || name === undefined) return UNKNOWN;
    const output = instance.block(`output.${name}`)?.body.attributes.get('value')?.value;
    if (output === undefined) return UNKNOWN;
    return members(
      instance.once(`output.${name}`, () => evaluate(output, instance.scope)),
      more,
    );
  }

  private data(type: string, name: string, rest: readonly string[]): Value {
    const block = this.byAddress.get(`data.${type}.${name}`);
    if (block === undefined || type !== 'aws_iam_policy_document') return UNKNOWN;
    const path = isRepeated(block) && /^\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
    if (path[0] !== 'json' && path[0] !== 'minified_json') return UNKNOWN;
    return this.once(`data.${type}.${name}`, () =>
      toJson(policyDocument(block, this.scopeOfEach()), this.scope.budget),
    );
  }

  /** The attribute of another resource by its configuration. Attributes that the provider sets are not known. */
  private attribute(address: string, rest: readonly string[]): Value {
    const block = this.byAddress.get(`resource.${address}`);
    if (block === undefined) return UNKNOWN;
    const path = isRepeated(block) ? rest.slice(1) : rest;
    const [name, ...more] = path;
    const attribute = name === undefined ? undefined : block.body.attributes.get(name);
    if (attribute === undefined) return UNKNOWN;
    return members(
      this.once(`${address}.${name}`, () => evaluate(attribute.value, this.scopeOfEach())),
      more,
    );
  }

  private scopeOfEach(): Scope {
    return withNames(this.scope, { each: UNKNOWN, count: UNKNOWN });
  }
}

export const isRepeated = ({ body }: Block): boolean => body.attributes.has('count') || body.attributes.has('for_each');

const members = (value: Value, names: readonly string[]): Value =>
  names.reduce<Value>((of, name) => memberOf(of, name), value);

/** `resource.aws_s3_bucket.logs`, `data.…`, `variable.name`. */
const addressOf = ({ type, labels }: Block): string => [type, ...labels].join('.');

/** `each` and `count` as they are in one repetition. */
export const repetition = (scope: Scope, key: Value, value: Value): Scope =>
  withNames(scope, {
    each: objectOf([
      ['key', key],
      ['value', value],
    ]),
    count: objectOf([['index', isObject(key) ? UNKNOWN : key]]),
  });
