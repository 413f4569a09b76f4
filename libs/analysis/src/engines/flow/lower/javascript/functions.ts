import type { ClassForm, Expression, FunctionForm, Parameter, Statement, Target, VariableId } from '../../ir';
import { JavascriptExpressions, baseOf } from './expressions';
import { evaluate } from '../lowering';
import { letsAdministratorsAlone } from '../administrators';
import { collecting } from '../generators';
import { ARGUMENTS, Scope, YIELDED, yieldedVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** The functions and classes of a scope. */
export abstract class JavascriptFunctions extends JavascriptExpressions {
  /** The statements of a function's body, in a scope of their own. */
  protected abstract body(node: Syntax, scope: Scope): Statement[];

  /** @param hint its name where it has none of its own */
  protected function(node: Syntax, hint?: string): FunctionForm {
    const form = this.functionForm(node, hint);
    this.made.functions.push(form);
    return form;
  }

  private functionForm(node: Syntax, hint: string | undefined): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const isArrow = kindOf(node) === 'arrow_function';
    const self = isArrow ? undefined : scope.declare('this');
    const all = isArrow ? undefined : scope.declare(ARGUMENTS);
    const name = field(node, 'name')?.text() ?? hint ?? 'anonymous function';
    const one = field(node, 'parameter');
    const list = field(node, 'parameters');
    const nodes = one ? [one] : list ? meaningful(list).filter((each) => kindOf(each) !== 'decorator') : [];
    for (const parameter of nodes) this.declarePattern(parameter, scope);
    const inside = this.within(scope);
    const parameters = nodes.map((parameter) => inside.parameter(parameter));
    const body = field(node, 'body');
    const statements: Statement[] = !body
      ? []
      : kindOf(body) === 'statement_block'
        ? this.statementsOf(node, body, scope)
        : [{ kind: 'return', value: inside.expression(body), at: placeOfNode(body) }];
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: [...inside.parameterFields(nodes, self), ...statements],
      decorators: this.decorators(node),
      ...(isGuarded(node) && { isForAdministrators: true as const }),
      ...(self !== undefined && { self }),
      ...(all !== undefined && scope.readsArguments && { all }),
      ...(scope.captures.size !== 0 && { captures: scope.captures }),
      at: placeOfNode(node),
    };
  }

  /** A generator returns all that it yields. */
  private statementsOf(node: Syntax, body: Syntax, scope: Scope): Statement[] {
    if (!node.children().some((child) => kindOf(child) === '*')) return this.body(body, scope);
    const id = yieldedVariable(this.ids);
    scope.alias(YIELDED, id);
    return collecting(id, this.body(body, scope), placeOfNode(body));
  }

  private parameter(node: Syntax): Parameter {
    const isTyped = /^(?:required|optional)_parameter$/.test(kindOf(node));
    const pattern = (isTyped ? field(node, 'pattern') : undefined) ?? node;
    const isRest = kindOf(pattern) === 'rest_pattern';
    const fallback = isTyped
      ? field(node, 'value')
      : kindOf(node) === 'assignment_pattern'
        ? field(node, 'right')
        : undefined;
    const type = isTyped ? typeName(field(node, 'type')) : undefined;
    const plain = kindOf(pattern) === 'assignment_pattern' ? (field(pattern, 'left') ?? pattern) : pattern;
    return {
      target: this.pattern(plain) ?? { kind: 'list', targets: [] },
      ...(kindOf(plain) === 'identifier' && { name: plain.text() }),
      ...(type && { type: this.typeExpression(type) }),
      ...(fallback && { fallback: this.expression(fallback) }),
      ...(isRest && { takes: 'rest' as const }),
      decorators: isTyped ? this.decorators(node) : [],
      at: placeOfNode(plain),
    };
  }

  /** `constructor(private readonly db: Db)` sets a field. */
  private parameterFields(nodes: readonly Syntax[], self: VariableId | undefined): Statement[] {
    if (self === undefined) return [];
    return nodes
      .filter((node) => node.children().some((child) => /^(?:accessibility_modifier|readonly)$/.test(kindOf(child))))
      .flatMap((node): Statement[] => {
        const name = field(node, 'pattern')?.text();
        if (name === undefined) return [];
        const at = placeOfNode(node);
        const target: Target = { kind: 'field', object: { kind: 'variable', id: self, at }, name };
        return [evaluate({ kind: 'assign', target, value: this.name(name, at), at })];
      });
  }

  private typeExpression(node: Syntax): Expression {
    const at = placeOfNode(node);
    const [first = '', ...rest] = node.text().split('.');
    return rest.reduce<Expression>((object, name) => ({ kind: 'field', object, name, at }), this.name(first, at));
  }

  private decorators(node: Syntax): Expression[] {
    return decoratorsOf(node).flatMap((decorator) => meaningful(decorator).map((child) => this.expression(child)));
  }

  protected classExpression(node: Syntax, hint?: string): Expression {
    const at = placeOfNode(node);
    const name = field(node, 'name')?.text() ?? hint ?? 'anonymous class';
    const base = baseOf(node);
    const members = meaningful(field(node, 'body') ?? node);
    const methods = members.filter((member) => kindOf(member) === 'method_definition');
    const fields = members.filter((member) => /^(?:public_)?field_definition$/.test(kindOf(member)));
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases: base ? [this.expression(base)] : [],
      decorators: this.decorators(node),
      methods: methods.map((member) => {
        const method = field(member, 'name')?.text() ?? '';
        const words = new Set(member.children().map((child) => kindOf(child)));
        const own = this.functionForm(member, `${name}.${method}`);
        const form = isGuarded(node) ? { ...own, isForAdministrators: true as const } : own;
        return {
          // A setter has the name of its getter.
          name: words.has('set') ? `${method} (setter)` : method,
          function: words.has('get') ? { ...form, isGetter: true as const } : form,
          isStatic: words.has('static'),
        };
      }),
      fields: fields.flatMap((member) => {
        const value = field(member, 'value');
        const key = field(member, 'name') ?? field(member, 'property');
        return value && key ? [{ name: key.text(), value: this.expression(value, key.text()) }] : [];
      }),
      at,
    };
    this.made.classes.push(form);
    return { kind: 'class', class: form, at };
  }
}

function decoratorsOf(node: Syntax): readonly Syntax[] {
  const before: Syntax[] = meaningful(node).filter((child) => kindOf(child) === 'decorator');
  // Decorators of a method stand before it in the class's body.
  for (let previous = node.prev(); previous && kindOf(previous) === 'decorator'; previous = previous.prev())
    before.push(previous);
  return before;
}

const isGuarded = (node: Syntax): boolean =>
  decoratorsOf(node).some((decorator) => letsAdministratorsAlone(decorator.text()));

/** The name in a type annotation, without its arguments. */
function typeName(annotation: Syntax | undefined): Syntax | undefined {
  const [type] = annotation ? meaningful(annotation) : [];
  if (!type) return undefined;
  if (kindOf(type) === 'generic_type') return field(type, 'name') ?? meaningful(type)[0];
  return /^(?:type_identifier|nested_type_identifier|predefined_type)$/.test(kindOf(type)) ? type : undefined;
}
