import type { Expression, Place, Statement } from '../../ir';
import { CCalls } from './calls';
import { nothing, number, own, typeNamed } from './names';
import { type CType, declaredType, isPrototype, neverReturns } from './types';
import { evaluate } from '../lowering';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** A number or a pointer to which its declaration gives no value; attributes may have one given. */
const isUnset = ({ size, to, isReference }: CType, declarator: Syntax): boolean =>
  (size !== undefined || to !== undefined) && !isReference && /^[*\s]*\w+$/.test(declarator.text());

/** Of a number: whether it may be below 0. */
const signOf = ({ size, to, isFloat, isUnsigned }: CType, at: Place): Expression[] =>
  size === undefined || size === 1 || to !== undefined || isFloat ? [] : [number(isUnsigned ? 0 : 1, at)];

const unset = (name: string, at: Place): Expression => own('uninitialised', [{ kind: 'literal', value: name, at }], at);

interface Declared {
  readonly isStatic: boolean;
  readonly isExtern: boolean;
  /** The value of the variable that a condition declares: `if (auto p = f())`. */
  readonly inCondition?: Syntax | undefined;
}

/** Declarations of variables. */
export abstract class CDeclarations extends CCalls {
  abstract statement(node: Syntax): Statement[];
  /** Lowers the type of a declaration, which may itself declare a type. */
  protected abstract typeDeclared(node: Syntax): Statement[];
  /** A variable of the file that no other file knows. */
  protected abstract declareStatic(name: string): string;

  protected placeOf(node: Syntax): Place {
    return placeOfNode(node);
  }

  protected blockScope(): Scope {
    return new Scope(this.ids, this.scope, this.scope.ofFunction);
  }

  /** `T a = 1, *b, c[10];` */
  protected declaration(node: Syntax): Statement[] {
    const written = field(node, 'type');
    // A branch between directives: the grammar takes the keyword for a type.
    if (written?.text() === 'else') this.made.current.isBroken = true;
    const before = written ? this.typeDeclared(written) : [];
    const base = this.writtenType(written);
    const isStatic = meaningful(node).some(
      (child) => kindOf(child) === 'storage_class_specifier' && child.text() === 'static',
    );
    const isExtern = meaningful(node).some(
      (child) => kindOf(child) === 'storage_class_specifier' && child.text() === 'extern',
    );
    const declarators = meaningful(node).filter((child) => /declarator$|^identifier$/.test(kindOf(child)));
    if (neverReturns(node)) for (const each of declarators) this.keepEnding(each);
    return [
      ...before,
      ...declarators.flatMap((each) =>
        this.declared(each, base, { isStatic, isExtern, inCondition: field(node, 'value') }),
      ),
    ];
  }

  /** Other files know the function by this declaration alone, or a library outside of the target has it. */
  private keepEnding(declarator: Syntax): void {
    const { name } = isPrototype(declarator) ? declaredType({}, declarator) : {};
    const at = placeOfNode(declarator);
    if (name !== undefined) this.made.exports.push({ name: `ends ${name}`, value: nothing(at) });
  }

