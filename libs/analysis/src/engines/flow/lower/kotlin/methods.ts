import type { Expression, FunctionForm, Parameter, Place, Statement, VariableId } from '../../ir';
import { escapedForRegex } from '../../../kit/escaped-for-regex';
import { KotlinCalls } from './calls';
import { statementsIn } from './expressions';
import { type Owner, after, childOf, declaredType, hasModifier, hasToken, holdsNumbers, isType, nameIn } from './names';
import { operandsOf, typeName } from './names';
import { Scope } from '../scope';
import { type Syntax, kindOf, placeOfNode, written } from '../syntax';

/** `ResponseEntity<String>` is sent as its text; a function whose type is not written may return one. */
const TEXT_TYPE = /^(?:(?:[\w.]*\.)?(?:ResponseEntity|Mono)<)?(?:String|CharSequence)\??>?\??$/;

const NO_TEXT = { returnsNoText: true } as const;

/** Functions with a name, their parameters and annotations. */
export abstract class KotlinMethods extends KotlinCalls {
  protected functionForm(
    node: Syntax,
    name: string,
    self?: Owner,
    receiver: Syntax | undefined = receiverType(node),
  ): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const own = self || receiver ? scope.declare('this') : undefined;
    if (self && own !== undefined) scope.alias(self.selfName, own);
    const inside = this.insideOf(scope, self, receiver !== undefined && own !== undefined ? own : undefined);
    const list = childOf(node, 'function_value_parameters');
    const parameters = inside.parametersOf(list ? written(list) : []);
    const body = childOf(node, 'function_body');
    const at = placeOfNode(node);
    const returned = returnType(node);
    const type = returned?.text();
    const returns = typeName(returned);
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: [...inside.typedSelf(own, receiver, at), ...inside.bodyStatements(body ?? node)],
      decorators: this.annotations(node),
      ...(own !== undefined && { self: own }),
      ...(returns !== undefined && { returns: inside.name(returns, at) }),
      ...(type === undefined ? (body && hasToken(body, '=') ? {} : NO_TEXT) : TEXT_TYPE.test(type) ? {} : NO_TEXT),
      ...(hasModifier(node, 'private') && { isHidden: true as const }),
      at,
    };
  }

  /** The scope within a function: the names of its receiver, of its object, and of the objects around. */
  protected insideOf(scope: Scope, self: Owner | undefined, receiver: VariableId | undefined): this {
    const around = self ? [self.selfName, ...this.receivers.filter((name) => name !== self.selfName)] : this.receivers;
    if (receiver === undefined) return this.within(scope, self ?? this.owner, around);
    const name = `this@#${this.ids.next()}`;
    scope.alias(name, receiver);
    return this.within(scope, self ?? this.owner, [name, ...around]);
  }

  /** An object that a function is called on is of the type that the function names. */
  private typedSelf(id: VariableId | undefined, type: Syntax | undefined, at: Place): Statement[] {
    if (id === undefined || !type) return [];
    const value = this.typed({ kind: 'variable', id, at }, type);
    return value.kind === 'typed' ? [this.assignTo(id, value, 0)] : [];
  }

  /** @param body a secondary constructor has its statements in it */
  private bodyStatements(body: Syntax): Statement[] {
    const value = kindOf(body) === 'function_body' ? after(body, '=') : undefined;
    if (!value && !childOf(body, 'statements')) return [];
    if (!value) return statementsIn(body).flatMap((each) => this.statement(each));
    return [{ kind: 'return', value: this.expression(value), at: placeOfNode(value) }];
  }

  /** Modifiers and defaults stand beside the parameter that they are of. */
  private parametersOf(children: readonly Syntax[]): Parameter[] {
    const parameters: Parameter[] = [];
    let modifiers: Syntax | undefined;
    for (const [index, child] of children.entries()) {
      const kind = kindOf(child);
      if (kind === 'parameter_modifiers') modifiers = child;
      if (kind !== 'parameter' && kind !== 'parameter_with_optional_type') continue;
      const fallback = children[index + 1]?.text() === '=' ? children[index + 2] : undefined;
      parameters.push(this.parameter(child, modifiers, fallback));
      modifiers = undefined;
    }
    return parameters;
  }

  protected parameter(node: Syntax, modifiers: Syntax | undefined, fallback: Syntax | undefined): Parameter {
    const name = nameIn(node);
    const type = this.typeOf(node);
    return {
      target: { kind: 'variable', id: this.scope.declare(name) },
      name,
      ...(type && { type }),
      ...(holdsNumbers(declaredType(node)) && { isHeld: true as const }),
      ...(fallback && { fallback: this.expression(fallback) }),
      ...(modifiers && /\bvararg\b/.test(modifiers.text()) && { takes: 'rest' as const }),
      decorators: modifiers ? this.annotationsIn(modifiers) : [],
      at: placeOfNode(node),
    };
  }

  protected annotations(node: Syntax): Expression[] {
    const modifiers = childOf(node, 'modifiers');
    return modifiers ? this.annotationsIn(modifiers) : [];
  }

  private annotationsIn(modifiers: Syntax): Expression[] {
    return operandsOf(modifiers)
      .filter((child) => kindOf(child) === 'annotation')
      .flatMap((child) => {
        const call = childOf(child, 'constructor_invocation');
        const name = typeName(childOf(call ?? child, 'user_type'));
        return name === undefined ? [] : [this.name(name, placeOfNode(child))];
      });
  }
}

export const isFunction = (node: Syntax): boolean => kindOf(node) === 'function_declaration';

/** An extension may be of a type that is no word, such as that of a function: `fun ((A) -> B).name()`. */
const mentions = (parameters: string, type: string): boolean =>
  new RegExp(`(?<!\\w)${escapedForRegex(type)}(?!\\w)`).test(parameters);

/** The type that an extension is of: `fun Type.name()`. */
export function receiverType(node: Syntax): Syntax | undefined {
  const children = written(node);
  const dot = children.findIndex((child) => kindOf(child) === '.');
  const type = dot > 0 ? children[dot - 1] : undefined;
  return type && isType(type) ? type : undefined;
}

export const extensionOf = (node: Syntax, form: FunctionForm) => {
  const type =
    typeName(receiverType(node)) ??
    receiverType(node)
      ?.text()
      .replace(/[<?].*$/s, '');
  const parameters = childOf(node, 'type_parameters')?.text() ?? '';
  const isOwn = type === undefined || mentions(parameters, type);
  return { name: nameIn(node), function: form, ...(!isOwn && { type }) };
};

/** The type that is written after the parameters of a function. */
function returnType(node: Syntax): Syntax | undefined {
  const children = written(node);
  const list = children.findIndex((child) => kindOf(child) === 'function_value_parameters');
  const type = children.slice(list).find(isType);
  return list < 0 ? undefined : type;
}
