import type { Argument, Expression, Place } from '../../ir';
import { CExpressions, inOrder } from './expressions';
import { named, nothing, number, own, typeNamed } from './names';
import { unwrapped } from './places';
import { temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, unknown } from '../syntax';

/** Functions that give back what they get. */
const SAME = /^(?:move|forward|ref|cref|as_const|exchange|to_address)$/;
const MAKES = /^(?:make_unique|make_shared)$/;
const CASTS = /^(?:static|reinterpret|const|dynamic)_cast$/;
const TEXT_MADE = /^(?:string|wstring|string_view|to_string|u8string|regex|wregex|path)$/;
/** Methods of texts and of pointers that give back what they are called on. */
const ITSELF: Readonly<Record<string, readonly string[]>> = {
  text: ['c_str', 'data', 'str', 'begin'],
  writer: ['str', 'c_str', 'view'],
  pointer: ['get', 'value', 'release', 'operator->', 'lock'],
};
const APPENDING = /^(?:append|push_back|insert|operator\+=)$/;
/** Methods of collections by the names that the interpreter knows them by. */
const METHODS: Readonly<Record<string, string>> = {
  push_back: 'push',
  emplace_back: 'push',
  push_front: 'unshift',
  emplace_front: 'unshift',
  push: 'push',
  insert: 'push',
  emplace: 'push',
  insert_or_assign: 'set',
  count: 'has',
  contains: 'has',
};
/** Functions that change what an argument points to: they get even the address of a field as a place of its own. */
const FILLING = /^(?:f|s|v|vs|vf)?scanf(?:_s)?$|^(?:fread|read|recv|recvfrom|memcpy|getline)$/;

/** Calls of C and C++. */
export abstract class CCalls extends CExpressions {
  protected call(node: Syntax, at: Place): Expression {
    const written = field(node, 'function');
    const nodes = meaningful(field(node, 'arguments') ?? node);
    if (!written) return nothing(at);
    if (kindOf(written) === 'field_expression') return this.method(written, nodes, at);
    const callee = unwrapped(written);
    const name = nameOfCallee(callee);
    const [first] = nodes;
    const template = templateOf(callee);
    if (name === 'dynamic_cast' && template && first && this.writtenType(meaningful(template)[0]).to)
      return own('dynamic', [this.expression(first)], at);
    if (CASTS.test(name) && template)
      return this.converted(this.optional(first, at), this.writtenType(meaningful(template)[0]), at);
    if (MAKES.test(name) && template) {
      const type = this.writtenType(meaningful(template)[0]);
      return type.name === undefined
        ? unknown(
            nodes.map((each) => this.expression(each)),
            at,
          )
        : { kind: 'call', callee: typeNamed(type.name, at), args: this.args(nodes), isNew: true, at };
    }
    if (SAME.test(name) && first && nodes.length === 1 && /std|::/.test(callee.text())) return this.expression(first);
    if (TEXT_MADE.test(name) && first && !this.scope.find(name))
      return name === 'to_string'
        ? own('byte', [this.expression(first)], at)
        : this.copiedText(this.expression(first), first, at);
    if (kindOf(callee) === 'primitive_type')
      return this.converted(this.optional(first, at), this.writtenType(callee), at);
    const isType = kindOf(callee) === 'identifier' && this.made.members.has(name);
    if (isType) return { kind: 'call', callee: typeNamed(name, at), args: this.args(nodes), isNew: true, at };
    // The interpreter knows a whole match by its name in other languages.
    if (name === 'regex_match' && nodes.length === 2)
      return { kind: 'call', callee: named('fullmatch', at), args: this.args([nodes[1]!, nodes[0]!]), at };
    if (name === 'getline' && nodes.length >= 2 && !first!.text().startsWith('&'))
      return this.readInto(nodes[1]!, this.source(first!, at), at);
    return this.plainCall(callee, name, nodes, at);
  }

  private plainCall(callee: Syntax, name: string, nodes: readonly Syntax[], at: Place): Expression {
    const after: Expression[] = [];
    const args = nodes.map((each): Argument => this.argument(each, FILLING.test(name), after));
    const lowered = this.callee(callee, name, at);
    const call: Expression = { kind: 'call', callee: lowered, args, at };
    // The variable itself is the released block from now on, also where nothing was known of it.
    const released = (name === 'free' || name === 'g_free') && nodes.length === 1 ? nodes[0] : undefined;
    if (released) return this.made.again.isAgain ? call : this.setAgain(released, call, at);
    if (after.length === 0) return call;
    const kept = temporaryVariable(this.ids);
    const variable: Expression = { kind: 'variable', id: kept, at };
    const keep: Expression = { kind: 'assign', target: { kind: 'variable', id: kept }, value: call, at };
    return inOrder([keep, ...after, variable], at);
  }