  protected declared(declarator: Syntax, base: CType, { isStatic, isExtern, inCondition }: Declared): Statement[] {
    const at = placeOfNode(declarator);
    if (kindOf(declarator) === 'init_declarator') {
      const bound = field(declarator, 'declarator');
      if (bound && kindOf(bound) === 'structured_binding_declarator')
        return this.bound(bound, field(declarator, 'value'), at);
    }
    const constructed =
      kindOf(declarator) === 'function_declarator' ? this.constructed(declarator, base, at) : undefined;
    if (constructed) return constructed;
    if (isPrototype(declarator)) return [];
    const { name, type } = declaredType(base, declarator);
    if (name === undefined) return [];
    const value = kindOf(declarator) === 'init_declarator' ? field(declarator, 'value') : inCondition;
    if (type.isReference && value) return this.referred(name, type, value, at);
    const isOutside = this.scope.parent === undefined;
    const storage = this.storageOf(type, value, at);
    const lowered = isExtern && !value ? undefined : this.initialOf(type, value, at, isOutside || isStatic);
    const id = isStatic && isOutside ? this.declareStatic(name) : this.scope.declare(name);
    this.made.types.set(id, type);
    if (isOutside && !isStatic) this.made.exports.push({ name: `fn ${name}`, value: { kind: 'variable', id, at } });
    // The next call reads what the last one left there.
    if (isStatic && !isOutside) this.made.shared.add(id);
    this.keepLength(id, lowered);
    const isBoxed = this.isAddressed(name, type) && !isOutside;
    if (isBoxed) this.made.boxed.add(id);
    const first =
      lowered ?? (isUnset(type, declarator) && !isStatic && !isExtern && !isOutside ? unset(name, at) : undefined);
    const box = isBoxed ? own('box', [first ?? nothing(at), ...signOf(type, at)], at) : undefined;
    const whole = box && isStatic ? own('static', [box], at) : (box ?? first);
    return [
      ...storage,
      ...(whole ? [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: whole, at })] : []),
    ];
  }

  /** `std::vector<int> all(count)`: the number says how much memory is taken. */
  private storageOf({ holds }: CType, value: Syntax | undefined, at: Place): Statement[] {
    const isSized = (holds === 'list' || holds === 'text') && value && kindOf(value) === 'argument_list';
    const [first] = isSized ? meaningful(value) : [];
    return first && this.numberType(first)?.size ? [evaluate(own('storage', [this.expression(first)], at))] : [];
  }

  protected initialOf(type: CType, value: Syntax | undefined, at: Place, isStatic: boolean): Expression | undefined {
    const isObject = type.isArray === true || type.holds !== undefined || this.isStructured(type);
    if (!value && !isObject) return undefined;
    const initial = this.initial(type, value, at);
    return isStatic && type.isArray ? own('static', [initial], at) : initial;
  }

  /** Remembers that a variable holds the length of a text. */
  protected keepLength(id: string, value: Expression | undefined): void {
    this.made.lengths.delete(id);
    const call =
      value?.kind === 'call' && value.args.length === 1 && value.callee.kind === 'global'
        ? value.args[0]!.value
        : value;
    if (
      call?.kind === 'call' &&
      call.callee.kind === 'import' &&
      /^fn (?:str|wcs)n?len$/.test(call.callee.module) &&
      call.args[0]
    )
      this.made.lengths.set(id, call.args[0].value);
  }

  protected isAddressed(name: string, type: CType): boolean {
    const { addressed, structured } = this.made.current;
    if (!addressed.has(name) || type.isArray || type.isReference || type.holds !== undefined) return false;
    return !(this.isStructured(type) && (structured.has(name) || this.made.members.has(type.name!)));
  }

  /** `auto [a, b] = value;` */
  protected bound(declarator: Syntax, value: Syntax | undefined, at: Place): Statement[] {
    const lowered = this.optional(value, at);
    const targets = meaningful(declarator).map((name) => ({
      kind: 'variable' as const,
      id: this.scope.declare(name.text()),
    }));
    return [evaluate({ kind: 'assign', target: { kind: 'list', targets }, value: lowered, at })];
  }

  /** `Job job(name);` looks like a function whose parameter has the type `name`. */
  protected constructed(declarator: Syntax, base: CType, at: Place): Statement[] | undefined {
    const list = field(declarator, 'parameters');
    const name = field(declarator, 'declarator');
    const nodes = list ? meaningful(list) : [];
    if (!name || kindOf(name) !== 'identifier' || nodes.length === 0 || this.scope.parent === undefined)
      return undefined;
    const names = nodes.map((each) => (field(each, 'declarator') ? undefined : field(each, 'type')?.text()));
    if (!names.every((each) => each !== undefined && this.scope.find(each))) return undefined;
    const args = names.map((each) => this.name(each!, at));
    const counted = this.made.types.get(this.scope.find(names[0]!)!.id);
    if (base.holds === 'list' && counted?.size !== undefined && !counted.to) {
      const made = { kind: 'variable' as const, id: this.scope.declare(name.text()) };
      this.made.types.set(made.id, base);
      const empty: Expression = { kind: 'list', items: [], at };
      return [evaluate(own('storage', [args[0]!], at)), evaluate({ kind: 'assign', target: made, value: empty, at })];
    }
    const id = this.scope.declare(name.text());
    this.made.types.set(id, base);
    const value: Expression =
      base.name === undefined
        ? base.holds === 'text'
          ? own('copied text', [args[0]!], at)
          : args[0]!
        : {
            kind: 'call',
            callee: typeNamed(base.name, at),
            args: args.map((each) => ({ value: each })),
            isNew: true,
            at,
          };
    return [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at })];
  }

  /** A reference is another name of what it refers to. */
  protected referred(name: string, type: CType, value: Syntax, at: Place): Statement[] {
    const found = kindOf(value) === 'identifier' ? this.scope.find(value.text()) : undefined;
    if (found) {
      this.scope.adopt(name, found.id);
      return [];
    }
    const lowered = this.expression(value);
    const id = this.scope.declare(name);
    this.made.types.set(id, type);
    return [evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: lowered, at })];
  }

  /** `left = right` as a statement, and what is remembered of lengths. */
  protected assigned(node: Syntax): Statement[] {
    const left = field(node, 'left');
    const lowered = this.expression(node);
    const found = left && kindOf(left) === 'identifier' ? this.scope.find(left.text()) : undefined;
    if (found) this.keepLength(found.id, lowered.kind === 'assign' ? lowered.value : undefined);
    return [evaluate(lowered)];
  }
}
