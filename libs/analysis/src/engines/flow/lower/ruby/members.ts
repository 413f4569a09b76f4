import { BLOCK, type ClassForm, type Expression, type FunctionForm, type Place, type Statement } from '../../ir';
import { letsAdministratorsAlone } from '../administrators';
import { evaluate } from '../lowering';
import { RubyMethods, returning } from './methods';
import type { Around } from './names';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

type Method = ClassForm['methods'][number];

/** A method that runs before actions. */
export interface Callback {
  readonly name: string;
  readonly only?: ReadonlySet<string>;
  readonly except?: ReadonlySet<string>;
}

/** The members that the body of a class or module declares, while it is read. */
export interface Parts {
  readonly methods: Method[];
  readonly bases: Expression[];
  readonly extended: Expression[];
  readonly callbacks: Callback[];
  readonly statements: Statement[];
  readonly constants: ClassForm['fields'][number][];
  readonly around: Around;
  readonly isModule: boolean;
  /** How many methods got another name so far. */
  readonly aliases: { count: number };
  visibility: 'public' | 'private' | 'both';
  /** `class << self` */
  isStatic: boolean;
}

export const partsOf = (around: Around, isModule: boolean, bases: Expression[]): Parts => ({
  methods: [],
  bases,
  extended: [],
  callbacks: [],
  statements: [],
  constants: [],
  around,
  isModule,
  aliases: { count: 0 },
  visibility: 'public',
  isStatic: false,
});

/** The methods that a class has without a definition: fields that are read, structures, and what requests run. */
export abstract class RubyMembers extends RubyMethods {
  protected put({ methods }: Parts, name: string, form: FunctionForm, isStatic: boolean): void {
    const own = name === 'initialize' ? 'constructor' : name;
    methods.push({ name: isStatic ? `self.${own}` : own, function: form, isStatic });
  }

  /** `Struct.new(:name, :price)`: a constructor that sets the fields, and what reads them. */
  protected structure(call: Syntax, parts: Parts): boolean {
    if (!/^(?:Struct|Data)$/.test(field(call, 'receiver')?.text() ?? '')) return false;
    const list = field(call, 'arguments');
    const names = (list ? meaningful(list) : [])
      .filter((each) => kindOf(each) === 'simple_symbol')
      .map((each) => each.text().slice(1));
    const at = placeOfNode(call);
    for (const name of names) this.attribute(name, true, parts, at);
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('self');
    const inside = this.within(scope, parts.around);
    const body = names.map((name) =>
      evaluate({
        kind: 'assign',
        target: { kind: 'field', object: inside.self(at)!, name: `@${name}` },
        value: { kind: 'variable', id: scope.declare(name), at },
        at,
      }),
    );
    const parameters = names.map((name) => ({ target: { kind: 'variable' as const, id: scope.declare(name) }, name }));
    const form = this.formOf(`${parts.around.nesting.at(-1)}.initialize`, parameters, body, at, { self });
    parts.methods.push({ name: 'constructor', function: form, isStatic: false });
    return true;
  }

  /** Adds the methods that read and set a field of that name. */
  protected attribute(name: string, isSet: boolean, parts: Parts, at: Place): void {
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('self');
    const inside = this.within(scope, parts.around);
    const object = inside.self(at)!;
    const read: Expression = { kind: 'field', object, name: `@${name}`, at };
    const getter = this.formOf(
      `${parts.around.nesting.at(-1)}.${name}`,
      [],
      [{ kind: 'return', value: read, at }],
      at,
      {
        self,
      },
    );
    parts.methods.push({ name, function: getter, isStatic: false });
    if (!isSet) return;
    const id = scope.declare('value');
    const value: Expression = { kind: 'variable', id, at };
    const set = evaluate({ kind: 'assign', target: { kind: 'field', object, name: `@${name}` }, value, at });
    const parameter = { target: { kind: 'variable' as const, id }, name: 'value' };
    const setter = this.formOf(`${parts.around.nesting.at(-1)}.${name}=`, [parameter], [set], at, { self });
    parts.methods.push({ name: `${name}=`, function: setter, isStatic: false });
  }

