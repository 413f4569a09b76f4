import type { ClassForm, Expression, Place, Statement } from '../../ir';
import { evaluate } from '../lowering';
import { ROUTES } from './calls';
import { constantText } from './expressions';
import { type Around, constantNamed, viewsOf } from './names';
import { type Parts, RubyMembers, partsOf } from './members';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Calls in a class whose block is read like the body of the class. */
const LIKE_BODY = new RegExp(
  '^(?:included|prepended|namespace|resources?|group|segment|route_param|scope|helpers|configure|with_options|' +
    'concern|version|mounted|(?:class|module)_(?:eval|exec))$',
);
/** Each is looked for among all methods of the class. */
const MAX_ALIASES = 500;
const DELEGATING = /^(?:delegate|def_delegators?|def_instance_delegators?)$/;
const CALLBACK = /^(?:prepend_|append_)?before_(?:action|filter)$/;
/** Classes that every application of Rails has. */
const OF_RAILS =
  /^(?:::)?(?:Application(?:Controller|Record|Mailer|Job)|Action(?:Controller|View|Mailer)::|ActiveRecord::)/;
const ATTRIBUTES = /^(?:attr_(?:accessor|reader|writer)|cattr_accessor|mattr_accessor|class_attribute|attribute)$/;

/** Classes, modules, and what their bodies say. */
export class RubyClasses extends RubyMembers {
  protected definition(node: Syntax): void {
    const name = field(node, 'name')?.text() ?? '';
    const form = this.methodForm(node, name, { ...this.around, method: name });
    this.made.functions.push(form);
    if (this.around.isOfOthers) return;
    this.made.exports.push({ name: `function ${name}`, value: { kind: 'function', function: form, at: form.at } });
  }

  protected declared(node: Syntax): Statement[] {
    const kind = kindOf(node);
    if (kind === 'assignment' || kind === 'operator_assignment') return this.constantSet(node, undefined);
    if (kind === 'singleton_class') return this.block(meaningful(field(node, 'body') ?? node));
    const written = constantText(field(node, 'name') ?? node);
    if (written === undefined) return [];
    const superclass = field(node, 'superclass');
    return this.classDeclared(node, written, superclass && meaningful(superclass)[0], field(node, 'body'));
  }

  private classDeclared(
    node: Syntax,
    written: string,
    base: Syntax | undefined,
    body: Syntax | undefined,
  ): Statement[] {
    const at = placeOfNode(node);
    const nesting = [...this.around.nesting, written.replace(/^::/, '')];
    const bases: Expression[] = [];
    const whole = nesting.join('::');
    const views = viewsOf(whole);
    const around: Around = { nesting, parents: bases, ...(views !== undefined && { views }) };
    const isModule = kindOf(node) === 'module';
    const parts = partsOf(around, isModule, bases);
    const inside = this.within(new Scope(this.ids, undefined), { ...around, isStatic: true });
    // The class is its own `self` in its body.
    const self = inside.scope.declare('self');
    if (base) inside.extends(base, parts, at);
    inside.bodyOf(
      meaningful(body ?? node).filter((child) => body !== undefined || isMember(child)),
      parts,
    );
    const own: Statement = evaluate({
      kind: 'assign',
      target: { kind: 'variable', id: self },
      value: constantNamed(`::${whole}`, [], at),
      at,
    });
    this.finished(parts, whole, at);
    return parts.statements.length === 0 ? [] : [own, ...parts.statements];
  }

  /** `< Base`, `< Struct.new(:name)` */
  private extends(base: Syntax, parts: Parts, at: Place): void {
    if (kindOf(base) === 'call' && this.structure(base, parts)) return;
    const written = constantText(base);
    if (written !== undefined && OF_RAILS.test(written)) this.made.imports.add('rails');
    // The class that extends is not looked in for what it extends.
    if (written !== undefined) parts.bases.push(constantNamed(written, this.around.nesting.slice(0, -1), at));
    else parts.bases.push(this.expression(base));
  }