  private callee(callee: Syntax, name: string, at: Place): Expression {
    const owner = this.made.current.owner;
    if (kindOf(callee) !== 'identifier' || this.scope.find(name) || !owner) return this.expression(callee);
    if (owner.methods.has(name)) return { kind: 'field', object: this.self(at), name, at };
    const plain = named(name, at);
    if (owner.fields !== undefined || this.made.defined.has(name)) return plain;
    // The class stands in another file: it may have a method of the name.
    return { kind: 'choice', then: { kind: 'field', object: this.self(at), name, at }, otherwise: plain, at };
  }

  private args(nodes: readonly Syntax[]): Argument[] {
    return nodes.map((each) => ({ value: this.expression(each) }));
  }

  /** @param after what is to be done when the call is over */
  private argument(node: Syntax, isFilling: boolean, after: Expression[]): Argument {
    const inner = unwrapped(node);
    const at = this.placeOf(node);
    const target = kindOf(inner) === 'pointer_expression' ? field(inner, 'argument') : undefined;
    const isField = target && inner.text().startsWith('&') && this.isMemberPlace(unwrapped(target));
    const type = isField ? this.typeOf(target) : undefined;
    const isSet = isField && !this.isStructured(type) && !type?.isArray && (type !== undefined || isFilling);
    if (!isSet || this.made.again.isAgain) return { value: this.expression(node) };
    const box = temporaryVariable(this.ids);
    const variable: Expression = { kind: 'variable', id: box, at };
    const boxed = own('box', [this.expression(target)], at);
    after.push(this.setAgain(target, { kind: 'index', object: variable, key: number(0, at), at }, at));
    return { value: { kind: 'assign', target: { kind: 'variable', id: box }, value: boxed, at } };
  }

  /** Whether it is a field, and no variable of its own. */
  private isMemberPlace(node: Syntax): boolean {
    if (kindOf(node) === 'field_expression') return true;
    return kindOf(node) === 'identifier' && this.name(node.text(), this.placeOf(node)).kind === 'field';
  }

  protected abstract placeOf(node: Syntax): Place;

  /** `object.name(arguments)` */
  private method(written: Syntax, nodes: readonly Syntax[], at: Place): Expression {
    const object = field(written, 'argument');
    const name = field(written, 'field');
    const method = (name && (field(name, 'name') ?? name).text()) ?? '';
    if (!object) return nothing(at);
    const holds = this.typeOf(object)?.holds;
    if (holds !== undefined && ITSELF[holds]?.includes(method)) return this.expression(object);
    if (method === 'c_str' && nodes.length === 0) return this.expression(object);
    if (holds === 'text' && APPENDING.test(method)) {
      const operands = [
        this.expression(object),
        ...nodes.slice(method === 'insert' ? 1 : 0, 2).map((each) => this.expression(each)),
      ];
      return this.set(object, { kind: 'operation', operator: 'add', operands: operands.slice(0, 2), at }, at);
    }
    if (/^(?:resize|reserve)$/.test(method) && (holds === 'list' || holds === 'text') && nodes[0])
      return own('storage', [this.expression(nodes[0])], at);
    if (method === 'assign' && nodes[0]) return this.set(object, this.expression(nodes[0]), at);
    if (method === 'reset') return this.set(object, this.optional(nodes[0], at), at);
    if ((method === 'at' || method === 'front') && holds !== undefined)
      return {
        kind: 'index',
        object: this.expression(object),
        key: nodes[0] ? this.expression(nodes[0]) : number(0, at),
        at,
      };
    const known = holds === 'list' || holds === 'map' || Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    const isFollowed = field(written, 'operator')?.text() === '->';
    const callee: Expression = {
      kind: 'field',
      object: this.expression(object),
      name: known ?? method,
      ...(isFollowed && { isFollowed }),
      at,
    };
    return { kind: 'call', callee, args: this.args(nodes), at };
  }

  protected override binary(node: Syntax, at: Place, names: Readonly<Record<string, string>> = {}): Expression {
    const operator = field(node, 'operator')?.text();
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    // The grammar takes `new T*[n]` for a product.
    if (operator === '*' && left && kindOf(left) === 'new_expression') return own('new[]', [], at);
    if (left && right && /^[-+*/]$/.test(operator ?? '') && [left, right].some((each) => this.isFraction(each)))
      return own('fraction', [this.expression(left), this.expression(right), number(operator === '/' ? 1 : 0, at)], at);
    return this.streamed(node, at) ?? super.binary(node, at, names);
  }

