import { type Argument, BLOCK, type Expression, type Place } from '../../ir';
import { PRINTED, PRINTED_RAW } from './erb';
import { RubyExpressions } from './expressions';
import { constantNamed, wholeName } from './names';
import { callParts, pairParts } from './syntax';
import { type Syntax, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Methods that change the text that they are called on. */
const CHANGING =
  /^(?:concat|push|append|prepend|insert|replace|gsub!|sub!|tr!|strip!|chomp!|squeeze!|downcase!|upcase!)$/;
const SENDING = /^(?:send|public_send|__send__|try|try!)$/;
/** Methods by which programs say what answers requests to a path. */
export const ROUTES = /^(?:get|post|put|patch|delete|options|head|route)$/;
/** Calls that run a block as the body of a class: `page.class_eval do`, `Class.new(Page) do`, `describe Page do`. */
const OPENING = /^(?:(?:class|module|instance)_(?:eval|exec)|new|define|describe|context|feature)$/;
/** Options of `render` that choose something else than a template. */
const OTHER_RENDERING = new Set(['json', 'plain', 'html', 'inline', 'body', 'xml', 'text', 'js', 'nothing', 'file']);

/** Calls with their arguments and blocks. */
export abstract class RubyCalls extends RubyExpressions {
  protected call(node: Syntax, at: Place): Expression {
    const { receiver, method } = callParts(node);
    const name = method ? method.text() : 'call';
    if (method && kindOf(method) === 'super') return this.superCall(node, at);
    if (receiver) return this.messageTo(node, receiver, name, at);
    const isRoute = ROUTES.test(name) && this.around.nesting.length === 0;
    const args = this.argumentsOf(node, isRoute ? [{ kind: 'global', name: 'route', at }] : []);
    const special = this.languageCall(name, args, at);
    return special ?? this.ownCall(name, args, at);
  }

  private ownCall(name: string, args: readonly Argument[], at: Place): Expression {
    const callee = this.own(name, at);
    return { kind: 'call', callee, args, ...(args.length === 0 && { isRead: true as const }), at };
  }

  private messageTo(node: Syntax, receiver: Syntax, name: string, at: Place): Expression {
    const isSelf = kindOf(receiver) === 'self';
    if (isSelf && name === 'class') return constantNamed(`::${wholeName(this.around)}`, [], at);
    const object = this.expression(receiver);
    const args = this.argumentsOf(node);
    const field = this.fieldNamed(object, name, args, at);
    if (field) return field;
    const block = args.find((each) => each.name === BLOCK)?.value;
    if (name === 'new' && block && receiver.text() === 'Proc') return block;
    if (name === 'new') return { kind: 'call', callee: object, args, isNew: true, at };
    const sent = this.sent(name, args);
    const called = sent?.name ?? name;
    const callee: Expression = isSelf ? this.own(called, at) : { kind: 'field', object, name: called, at };
    const given = sent?.args ?? args;
    const call: Expression = { kind: 'call', callee, args: given, ...(given.length === 0 && { isRead: true }), at };
    return CHANGING.test(name) ? this.changed(receiver, call, at) : call;
  }

  /** `instance_variable_set("@#{name}", value)`, `send("#{name}=", value)`: a field whose name is worked out. */
  private fieldNamed(
    object: Expression | undefined,
    method: string,
    [first, second]: readonly Argument[],
    at: Place,
  ): Expression | undefined {
    if (!object || !first) return undefined;
    const key = first.value;
    if (method === 'instance_variable_get') return { kind: 'index', object, key, at };
    const isSetter = SENDING.test(method) && key.kind === 'text' && endsWithEquals(key.parts);
    if ((method !== 'instance_variable_set' && !isSetter) || !second) return undefined;
    return {
      kind: 'assign',
      target: { kind: 'index', object, key: isSetter ? unknown([], at) : key },
      value: second.value,
      at,
    };
  }

  /** `object.send(:name, value)` is `object.name(value)`. */
  private sent(name: string, [first, ...args]: readonly Argument[]): { name: string; args: Argument[] } | undefined {
    if (!SENDING.test(name) || first?.value.kind !== 'literal' || typeof first.value.value !== 'string')
      return undefined;
    return { name: first.value.value, args };
  }

  /** Calls without a receiver that mean something of their own. */
  private languageCall(name: string, args: readonly Argument[], at: Place): Expression | undefined {
    const [first] = args;
    const literal = first?.value.kind === 'literal' ? first.value.value : undefined;
    const sent = this.sent(name, args);
    if (sent) return this.ownCall(sent.name, sent.args, at);
    const field = this.fieldNamed(this.self(at), name, args, at);
    if (field) return field;
    switch (name) {
      case 'lambda':
      case 'proc':
        return args.find((each) => each.name === BLOCK)?.value;
      case 'method':
        return typeof literal === 'string' ? this.own(literal, at) : undefined;
      case 'new': {
        const self = this.self(at);
        return this.around.isStatic && self ? { kind: 'call', callee: self, args, isNew: true, at } : undefined;
      }
      case 'require':
      case 'gem':
        if (typeof literal === 'string') this.made.imports.add(literal.split('/')[0]!);
        return undefined;
      case PRINTED:
      case PRINTED_RAW:
        return {
          kind: 'call',
          callee: { kind: 'global', name: name === PRINTED ? 'ERB.printed' : 'ERB.raw', at },
          args,
          at,
        };
      case 'render':
      case 'erb':
      case 'haml':
      case 'slim':
        return this.rendered(name, args, at);
      default:
        return undefined;
    }
  }

  /** `render :edit`, `render "posts/form", post: post`: the template has the instance variables of whoever renders. */
  private rendered(name: string, args: readonly Argument[], at: Place): Expression {
    const call = this.ownCall(name, args, at);
    const isOther = args[0]?.name !== undefined;
    if (isOther && args.some((each) => each.name !== undefined && OTHER_RENDERING.has(each.name))) return call;
    const chosen = args.find(
      ({ name: option }) => option !== undefined && /^(?:action|template|partial)$/.test(option),
    );
    const [first] = args;
    const template = (chosen ?? (first?.name === undefined ? first : undefined))?.value;
    if (template?.kind !== 'literal' || typeof template.value !== 'string') return call;
    const isPartial = chosen ? chosen.name === 'partial' : this.around.locals !== undefined;
    const locals = args.filter((each) => each.name !== undefined && each !== chosen);
    return unknown([call, this.viewCall(template.value, isPartial, locals, at)], at);
  }

  /** Runs a template, by its name. */
  protected viewCall(name: string, isPartial: boolean, locals: readonly Argument[], at: Place): Expression {
    const [file, ...folders] = name.split('/').reverse();
    const folder = folders.length > 0 ? folders.reverse().join('/') : (this.around.views ?? '');
    const path = `${folder === '' ? '' : `${folder}/`}${isPartial ? '_' : ''}${file}`;
    return { kind: 'call', callee: this.own(`view ${path}`, at), args: locals, at };
  }

  /** @param decorators what a framework says of the block */
  protected argumentsOf(node: Syntax, decorators: readonly Expression[] = []): Argument[] {
    const { method, args: list, block } = callParts(node);
    const args = this.arguments(list ? meaningful(list) : []);
    if (!block) return args;
    const opens = method !== undefined && OPENING.test(method.text());
    const inside = opens ? this.within(this.scope, { ...this.around, isOfOthers: true }) : this;
    return [...args, { name: BLOCK, value: inside.function(block, 'a block', decorators) }];
  }

  protected arguments(nodes: readonly Syntax[]): Argument[] {
    const pairs = nodes.filter((each) => kindOf(each) === 'pair');
    const isMap = pairs.some((pair) => keyOf(pair) === undefined);
    const args = nodes.flatMap((node): Argument[] => {
      const at = placeOfNode(node);
      switch (kindOf(node)) {
        case 'pair':
          return isMap ? [] : [{ name: keyOf(node)!, value: this.pairValue(node) }];
        case 'splat_argument':
        case 'hash_splat_argument':
          return [{ value: this.optional(meaningful(node)[0], at), isSpread: true }];
        case 'forward_argument':
          return [{ value: this.named('...', at), isSpread: true }];
        case 'block_argument':
          return [{ name: BLOCK, value: this.blockArgument(meaningful(node)[0], at) }];
        case 'heredoc_body':
          return [];
        default:
          return [{ value: this.expression(node) }];
      }
    });
    return isMap ? [...args, { value: this.map(pairs, placeOfNode(pairs[0]!)) }] : args;
  }

  /** `&:name` calls the method of that name on what it gets. */
  private blockArgument(node: Syntax | undefined, at: Place): Expression {
    if (!node) return this.named(BLOCK, at);
    if (kindOf(node) !== 'simple_symbol') return this.expression(node);
    const id = this.scope.declare(` each ${at}`);
    const object: Expression = { kind: 'variable', id, at };
    const form = {
      id: this.ids.next(),
      file: this.file,
      name: node.text(),
      parameters: [{ target: { kind: 'variable', id }, name: 'each' }],
      body: [{ kind: 'return', value: this.method(object, node.text().slice(1), [], at), at }],
      decorators: [],
      at,
    } as const;
    return { kind: 'function', function: form, at };
  }

  /** `super` calls the method of the same name of a parent, with the same arguments where it has none. */
  protected superCall(node: Syntax | undefined, at: Place): Expression {
    const { method, parents } = this.around;
    const self = this.self(at);
    const args = node ? this.argumentsOf(node) : this.sameArguments(at);
    if (method === undefined || !self)
      return unknown(
        args.map(({ value }) => value),
        at,
      );
    const name = method === 'initialize' ? 'constructor' : method.replace(/^self\./, '');
    return { kind: 'call', callee: { kind: 'own', self, from: parents, name, at }, args, at };
  }

  /** The parameters of the method around. */
  protected abstract sameArguments(at: Place): Argument[];

  /** `yield value` calls the block of the method. */
  protected yielded(node: Syntax, at: Place): Expression {
    const [list] = meaningful(node);
    const args = this.arguments(list ? meaningful(list) : []);
    const block = this.scope.find(BLOCK);
    if (!block)
      return unknown(
        args.map(({ value }) => value),
        at,
      );
    return { kind: 'call', callee: { kind: 'variable', id: block.id, at }, args, at };
  }

  protected named(name: string, at: Place): Expression {
    const found = this.scope.find(name === '_1' ? 'it' : name);
    if (found) return { kind: 'variable', id: found.id, at };
    if (name === '__FILE__' || name === '__dir__') return { kind: 'literal', value: `/${this.file}`, at };
    if (name === 'new' && this.around.isStatic) return this.languageCallOf(name, at);
    const own = this.ownCall(name, [], at);
    const { locals } = this.around;
    if (locals === undefined) return own;
    const object: Expression = { kind: 'variable', id: locals, at };
    const given: Expression = { kind: 'index', object, key: { kind: 'literal', value: name, at }, at };
    return { kind: 'choice', then: given, otherwise: own, at };
  }

  private languageCallOf(name: string, at: Place): Expression {
    const self = this.self(at);
    return self && name === 'new'
      ? { kind: 'call', callee: self, args: [], isNew: true, at }
      : this.ownCall(name, [], at);
  }
}

const endsWithEquals = (parts: readonly Expression[]): boolean => {
  const last = parts.at(-1);
  return last?.kind === 'literal' && last.value === '=';
};

/** The name of a pair's key where it is a constant. */
function keyOf(pair: Syntax): string | undefined {
  const [key] = pairParts(pair);
  switch (key && kindOf(key)) {
    case 'hash_key_symbol':
      return key!.text();
    case 'simple_symbol':
      return key!.text().slice(1);
    case 'string':
      return meaningful(key!).every((part) => kindOf(part) === 'string_content')
        ? meaningful(key!)
            .map((part) => part.text())
            .join('')
        : undefined;
    default:
      return undefined;
  }
}