  private finished(parts: Parts, whole: string, at: Place): void {
    // A concern says what runs before the actions of the controllers that include it.
    const shared = parts.isModule && parts.callbacks.length > 0 ? [this.entry(' before', parts, at, undefined)] : [];
    const actions = viewsOf(whole) === undefined ? shared : this.actions(parts, at);
    const form: ClassForm = {
      id: this.ids.next(),
      name: whole.split('::').at(-1)!,
      bases: parts.bases,
      ...(parts.extended.length !== 0 && { extended: parts.extended }),
      decorators: [],
      methods: [...actions, ...parts.methods],
      fields: parts.constants,
      at,
    };
    this.made.classes.push(form);
    this.made.exports.push({ name: `class ${whole}`, value: { kind: 'class', class: form, at } });
    // Every template has the methods of a helper.
    if (parts.isModule && whole.endsWith('Helper'))
      for (const { name, function: helper } of parts.methods)
        this.made.exports.push({ name: `function ${name}`, value: { kind: 'function', function: helper, at } });
  }

  /** The statements of a class's body. */
  private bodyOf(nodes: readonly Syntax[], parts: Parts): void {
    for (const node of nodes) this.member(node, parts);
  }

  private member(node: Syntax, parts: Parts): void {
    switch (kindOf(node)) {
      case 'method':
        this.addMethod(node, parts, parts.isStatic);
        return;
      case 'singleton_method':
        this.addMethod(node, parts, true);
        return;
      case 'singleton_class': {
        const inner = { ...parts, isStatic: true, visibility: 'public' as const };
        this.bodyOf(meaningful(field(node, 'body') ?? node), inner);
        return;
      }
      case 'class':
      case 'module':
        parts.statements.push(...this.declared(node));
        return;
      case 'assignment':
      case 'operator_assignment':
        parts.statements.push(...this.constantSet(node, parts));
        return;
      case 'identifier':
        this.visibility(node.text(), parts);
        return;
      case 'call':
        this.classCall(node, parts);
        return;
      case 'if':
      case 'unless':
        for (const name of ['consequence', 'alternative']) {
          const branch = field(node, name);
          if (branch) this.bodyOf(meaningful(branch), parts);
        }
        return;
      case 'if_modifier':
      case 'unless_modifier': {
        const body = field(node, 'body');
        if (body) this.member(body, parts);
        return;
      }
      case 'alias':
        this.aliased(meaningful(node), parts);
        return;
      default:
        parts.statements.push(...this.statement(node));
    }
  }

  /** `alias new old`, `alias_method :new, :old` */
  private aliased(names: readonly Syntax[], parts: Parts): void {
    const [name, old] = names.map((each) => each.text().replace(/^:/, ''));
    if (parts.aliases.count++ > MAX_ALIASES) return;
    const known = parts.methods.findLast((each) => each.name === old);
    if (name !== undefined && known) this.put(parts, name, known.function, known.isStatic);
  }

  private visibility(name: string, parts: Parts): void {
    if (name === 'private' || name === 'protected') parts.visibility = 'private';
    if (name === 'public') parts.visibility = 'public';
    if (name === 'module_function') parts.visibility = 'both';
  }

  private addMethod(node: Syntax, parts: Parts, isStatic: boolean, isPrivate = parts.visibility === 'private'): void {
    const name = field(node, 'name')?.text() ?? '';
    const around: Around = {
      ...parts.around,
      method: isStatic ? `self.${name}` : name,
      ...(isStatic && { isStatic: true as const }),
    };
    const shown = `${parts.around.nesting.at(-1)}.${name}`;
    const form = this.methodForm(node, shown, around, { ...(isPrivate && { isHidden: true }) });
    this.put(parts, name, form, isStatic);
    if (parts.visibility === 'both' && !isStatic) this.put(parts, name, form, true);
  }

  /** `NAME = value` */
  private constantSet(node: Syntax, parts: Parts | undefined): Statement[] {
    const left = field(node, 'left');
    const right = field(node, 'right');
    const written = left && constantText(left);
    if (written === undefined || !right) return [evaluate(this.expression(node))];
    const at = placeOfNode(node);
    const classes = this.classOf(right, written);
    if (classes) return classes;
    const value = this.expression(right);
    const whole = [...this.around.nesting, written].join('::');
    this.made.exports.push({ name: `class ${whole}`, value });
    if (parts && value.kind === 'literal') parts.constants.push({ name: written, value, isConstant: true });
    return [evaluate(constantNamed(`::${whole}`, [], at))];
  }

