import type { Expression, FunctionForm, ModuleForm, Statement } from '../../ir';
import { KotlinClasses, isClass, nameOfProperty } from './classes';
import { statementsIn } from './expressions';
import { extensionOf, isFunction, receiverType } from './methods';
import { type MadeOfKotlin, after, childOf, hasToken, nameIn, operandsOf } from './names';
import { asserted, evaluate, moduleForm, nothingMade } from '../lowering';
import { type Ids, Scope } from '../scope';
import { type Syntax, kindOf, placeOfNode, written } from '../syntax';

/** Lowers a file of Kotlin. */
export function lowerKotlin(root: Syntax, file: string, ids: Ids): ModuleForm {
  const scope = new Scope(ids, undefined);
  const made: MadeOfKotlin = {
    ...nothingMade(),
    nested: [],
    extensions: [],
    named: new Map(),
    topLevel: new Map(),
  };
  const statements = new KotlinStatements(file, ids, scope, made);
  const nodes = operandsOf(root);
  const list = childOf(root, 'import_list');
  for (const node of list ? operandsOf(list) : nodes) if (kindOf(node) === 'import_header') statements.addImport(node);
  const declarations = nodes.filter((node) => isClass(node) || isNamed(node));
  for (const node of declarations) {
    const name = kindOf(node) === 'property_declaration' ? nameOfProperty(node) : nameIn(node);
    const id = new Scope(ids, undefined).declare(name);
    ids.captured.add(id);
    made.topLevel.set(name, id);
  }
  // Functions and classes are there before what the properties of the file are computed from.
  const order = (node: Syntax) => (kindOf(node) === 'property_declaration' ? 1 : 0);
  const body = [...nodes].sort((one, other) => order(one) - order(other)).flatMap((node) => statements.topLevel(node));
  const header = childOf(root, 'package_header');
  return moduleForm(file, ids, made, {
    body,
    exports: [...made.topLevel].map(([name, id]) => ({ name, value: { kind: 'variable', id, at: 0 } })),
    packageName: (header && childOf(header, 'identifier')?.text()) ?? '',
    extensions: made.extensions,
  });
}

/** A function or property that is called by its name alone. */
const isNamed = (node: Syntax): boolean =>
  (isFunction(node) || kindOf(node) === 'property_declaration') && !receiverType(node);

class KotlinStatements extends KotlinClasses {
  /** `import a.b.C as D` */
  addImport(node: Syntax): void {
    const name = childOf(node, 'identifier')?.text() ?? '';
    const isWhole = written(node).some((child) => kindOf(child) === 'wildcard_import');
    this.made.imports.add(isWhole ? `${name}.*` : name);
    if (isWhole) return;
    const alias = childOf(node, 'import_alias');
    this.made.named.set(alias ? nameIn(alias) : name.slice(name.lastIndexOf('.') + 1), name);
  }

  /** Lowers a declaration or statement outside of classes and functions. */
  topLevel(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    if (isFunction(node)) {
      const form = this.functionForm(node, nameIn(node));
      this.made.functions.push(form);
      if (receiverType(node)) {
        this.made.extensions.push(extensionOf(node, form));
        return [];
      }
      return [this.assignTo(this.made.topLevel.get(nameIn(node))!, { kind: 'function', function: form, at }, at)];
    }
    if (isClass(node)) return this.classStatement(node, this.made.topLevel.get(nameIn(node))!);
    if (kindOf(node) === 'property_declaration') return this.topLevelProperty(node);
    return /^(?:import_list|import_header|package_header|file_annotation|type_alias|getter|setter)$/.test(kindOf(node))
      ? []
      : this.statement(node);
  }

  private topLevelProperty(node: Syntax): Statement[] {
    const beside = childOf(node, 'getter');
    if (receiverType(node)) {
      if (!beside) return [];
      // The value of an extension property is that of its getter.
      const form = this.extensionGetter(node, beside);
      this.made.functions.push(form);
      this.made.extensions.push({ ...extensionOf(node, form), name: nameOfProperty(node) });
      return [];
    }
    const value = beside ? this.gotten(beside) : this.initial(node);
    const id = this.made.topLevel.get(nameOfProperty(node));
    if (id === undefined || !value) return [];
    if (childOf(node, 'binding_pattern_kind')?.text() === 'var') this.made.shared.add(id);
    return [this.assignTo(id, this.typed(value, typeWritten(node)), placeOfNode(node))];
  }