  /** Fractions may be divided by zero. */
  private isFraction(node: Syntax): boolean {
    const inner = unwrapped(node);
    if (kindOf(inner) === 'number_literal') return /[.eE]/.test(inner.text()) && !/^0x/i.test(inner.text());
    if (kindOf(inner) === 'binary_expression')
      return ['left', 'right'].some((side) => field(inner, side) && this.isFraction(field(inner, side)!));
    return this.typeOf(inner)?.isFloat === true;
  }

  /** `out << a << b` and `in >> a >> b`; undefined where the first one is no stream. */
  private streamed(node: Syntax, at: Place): Expression | undefined {
    const operator = field(node, 'operator')?.text();
    if (operator !== '<<' && operator !== '>>') return undefined;
    const operands: Syntax[] = [];
    let first: Syntax | undefined = node;
    for (; first && kindOf(first) === 'binary_expression' && field(first, 'operator')?.text() === operator; ) {
      const right = field(first, 'right');
      if (right) operands.unshift(right);
      first = field(first, 'left');
    }
    if (!first) return undefined;
    const holds = this.typeOf(first)?.holds;
    const isInput = /^(?:std::)?w?cin$/.test(first.text()) || holds === 'reader' || holds === 'writer';
    if (operator === '>>')
      return isInput
        ? inOrder(
            operands.map((each) => this.readInto(each, this.source(first!, at), at)),
            at,
          )
        : undefined;
    if (holds === 'writer')
      return this.set(
        first,
        operands.reduce<Expression>(
          (left, right) => ({ kind: 'operation', operator: 'add', operands: [left, this.expression(right)], at }),
          this.expression(first),
        ),
        at,
      );
    if (!/^(?:std::)?w?(?:cout|cerr|clog)$/.test(first.text())) return undefined;
    return unknown(
      operands.map((each) => this.expression(each)),
      at,
    );
  }

  /** The value that is read from a stream. */
  protected source(stream: Syntax, at: Place): Expression {
    const name = stream.text().replace(/^std::/, '');
    if (name === 'cin' || name === 'wcin') return named('cin', at);
    const type = this.typeOf(stream);
    return type?.holds === 'reader' ? named('ifstream', at) : this.expression(stream);
  }

  /** `in >> place` */
  protected readInto(target: Syntax, value: Expression, at: Place): Expression {
    const type = this.typeOf(target);
    if (type?.isArray || type?.to) return own('read word', [this.expression(target), value], at);
    return this.set(target, this.shaped(value, type, at), at);
  }

  /** `new T(arguments)`, `new T[n]` */
  protected construction(node: Syntax, at: Place): Expression {
    const type = this.writtenType(field(node, 'type'));
    const declarator = field(node, 'declarator');
    const size = declarator && meaningful(declarator)[0];
    if (declarator || /^new\s+[\w:<>,\s*]*\[/.test(node.text()) || isOfPointers(node))
      return own('new[]', [this.optional(size, at), this.sizeOf(type, at)], at);
    const nodes = meaningful(field(node, 'arguments') ?? node).filter(
      (each) => field(node, 'arguments') || !/type/.test(kindOf(each)),
    );
    const args = field(node, 'arguments') ? this.args(nodes) : [];
    if (type.name === undefined)
      return own(
        'new',
        [
          own(
            'box',
            args.map(({ value }) => value),
            at,
          ),
          this.sizeOf(type, at),
        ],
        at,
      );
    return own('new', [{ kind: 'call', callee: typeNamed(type.name, at), args, isNew: true, at }], at);
  }
}

/** The grammar ends `new T*[n]` before the star, and takes what follows for an error. */
function isOfPointers(node: Syntax): boolean {
  const declarator = node.parent();
  const after = declarator?.parent()?.children() ?? [];
  const next = after[after.findIndex((each) => each.id() === declarator?.id()) + 1];
  return declarator !== null && next !== undefined && kindOf(next) === 'ERROR' && /^\*+\s*\[/.test(next.text());
}

/** The name by which a function is called, without the namespaces before. */
export function nameOfCallee(node: Syntax): string {
  let name = node;
  while (kindOf(name) === 'qualified_identifier' || kindOf(name) === 'template_function')
    name = field(name, 'name') ?? name.child(0)!;
  return name.text();
}

function templateOf(node: Syntax): Syntax | undefined {
  let name: Syntax | undefined = node;
  while (name && kindOf(name) === 'qualified_identifier') name = field(name, 'name');
  return name && kindOf(name) === 'template_function' ? field(name, 'arguments') : undefined;
}
