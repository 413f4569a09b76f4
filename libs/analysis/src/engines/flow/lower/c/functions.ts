import type { Expression, FunctionForm, Parameter, Place, Statement } from '../../ir';
import { CClasses, type DefinedFunction } from './classes';
import { functionDeclarator, nameOfFunction, scopeOf } from './function-names';
import { type CFunction, type Owner, addressedIn, named, own, typeNamed } from './names';
import { type CType, declaredType, neverReturns } from './types';
import { evaluate } from '../lowering';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Functions of C and C++. */
export abstract class CFunctions extends CClasses {
  protected abstract block(node: Syntax | undefined, scope: Scope): Statement[];

  /** A function with its body, and for a method the class that it belongs to. */
  protected functionForm(node: Syntax, className?: string): DefinedFunction | undefined {
    const declarator = functionDeclarator(node);
    const body = field(node, 'body') ?? meaningful(node).find((child) => kindOf(child) === 'try_statement');
    if (!declarator || !body) return undefined;
    const written = field(declarator, 'declarator');
    const owner = className ?? (written && scopeOf(written));
    const name = nameOfFunction(declarator);
    const scope = new Scope(this.ids, this.scope);
    const isMethod =
      owner !== undefined && (className !== undefined || !/^[a-z]/.test(owner) || this.made.members.has(owner));
    const self = isMethod ? scope.declare('this') : undefined;
    const form = this.function(node, declarator, body, scope, {
      name: isMethod ? `${owner}.${name}` : name,
      ...(self !== undefined && { owner: { name: owner!, self } }),
    });
    return { form, name, isConstructor: isMethod && name === owner, ...(isMethod && { owner: owner! }) };
  }

  private function(
    node: Syntax,
    declarator: Syntax,
    body: Syntax,
    scope: Scope,
    { name, owner }: { readonly name: string; readonly owner?: { readonly name: string; readonly self: string } },
  ): FunctionForm {
    const at = placeOfNode(declarator);
    const around = this.made.current;
    const members = owner && this.made.members.get(owner.name);
    const of: Owner | undefined = owner && {
      self: owner.self,
      fields: members && new Set(members.fields.keys()),
      methods: members?.methods ?? new Set(),
    };
    this.made.current = {
      ...addressedIn(node.text()),
      labels: new Map(),
      ...(of && { owner: of }),
    } satisfies CFunction;
    const inside = this.within(scope);
    const { parameters, boxing } = inside.parameters(
      field(declarator, 'parameters'),
      name === 'main' || name === 'wmain',
    );
    const typed: Statement[] = owner ? [inside.selfTyped(owner.self, owner.name, at)] : [];
    const initializers = meaningful(node).find((child) => kindOf(child) === 'field_initializer_list');
    const statements = [
      ...typed,
      ...boxing,
      ...(initializers ? inside.initializers(initializers) : []),
      ...inside.block(body, scope),
    ];
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: statements,
      ...(this.made.current.isBroken && { isBroken: true as const }),
      decorators: [],
      ...(owner && { self: owner.self }),
      ...(neverReturns(node) && { neverReturns: true as const }),
      at,
    };
    this.made.current = around;
    return form;
  }

  private selfTyped(self: string, className: string, at: Place): Statement {
    const variable: Expression = { kind: 'variable', id: self, at };
    const value: Expression = { kind: 'typed', value: variable, type: typeNamed(className, at), at };
    return evaluate({ kind: 'assign', target: { kind: 'variable', id: self }, value, at });
  }

  /** `Job(std::string name) : name_(name)` */
  private initializers(list: Syntax): Statement[] {
    return meaningful(list).flatMap((each): Statement[] => {
      const [name, args] = meaningful(each);
      const at = placeOfNode(each);
      if (!name || kindOf(name) !== 'field_identifier') return [];
      const [first] = args ? meaningful(args) : [];
      const value = this.optional(first, at);
      return [
        evaluate({ kind: 'assign', target: { kind: 'field', object: this.self(at), name: name.text() }, value, at }),
      ];
    });
  }

  private parameters(list: Syntax | undefined, isMain: boolean): { parameters: Parameter[]; boxing: Statement[] } {
    const boxing: Statement[] = [];
    const parameters = (list ? meaningful(list) : []).flatMap((node): Parameter[] => {
      if (!/^(?:optional_)?parameter_declaration$/.test(kindOf(node))) return [];
      const at = placeOfNode(node);
      const { name, type } = declaredType(this.writtenType(field(node, 'type')), field(node, 'declarator'));
      const decayed: CType = type.isArray && type.to ? { size: 8, to: type.to } : type;
      if (name === undefined && node.text() === 'void') return [];
      const id = this.scope.declare(name ?? `parameter ${this.ids.next()}`);
      this.made.types.set(id, decayed);
      const fallback = field(node, 'default_value');
      const className = type.name ?? type.to?.name;
      if (isMain && type.to?.to)
        boxing.push(
          evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: named('argv of main', at), at }),
        );
      if (name !== undefined && this.isAddressed(name, decayed)) boxing.push(this.boxed(name, id, decayed, at));
      return [
        {
          target: { kind: 'variable', id },
          ...(name !== undefined && { name }),
          ...(className !== undefined && { type: typeNamed(className, at) }),
          ...(fallback && { fallback: this.expression(fallback) }),
          at,
        },
      ];
    });
    return { parameters, boxing };
  }

  private boxed(name: string, id: string, type: CType, at: Place): Statement {
    const box = `v:${name}#${this.ids.next()}`;
    this.scope.adopt(name, box);
    this.made.types.set(box, type);
    this.made.boxed.add(box);
    const value = own('box', [{ kind: 'variable', id, at }], at);
    return evaluate({ kind: 'assign', target: { kind: 'variable', id: box }, value, at });
  }

  protected closure(node: Syntax): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const declarator = field(node, 'declarator');
    const inside = this.within(scope);
    const { parameters, boxing } = inside.parameters(declarator && field(declarator, 'parameters'), false);
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: 'anonymous function',
      parameters,
      body: [...boxing, ...inside.block(field(node, 'body'), scope)],
      decorators: [],
      ...(scope.captures.size > 0 && { captures: scope.captures }),
      at: placeOfNode(node),
    };
    this.made.functions.push(form);
    return form;
  }
}