  private extensionGetter(node: Syntax, getter: Syntax) {
    const name = nameOfProperty(node);
    const scope = new Scope(this.ids, this.scope);
    const self = scope.declare('this');
    const receiver = `this@#${this.ids.next()}`;
    scope.alias(receiver, self);
    const inside = this.within(scope, undefined, [receiver]);
    const at = placeOfNode(node);
    const object = inside.typed({ kind: 'variable', id: self, at }, receiverType(node));
    const typed = object.kind === 'typed' ? [this.assignTo(self, object, 0)] : [];
    const value = inside.gotten(getter);
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters: [],
      body: [...typed, { kind: 'return' as const, value, at }],
      decorators: [],
      self,
      isGetter: true as const,
      returnsNoText: true as const,
      at,
    };
  }

  /** The value of a getter: its expression, or the value that its statements return. */
  private gotten(getter: Syntax): Expression {
    const at = placeOfNode(getter);
    const body = childOf(getter, 'function_body');
    const value = body && after(body, '=');
    if (value) return this.expression(value);
    const form = { ...this.functionForm(getter, 'getter') };
    return { kind: 'call', callee: { kind: 'function', function: form, at }, args: [], at };
  }

  private classStatement(node: Syntax, id: string): Statement[] {
    const value = this.declaredClass(node);
    const nested = this.made.nested.splice(0).map(evaluate);
    return [...nested, this.assignTo(id, value, placeOfNode(node))];
  }

  private inner(body: Syntax | undefined): Statement[] {
    if (!body) return [];
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    return statementsIn(body).flatMap((child) => inside.statement(child));
  }

  statement(node: Syntax): Statement[] {
    return this.oneLevel(() => this.loweredStatement(node));
  }

  private loweredStatement(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'class_declaration':
      case 'object_declaration':
        return this.classStatement(node, this.scope.declare(nameIn(node)));
      case 'function_declaration': {
        const id = this.scope.declare(nameIn(node));
        const form: FunctionForm = { ...this.functionForm(node, nameIn(node)), isInner: true };
        this.made.functions.push(form);
        if (receiverType(node)) this.made.extensions.push(extensionOf(node, form));
        return [this.assignTo(id, { kind: 'function', function: form, at }, at)];
      }
      case 'property_declaration':
        return this.declaration(node);
      case 'assignment':
        return [this.assignment(node, at)];
      case 'if_expression': {
        const { condition, then, otherwise } = this.partsOfIf(node);
        return [
          {
            kind: 'if',
            condition: this.optional(condition, at),
            then: this.inner(then),
            otherwise: this.inner(otherwise),
          },
        ];
      }
      case 'for_statement':
        return [this.forStatement(node)];
      case 'while_statement':
      case 'do_while_statement':
        return this.whileStatement(node);
      case 'try_expression':
        return this.tryStatement(node, (nodes, inside) => nodes.flatMap((each) => inside.statement(each)));
      case 'jump_expression':
        return [this.jump(node, at)];
      case 'statements':
      case 'ERROR':
        return operandsOf(node).flatMap((child) => this.statement(child));
      case 'label':
      case 'getter':
      case 'setter':
      case 'type_alias':
        return [];
      default: {
        const value = this.expression(node);
        return ASSERTS.test(node.text()) ? asserted(value) : [evaluate(value)];
      }
    }
  }

  private declaration(node: Syntax): Statement[] {
    const at = placeOfNode(node);
    const written = childOf(node, 'variable_declaration') ?? childOf(node, 'multi_variable_declaration');
    const value = this.initial(node);
    if (!written) return value ? [evaluate(value)] : [];
    const target = this.declared(written, this.scope);
    return value ? [evaluate({ kind: 'assign', target, value: this.typed(value, typeWritten(node)), at })] : [];
  }

  private assignment(node: Syntax, at: number): Statement {
    const [left, right] = operandsOf(node);
    const operator = written(node)[1]?.text() ?? '=';
    const value = this.optional(right, at);
    if (operator === '=' || !left) return evaluate(this.set(left, value, at));
    const make = (): Expression => {
      const operands = [this.expression(left), value];
      return { kind: 'operation', operator: operator.slice(0, -1), operands, at };
    };
    return evaluate(this.change(left, at, make));
  }

  private forStatement(node: Syntax): Statement {
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction));
    const over = this.optional(after(node, 'in'), placeOfNode(node));
    const declared = childOf(node, 'variable_declaration') ?? childOf(node, 'multi_variable_declaration');
    const body = childOf(node, 'control_structure_body');
    const target = declared && inside.declared(declared, inside.scope);
    return { kind: 'loop', ...(target && { target }), over, body: inside.inner(body) };
  }

  private whileStatement(node: Syntax): Statement[] {
    const body = this.inner(childOf(node, 'control_structure_body'));
    const written = operandsOf(node).find((child) => kindOf(child) !== 'control_structure_body');
    const loop: Statement = { kind: 'loop', condition: this.optional(written, placeOfNode(node)), body };
    return kindOf(node) === 'do_while_statement' ? [...body, loop] : [loop];
  }

  private jump(node: Syntax, at: number): Statement {
    const word = written(node)[0]?.text() ?? '';
    const value = operandsOf(node).find((child) => kindOf(child) !== 'label');
    if (word.startsWith('break')) return { kind: 'break' };
    if (word.startsWith('continue')) return { kind: 'continue' };
    const given = value && { value: this.expression(value) };
    return word === 'throw' ? { kind: 'throw', ...given } : { kind: 'return', ...given, at };
  }
}

/** Calls that throw unless their first argument is true. */
const ASSERTS = /^(?:require|check|assert)\s*\(/;

const typeWritten = (node: Syntax): Syntax | undefined => {
  const declared = childOf(node, 'variable_declaration');
  return declared && hasToken(declared, ':') ? after(declared, ':') : undefined;
};