  /** `Point = Struct.new(:x) do … end`, `Failure = Class.new(StandardError)` */
  private classOf(right: Syntax, written: string): Statement[] | undefined {
    if (kindOf(right) !== 'call' || !/^(?:new|define)$/.test(field(right, 'method')?.text() ?? '')) return undefined;
    const maker = field(right, 'receiver')?.text() ?? '';
    const block = field(right, 'block');
    const body = block && field(block, 'body');
    if (maker === 'Class' || maker === 'Module') {
      const list = field(right, 'arguments');
      return this.classDeclared(right, written, list && meaningful(list)[0], body);
    }
    return /^(?:Struct|Data)$/.test(maker) ? this.classDeclared(right, written, right, body) : undefined;
  }

  /** A call in the body of a class: a macro, or a block that a framework runs later. */
  private classCall(node: Syntax, parts: Parts): void {
    const name = field(node, 'method')?.text() ?? '';
    const list = field(node, 'arguments');
    const args = list ? meaningful(list) : [];
    const at = placeOfNode(node);
    const receiver = field(node, 'receiver');
    const block = field(node, 'block');
    if (receiver) {
      parts.statements.push(evaluate(this.expression(node)));
      return;
    }
    const symbols = args.filter((each) => kindOf(each) === 'simple_symbol').map((each) => each.text().slice(1));
    const isPrivate = /^(?:private|protected|private_class_method)$/.test(name);
    if (isPrivate || /^(?:public|module_function|public_class_method|memoize|helper_method)$/.test(name)) {
      this.marked(args, symbols, isPrivate, parts);
      return;
    }
    if (name === 'include' || name === 'prepend') parts.bases.push(...this.modules(args));
    else if (name === 'alias_method') this.aliased(args, parts);
    else if (name === 'extend') this.extending(args, parts);
    else if (ATTRIBUTES.test(name)) for (const each of symbols) this.attribute(each, name !== 'attr_reader', parts, at);
    else if (DELEGATING.test(name)) this.delegating(name, args, symbols, parts, at);
    else if (CALLBACK.test(name)) this.callback(args, symbols, block, parts, at);
    else if (name === 'define_method' && symbols[0] !== undefined) this.defined(symbols[0], args, block, parts, at);
    else if (name === 'scope' && symbols[0] !== undefined && args[1])
      this.scopeDeclared(symbols[0], args[1], parts, at);
    else if (name === 'class_methods' && block) this.blockBody(block, { ...parts, isStatic: true });
    else if (LIKE_BODY.test(name) && block && !field(block, 'parameters')) this.blockBody(block, parts);
    else if (block) this.later(node, name, block, parts, at);
    if (!CALLBACK.test(name) || block) parts.statements.push(evaluate(this.macro(node, at)));
  }

  /** The call itself, which rows may judge by what it gets; its block runs later. */
  private macro(node: Syntax, at: Place): Expression {
    const list = field(node, 'arguments');
    const args = this.arguments(list ? meaningful(list).filter((each) => kindOf(each) !== 'method') : []);
    return { kind: 'call', callee: { kind: 'global', name: field(node, 'method')?.text() ?? '', at }, args, at };
  }

  private blockBody(block: Syntax, parts: Parts): void {
    const body = field(block, 'body');
    if (body) this.bodyOf(meaningful(body), parts);
  }

  /** `private def name`, `private :name`, `private attr_reader :name` */
  private marked(args: readonly Syntax[], symbols: readonly string[], isPrivate: boolean, parts: Parts): void {
    for (const each of args)
      if (kindOf(each).endsWith('method')) this.addMethod(each, parts, kindOf(each) !== 'method', isPrivate);
      else if (kindOf(each) === 'call') this.classCall(each, parts);
    if (!isPrivate) return;
    for (const [index, method] of parts.methods.entries())
      if (symbols.includes(method.name.replace(/^self\./, '')))
        parts.methods[index] = { ...method, function: { ...method.function, isHidden: true } };
  }

  private modules(args: readonly Syntax[]): Expression[] {
    const { nesting } = this.around;
    return args.flatMap((each) => {
      const written = constantText(each);
      return written === undefined ? [] : [constantNamed(written, nesting, placeOfNode(each))];
    });
  }