  /** Adds a method that calls a method of what another method, or a field, gives. */
  protected delegated(name: string, called: string, to: string, parts: Parts, at: Place): void {
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('self');
    const inside = this.within(scope, parts.around);
    const object: Expression = to.startsWith('@')
      ? inside.variable(to, at)
      : { kind: 'call', callee: inside.own(to, at), args: [], isRead: true, at };
    const id = scope.declare('arguments');
    const block = scope.declare(BLOCK);
    const args = [
      { value: { kind: 'variable' as const, id, at }, isSpread: true as const },
      { value: { kind: 'variable' as const, id: block, at }, name: BLOCK },
    ];
    const call: Expression = { kind: 'call', callee: { kind: 'field', object, name: called, at }, args, at };
    const parameters = [
      { target: { kind: 'variable' as const, id }, name: 'arguments', takes: 'rest' as const },
      { target: { kind: 'variable' as const, id: block }, name: BLOCK, isNamed: true as const },
    ];
    const form = this.formOf(
      `${parts.around.nesting.at(-1)}.${name}`,
      parameters,
      [{ kind: 'return', value: call, at }],
      at,
      { self, isHidden: true },
    );
    this.put(parts, name, form, false);
  }

  /** A block that runs with an object of the class as its `self`. */
  protected blockForm(block: Syntax, name: string, around: Around, at: Place, more: Partial<FunctionForm> = {}) {
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('self');
    const inside = this.within(scope, around);
    const parameters = inside.parameters(field(block, 'parameters'), true);
    const body = field(block, 'body');
    const inner = body && /^(?:block|do_block)$/.test(kindOf(body)) ? field(body, 'body') : body;
    const statements = inner ? inside.block(meaningful(inner), returning) : [];
    return this.formOf(name, parameters, statements, at, { self, ...more });
  }

  /** The code that a request to each public method runs: the callbacks before actions, the method, and its template. */
  protected actions(parts: Parts, at: Place): Method[] {
    const own = parts.methods.filter(({ isStatic, function: form }) => !isStatic && !form.isHidden);
    const before = this.entry(' before', parts, at, undefined);
    const actions = own
      .filter(({ name }) => /^[a-z_]\w*[?!]?$/.test(name) && name !== 'constructor')
      .map((method) => this.entry(method.name, parts, method.function.at, method.name));
    for (const [index, method] of parts.methods.entries())
      if (own.includes(method)) parts.methods[index] = { ...method, function: { ...method.function, isHidden: true } };
    return [...actions, before];
  }

  protected entry(name: string, parts: Parts, at: Place, action: string | undefined): Method {
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('self');
    const inside = this.within(scope, parts.around);
    const object = inside.self(at)!;
    const call = (callee: Expression): Statement => evaluate({ kind: 'call', callee, args: [], at });
    const callbacks = parts.callbacks.filter(({ only, except }) =>
      action === undefined ? only === undefined : (only?.has(action) ?? true) && !except?.has(action),
    );
    const body = [
      ...parts.bases.map((base) => call({ kind: 'own', self: object, from: [base], name: ' before', at })),
      ...callbacks.map((each) => call(inside.own(each.name, at))),
      ...(action === undefined ? [] : [call(inside.own(action, at)), evaluate(inside.viewCall(action, false, [], at))]),
    ];
    const form = this.formOf(`${parts.around.nesting.at(-1)}.${name}`, [], body, at, {
      self,
      ...(action === undefined && { isHidden: true }),
      ...(callbacks.some(({ name }) => letsAdministratorsAlone(name)) && { isForAdministrators: true as const }),
    });
    return { name: action === undefined ? name : ` ${name}`, function: form, isStatic: false };
  }
}
