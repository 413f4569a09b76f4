import type { Expression, FunctionForm, Place, Target } from '../../ir';
import { CInitials } from './initials';
import { characterOf, numberOf, textOf } from './literals';
import { globalOf, named, nothing, number, own, typeNamed } from './names';
import { numberOfType, unwrapped } from './places';
import { type CType, POINTER_SIZE } from './types';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** The expressions of C and C++ but for calls. */
export abstract class CExpressions extends CInitials {
  protected abstract call(node: Syntax, at: Place): Expression;
  protected abstract construction(node: Syntax, at: Place): Expression;
  protected abstract closure(node: Syntax): FunctionForm;

  protected lowered(node: Syntax, at: Place): Expression {
    switch (kindOf(node)) {
      case 'identifier':
      case 'field_identifier':
      case 'type_identifier':
        return this.name(node.text(), at);
      case 'this':
        return this.self(at);
      case 'null':
        return { kind: 'literal', value: null, at };
      case 'true':
      case 'false':
        return number(kindOf(node) === 'true' ? 1 : 0, at);
      case 'number_literal':
        return numberOf(node.text(), at);
      case 'char_literal':
        return characterOf(node.text(), at);
      case 'string_literal':
      case 'raw_string_literal':
      case 'concatenated_string':
        return textOf(node, at);
      case 'qualified_identifier':
        return this.qualified(node, at);
      case 'field_expression':
        return this.fieldAccess(node, at);
      case 'subscript_expression':
        return this.subscript(node, at);
      case 'pointer_expression':
        return this.pointer(node, at);
      case 'cast_expression':
        return this.cast(field(node, 'type'), field(node, 'value'), at);
      case 'sizeof_expression':
        return this.sizeof(node, at);
      case 'call_expression':
        return this.call(node, at);
      case 'new_expression':
        return this.construction(node, at);
      case 'delete_expression':
        return this.released(node, at);
      case 'assignment_expression':
        return this.assignment(node, at);
      case 'update_expression':
        return this.step(field(node, 'argument'), node.text().includes('++') ? '+' : '-', at);
      case 'binary_expression':
        return this.binary(node, at, { '+': 'add', and: '&&', or: '||' });
      case 'unary_expression':
        return this.unary(node, at);
      case 'conditional_expression':
        return this.ternary(node, at);
      case 'comma_expression':
        return inOrder([this.optional(field(node, 'left'), at), this.optional(field(node, 'right'), at)], at);
      case 'parenthesized_expression':
      case 'condition_clause':
        return this.optional(field(node, 'value') ?? meaningful(node).at(-1), at);
      case 'compound_literal_expression':
        return this.initial(this.writtenType(field(node, 'type')), field(node, 'value'), at);
      case 'initializer_list':
        return this.elements(node, at);
      case 'lambda_expression':
        return { kind: 'function', function: this.closure(node), at };
      case 'argument_list':
        return this.optional(meaningful(node)[0], at);
      default:
        return unknown(
          meaningful(node)
            .filter((child) => !/type|specifier|descriptor/.test(kindOf(child)))
            .map((child) => this.expression(child)),
          at,
        );
    }
  }

  private fieldAccess(node: Syntax, at: Place): Expression {
    return {
      kind: 'field',
      object: this.holder(node),
      name: field(node, 'field')?.text() ?? '',
      ...(field(node, 'operator')?.text() === '->' && { isFollowed: true }),
      at,
    };
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '';
    const operand = this.optional(field(node, 'argument'), at);
    if (operator === '-' && operand.kind === 'literal' && typeof operand.value === 'number')
      return number(-operand.value, at);
    return { kind: 'operation', operator: operator === 'not' ? '!' : operator, operands: [operand], at };
  }

  private qualified(node: Syntax, at: Place): Expression {
    const name = field(node, 'name');
    const scope = field(node, 'scope')?.text();
    if (name && kindOf(name) === 'qualified_identifier') return this.qualified(name, at);
    const text = (name && (field(name, 'name') ?? name).text()) ?? '';
    const isClass = scope !== undefined && this.made.members.has(scope);
    if (isClass) return { kind: 'field', object: typeNamed(scope, at), name: text, at };
    return scope !== undefined && /^[A-Z]/.test(scope) && !/^[A-Z]/.test(text)
      ? { kind: 'field', object: typeNamed(scope, at), name: text, at }
      : named(text, at);
  }

  /** The object that has the field: of a variable in a box, the box itself. */
  private holder(node: Syntax): Expression {
    const object = field(node, 'argument');
    const at = placeOfNode(node);
    if (!object) return nothing(at);
    const isArrow = field(node, 'operator')?.text() === '->';
    const found = !isArrow && kindOf(object) === 'identifier' ? this.scope.find(object.text()) : undefined;
    return found && this.made.boxed.has(found.id) ? { kind: 'variable', id: found.id, at } : this.expression(object);
  }

  private subscript(node: Syntax, at: Place): Expression {
    const [object, indices] = meaningful(node);
    const index = indices && kindOf(indices) === 'subscript_argument_list' ? meaningful(indices)[0] : indices;
    const lowered = this.optional(object, at);
    return this.element({ kind: 'index', object: lowered, key: this.optional(index, at), at }, object, at);
  }

  /** An element of an array of bytes is a small number, whatever comes in. */
  private element(value: Expression, array: Syntax | undefined, at: Place): Expression {
    const type = array && this.typeOf(array);
    const isWide = type?.holds !== undefined || (type?.to?.size ?? (type?.to ? POINTER_SIZE : 1)) > 1;
    return isWide ? value : own('byte', [value], at);
  }