  /** `delegate :run, to: :job`, `def_delegators :@job, :run`, `def_delegator :@job, :run, :start` */
  private delegating(
    macro: string,
    args: readonly Syntax[],
    symbols: readonly string[],
    parts: Parts,
    at: Place,
  ): void {
    const given = symbols.map((name) => name.replace(/^"|"$/g, ''));
    const to = macro === 'delegate' ? this.namesOf(args, 'to')?.values().next().value : given[0];
    if (to === undefined) return;
    const names = macro === 'delegate' ? given : given.slice(1);
    const isRenamed = macro.endsWith('delegator');
    for (const name of isRenamed ? names.slice(0, 1) : names)
      this.delegated((isRenamed ? names[1] : undefined) ?? name, name, to, parts, at);
  }

  private extending(args: readonly Syntax[], parts: Parts): void {
    parts.extended.push(...this.modules(args.filter((each) => kindOf(each) !== 'self')));
    if (args.some((each) => kindOf(each) === 'self')) {
      parts.visibility = 'both';
      for (const method of [...parts.methods]) this.put(parts, method.name, method.function, true);
    }
  }

  private callback(
    args: readonly Syntax[],
    symbols: readonly string[],
    block: Syntax | undefined,
    parts: Parts,
    at: Place,
  ): void {
    const conditions = { only: this.namesOf(args, 'only'), except: this.namesOf(args, 'except') };
    const limits = {
      ...(conditions.only && { only: conditions.only }),
      ...(conditions.except && { except: conditions.except }),
    };
    for (const name of symbols) parts.callbacks.push({ name, ...limits });
    if (!block) return;
    const name = ` before ${at}`;
    this.defined(name, [], block, parts, at);
    parts.callbacks.push({ name, ...limits });
  }

  /** `only: :show`, `only: %i[show edit]` */
  private namesOf(args: readonly Syntax[], option: string): ReadonlySet<string> | undefined {
    const pair = args.find(
      (each) => kindOf(each) === 'pair' && field(each, 'key')?.text().replace(/^:/, '') === option,
    );
    const value = pair && field(pair, 'value');
    if (!value) return undefined;
    const names = kindOf(value) === 'simple_symbol' ? [value] : meaningful(value);
    return new Set(names.map((each) => each.text().replace(/^:/, '')));
  }

  /** `define_method(:name) { … }` */
  private defined(name: string, args: readonly Syntax[], block: Syntax | undefined, parts: Parts, at: Place): void {
    const body = block ?? args.find((each) => kindOf(each) === 'lambda');
    if (!body) return;
    const around: Around = { ...parts.around, method: name, ...(parts.isStatic && { isStatic: true as const }) };
    this.put(
      parts,
      name,
      this.blockForm(body, `${parts.around.nesting.at(-1)}.${name.trim()}`, around, at),
      parts.isStatic,
    );
  }

  /** `scope :named, ->(name) { where(name: name) }` is a method of the class. */
  private scopeDeclared(name: string, body: Syntax, parts: Parts, at: Place): void {
    if (kindOf(body) !== 'lambda' && kindOf(body) !== 'call') return;
    const lambda = kindOf(body) === 'lambda' ? body : field(body, 'block');
    if (!lambda) return;
    const around: Around = { ...parts.around, method: name, isStatic: true };
    this.put(parts, name, this.blockForm(lambda, `${parts.around.nesting.at(-1)}.${name}`, around, at), true);
  }

  /** A block that a framework runs later with an object of the class: a route, a hook. */
  private later(node: Syntax, name: string, block: Syntax, parts: Parts, at: Place): void {
    const decorators: Expression[] = ROUTES.test(name) ? [{ kind: 'global', name: 'route', at }] : [];
    const form = this.blockForm(block, `${name} of ${parts.around.nesting.at(-1)}`, parts.around, at, { decorators });
    parts.methods.push({ name: ` ${name} ${placeOfNode(node)}`, function: form, isStatic: false });
  }
}

const isMember = (node: Syntax): boolean => !/^(?:constant|scope_resolution|superclass)$/.test(kindOf(node));
