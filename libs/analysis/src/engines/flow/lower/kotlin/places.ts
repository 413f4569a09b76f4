import type { Expression, Place, Statement, Target, VariableId } from '../../ir';
import { LANGUAGE_FUNCTIONS, type MadeOfKotlin, type Owner, childOf, declaredType } from './names';
import { nameIn, operandsOf, typeName, unescaped } from './names';
import { Lowering, evaluate } from '../lowering';
import { type Ids, Scope, temporaryVariable } from '../scope';
import { type Syntax, kindOf, placeOfNode, unknown, written } from '../syntax';

/** Resolves names, and the places that they lead to. */
export abstract class KotlinPlaces extends Lowering<MadeOfKotlin> {
  constructor(
    file: string,
    ids: Ids,
    scope: Scope,
    made: MadeOfKotlin,
    protected readonly owner?: Owner,
    /** The objects that names without a receiver may be of: inner ones first, by their names in scopes. */
    protected readonly receivers: readonly string[] = [],
  ) {
    super(file, ids, scope, made);
  }

  protected block(statements: readonly Statement[], at: Place, value: Expression = unknown([], at)): Expression {
    return statements.length === 0 ? value : { kind: 'block', statements, value, at };
  }

  /** A variable, a member of a class around, a name of the file or of its imports, or what a receiver may have. */
  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return { kind: 'variable', id: found.id, at };
    const member = this.memberOf(name, at);
    if (member) return member;
    const own = this.made.topLevel.get(name);
    if (own !== undefined) return { kind: 'variable', id: own, at };
    const module = this.made.named.get(name);
    if (module !== undefined) return { kind: 'import', module, name: module.slice(module.lastIndexOf('.') + 1), at };
    // A name of the same package, of an import of a whole package, or of the language.
    const bare: Expression = { kind: 'import', module: `.${name}`, name, at };
    if (/^[A-Z]/.test(name) || LANGUAGE_FUNCTIONS.has(name)) return bare;
    return this.receivers.reduceRight<Expression>((otherwise, receiver) => {
      const object = this.scope.find(receiver);
      return object
        ? { kind: 'field', object: { kind: 'variable', id: object.id, at }, name, otherwise, at }
        : otherwise;
    }, bare);
  }

  private memberOf(name: string, at: Place): Expression | undefined {
    for (let owner = this.owner; owner; owner = owner.outer) {
      if (owner.statics.has(name)) return { kind: 'field', object: { kind: 'variable', id: owner.id, at }, name, at };
      const self = owner.members.has(name) ? this.scope.find(owner.selfName) : undefined;
      if (self) return { kind: 'field', object: { kind: 'variable', id: self.id, at }, name, at };
    }
    return undefined;
  }

  /** `this`, or `this@Outer`. */
  protected self(label: string | undefined, at: Place): Expression {
    const found = this.scope.find(label === undefined ? 'this' : `this@${label}`) ?? this.scope.find('this');
    return found ? { kind: 'variable', id: found.id, at } : unknown([], at);
  }

  /** With what is known of the type that is written at a variable. */
  protected typed(value: Expression, type: Syntax | undefined): Expression {
    const name = typeName(type);
    return name === undefined ? value : { kind: 'typed', value, type: this.name(name, value.at), at: value.at };
  }

  protected text(node: Syntax, at: Place): Expression {
    const isRaw = node.text().startsWith('"""');
    const parts = written(node)
      .filter((part) => /^(?:string_content|interpolated_)/.test(kindOf(part)))
      .map((part): Expression => {
        if (kindOf(part) !== 'string_content') return this.expression(part);
        const value = isRaw ? part.text() : unescaped(part.text());
        return { kind: 'literal', value, at: placeOfNode(part) };
      });
    if (parts.every((part) => part.kind === 'literal'))
      return {
        kind: 'literal',
        value: parts.map((part) => String(part.kind === 'literal' && part.value)).join(''),
        at,
      };
    return { kind: 'text', parts, at };
  }

  protected navigation(node: Syntax, at: Place): Expression {
    const [object, suffix] = operandsOf(node);
    const name = suffix ? nameIn(suffix) : '';
    const taken = object && suffix ? this.partOfPath(object, name, at) : undefined;
    if (taken) return taken;
    // A number, whatever it is the number of.
    if (/^(?:size|length|lastIndex)$/.test(name)) {
      const length: Expression = { kind: 'field', object: this.optional(object, at), name: 'length', at };
      return { kind: 'call', callee: length, args: [], at };
    }
    // A release is built with `BuildConfig.DEBUG` false.
    if (name === 'DEBUG' && object?.text() === 'BuildConfig') return { kind: 'literal', value: false, at };
    return (
      this.qualified(node) ?? { kind: 'field', object: this.optional(object, at), name, at: suffixPlace(suffix, at) }
    );
  }

  /** `File(path).name`: no file is opened, and the path is taken apart. */
  private partOfPath(object: Syntax, name: string, at: Place): Expression | undefined {
    if (!/^(?:name|path|parent|extension|nameWithoutExtension)$/.test(name)) return undefined;
    if (kindOf(object) !== 'call_expression' || !/^(?:java\.io\.)?File\(/.test(object.text())) return undefined;
    const whole = this.expression(object);
    if (whole.kind !== 'call') return undefined;
    const part: Expression = { kind: 'global', name: name === 'name' ? 'FilenameUtils.getName' : `File.${name}`, at };
    return { kind: 'call', callee: part, args: whole.args, at };
  }

  /** `java.io.File`: a class by its whole name. */
  protected qualified(node: Syntax): Expression | undefined {
    const text = node.text();
    if (!/^(?:[a-z]\w*\.)+[A-Z]\w*$/.test(text)) return undefined;
    const first = text.slice(0, text.indexOf('.'));
    if (!/^(?:java|javax|jakarta|kotlin|kotlinx|android|androidx|org|com|net|io|okhttp3)$/.test(first))
      return undefined;
    if (this.scope.find(first)) return undefined;
    return { kind: 'import', module: text, name: text.slice(text.lastIndexOf('.') + 1), at: placeOfNode(node) };
  }

  protected indexed([object, suffix]: readonly (Syntax | undefined)[], at: Place): Expression {
    return this.indexOf(this.optional(object, at), suffix, at);
  }

  private indexOf(object: Expression, suffix: Syntax | undefined, at: Place): Expression {
    const [key] = suffix ? operandsOf(suffix) : [];
    return { kind: 'index', object, key: this.optional(key, at), at };
  }

  /** The left side of an assignment: `a.b[c]`. */
  protected assignable(node: Syntax, at: Place): Expression {
    const [first, ...suffixes] = operandsOf(node);
    return suffixes.reduce<Expression>(
      (object, suffix) =>
        kindOf(suffix) === 'indexing_suffix'
          ? this.indexOf(object, suffix, at)
          : { kind: 'field', object, name: nameIn(suffix), at },
      this.optional(first, at),
    );
  }

  protected pattern(node: Syntax): Target | undefined {
    const place = this.expression(node);
    if (place.kind === 'variable') {
      if (this.scope.find(node.text())?.isOuter || this.made.topLevel.has(node.text())) this.made.shared.add(place.id);
      return { kind: 'variable', id: place.id };
    }
    if (place.kind === 'field') return { kind: 'field', object: place.object, name: place.name };
    return place.kind === 'index' ? { kind: 'index', object: place.object, key: place.key } : undefined;
  }

  protected isNull(value: Expression, at: Place): Expression {
    return { kind: 'operation', operator: '==', operands: [value, { kind: 'literal', value: null, at }], at };
  }

  /** A value that is read twice: what is no variable is put into one. */
  protected kept(value: Expression, at: Place): [Statement[], Expression & { kind: 'variable' }] {
    if (value.kind === 'variable') return [[], value];
    const id = temporaryVariable(this.ids);
    return [[evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at })], { kind: 'variable', id, at }];
  }

  /** The variables that a declaration declares. */
  protected declared(node: Syntax, scope: Scope): Target {
    if (kindOf(node) === 'multi_variable_declaration')
      return {
        kind: 'list',
        targets: operandsOf(node).map((each) => (nameIn(each) === '_' ? undefined : this.declared(each, scope))),
      };
    return { kind: 'variable', id: scope.declare(nameIn(node)) };
  }

  protected override within(scope: Scope, owner = this.owner, receivers = this.receivers): this {
    return new (this.constructor as new (...args: unknown[]) => this)(
      this.file,
      this.ids,
      scope,
      this.made,
      owner,
      receivers,
    );
  }

  protected assignTo(id: VariableId, value: Expression, at: Place): Statement {
    return evaluate({ kind: 'assign', target: { kind: 'variable', id }, value, at });
  }

  protected typeOf(node: Syntax): Expression | undefined {
    const name = typeName(declaredType(node));
    return name === undefined ? undefined : this.name(name, placeOfNode(node));
  }
}

/** A call of a chain over several lines stands where its name does. */
export const suffixPlace = (suffix: Syntax | undefined, at: Place): Place => {
  const name = suffix && childOf(suffix, 'simple_identifier');
  return name ? placeOfNode(name) : at;
};