  private pointer(node: Syntax, at: Place): Expression {
    const argument = field(node, 'argument');
    if (!argument) return nothing(at);
    if (!node.text().startsWith('&')) {
      const type = this.typeOf(argument);
      // `*f` is the function itself.
      if (type?.isFunction) return this.expression(argument);
      return this.element({ kind: 'index', object: this.expression(argument), key: number(0, at), at }, argument, at);
    }
    return this.address(argument, at);
  }

  private address(argument: Syntax, at: Place): Expression {
    const inner = unwrapped(argument);
    if (kindOf(inner) === 'identifier') {
      const found = this.scope.find(inner.text());
      return found ? { kind: 'variable', id: found.id, at } : this.name(inner.text(), at);
    }
    if (kindOf(inner) === 'subscript_expression') {
      const [object, index] = meaningful(inner);
      const array = this.optional(object, at);
      if (this.isStructured(this.typeOf(inner))) return this.expression(inner);
      return index?.text() === '0'
        ? array
        : { kind: 'operation', operator: 'add', operands: [array, this.optional(index, at)], at };
    }
    if (kindOf(inner) === 'pointer_expression' && !inner.text().startsWith('&'))
      return this.optional(field(inner, 'argument'), at);
    const place = this.expression(inner);
    if (place.kind !== 'field') return place;
    const { isFollowed: _isFollowed, ...unread } = place;
    return { ...unread, isAddress: true };
  }

  private cast(type: Syntax | undefined, value: Syntax | undefined, at: Place): Expression {
    const to = this.writtenType(type);
    const lowered = this.optional(value, at);
    if (to.name !== undefined && !to.to && kindOf(value ?? type!) === 'initializer_list')
      return this.initial(to, value, at);
    return this.converted(this.narrowed(lowered, value, to, at), to, at);
  }

  private sizeof(node: Syntax, at: Place): Expression {
    const type = field(node, 'type');
    const value = field(node, 'value');
    if (type) return this.sizeOf(this.writtenType(type), at);
    const inner = value && unwrapped(value);
    if (inner && (kindOf(inner) === 'string_literal' || kindOf(inner) === 'concatenated_string')) {
      const text = textOf(inner, at);
      return number(text.kind === 'literal' ? new TextEncoder().encode(String(text.value)).length + 1 : 1, at);
    }
    const known = inner && this.typeOf(inner);
    // `sizeof(name)` may be the size of a type.
    if (!known && inner && kindOf(inner) === 'identifier')
      return this.sizeOf(writtenTypeNamed(inner.text(), this.made.typedefs), at);
    return known ? this.sizeOf(known, at) : nothing(at);
  }

  private assignment(node: Syntax, at: Place): Expression {
    const left = field(node, 'left');
    const operator = field(node, 'operator')?.text() ?? '=';
    const right = field(node, 'right');
    const type = left && this.typeOf(left);
    const value = this.optional(right, at);
    if (operator === '=' && type?.holds === 'text') return this.set(left, this.copiedText(value, right, at), at);
    if (operator === '=') return this.set(left, this.shaped(this.narrowed(value, right, type, at), type, at), at);
    const written = operator.slice(0, -1);
    const makes = /^(?:[-+*]|<<)$/.test(written) ? numberOfType(type) : undefined;
    return this.change(left, at, () => {
      const operands = [this.optional(left, at), value];
      return { kind: 'operation', operator: written === '+' ? 'add' : written, operands, ...(makes && { makes }), at };
    });
  }

  protected override step(operand: Syntax | undefined, operator: '+' | '-', at: Place): Expression {
    // `while (count--)` ends at 0.
    const isStatement = kindOf(operand?.parent()?.parent() ?? operand!) === 'expression_statement';
    const makes = operand && isStatement ? numberOfType(this.typeOf(operand)) : undefined;
    return this.change(operand, at, () => {
      const operands: Expression[] = [this.optional(operand, at), number(1, at)];
      return { kind: 'operation', operator: operator === '+' ? 'add' : '-', operands, ...(makes && { makes }), at };
    });
  }

  private released(node: Syntax, at: Place): Expression {
    const [operand] = meaningful(node);
    const name = /^delete\s*\[/.test(node.text()) ? 'delete[]' : 'delete';
    return this.change(operand, at, () => own(name, [this.optional(operand, at)], at));
  }

  protected pattern(node: Syntax): Target | undefined {
    const inner = unwrapped(node);
    if (kindOf(inner) === 'identifier') return this.place(inner.text(), placeOfNode(inner));
    const written = this.expression(inner);
    const expression = written.kind === 'call' && written.args.length === 1 ? written.args[0]!.value : written;
    if (expression.kind === 'field') {
      const { object, name, isFollowed } = expression;
      return { kind: 'field', object, name, ...(isFollowed && { isFollowed }) };
    }
    if (expression.kind === 'index') return { kind: 'index', object: expression.object, key: expression.key };
    return undefined;
  }

  private place(name: string, at: Place): Target {
    const found = this.scope.find(name);
    if (!found) {
      const member = this.name(name, at);
      if (member.kind === 'field') return { kind: 'field', object: member.object, name };
      const id = globalOf(name);
      this.made.shared.add(id);
      return { kind: 'variable', id };
    }
    if (found.isOuter) this.made.shared.add(found.id);
    if (!this.made.boxed.has(found.id)) return { kind: 'variable', id: found.id };
    return { kind: 'index', object: { kind: 'variable', id: found.id, at }, key: number(0, at) };
  }
}

const writtenTypeNamed = (name: string, typedefs: ReadonlyMap<string, CType>): CType => typedefs.get(name) ?? {};

/** Evaluates all, and gives the last. */
export function inOrder(all: readonly Expression[], at: Place): Expression {
  const items = all.map((value) => ({ value }));
  return { kind: 'index', object: { kind: 'list', items, at }, key: number(all.length - 1, at), at };
}
