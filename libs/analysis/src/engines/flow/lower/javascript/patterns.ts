import type { Expression, Target, VariableId } from '../../ir';
import { Lowering } from '../lowering';
import type { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** A fallback that says nothing of the value. */
const isNothing = ({ kind, ...rest }: Expression): boolean =>
  kind === 'literal' && 'value' in rest && typeof rest.value !== 'string';

/** The places of a pattern for a list; a place may be left out: `[, second]`. */
function placesIn(node: Syntax): readonly (Syntax | undefined)[] {
  const places: (Syntax | undefined)[] = [];
  let isOpen = true;
  for (const child of node.children()) {
    if (kindOf(child) === ',') {
      if (isOpen) places.push(undefined);
      isOpen = true;
    } else if (child.isNamed() && kindOf(child) !== 'comment') {
      places.push(child);
      isOpen = false;
    }
  }
  return places;
}

/** Lowers the targets of assignments and declarations. */
export abstract class JavascriptPatterns extends Lowering {
  protected pattern(node: Syntax): Target | undefined {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        return { kind: 'variable', id: this.assigned(node.text()) };
      case 'member_expression':
        return {
          kind: 'field',
          object: this.optional(field(node, 'object'), at),
          name: field(node, 'property')?.text() ?? '',
        };
      case 'subscript_expression':
        return {
          kind: 'index',
          object: this.optional(field(node, 'object'), at),
          key: this.optional(field(node, 'index'), at),
        };
      case 'assignment_pattern':
      case 'object_assignment_pattern': {
        const [left, right] = [field(node, 'left'), field(node, 'right')];
        const target = left && this.pattern(left);
        const fallback = target && right ? this.expression(right) : undefined;
        return target && fallback && !isNothing(fallback) ? { kind: 'optional', target, fallback } : target;
      }
      case 'rest_pattern':
      case 'parenthesized_expression':
      case 'non_null_expression': {
        const [inner] = meaningful(node);
        return inner && this.pattern(inner);
      }
      case 'array_pattern':
      case 'array':
        return { kind: 'list', targets: placesIn(node).map((child) => child && this.pattern(child)) };
      case 'object_pattern':
      case 'object':
        return { kind: 'map', entries: meaningful(node).flatMap((child) => this.patternEntry(child)) };
      default:
        return undefined;
    }
  }

  private patternEntry(node: Syntax): { name?: string; target: Target }[] {
    const key = field(node, 'key');
    const value = key ? field(node, 'value') : node;
    const target = value && this.pattern(value);
    if (!target) return [];
    if (key) return [{ name: kindOf(key) === 'string' ? key.text().slice(1, -1) : key.text(), target }];
    if (kindOf(node) === 'rest_pattern') return [{ target }];
    return [{ name: (field(node, 'left') ?? node).text(), target }];
  }

  /** The variable of a name that is set here; a name that nothing declares is one of the whole module. */
  private assigned(name: string): VariableId {
    // The first assignment to an undeclared name declares it; `location`, the address of a page, is there already.
    if (name !== 'location' && !this.scope.find(name)) this.scope.ofFile.declare(name);
    const found = this.scope.find(name);
    if (!found) return `v:${name}#global`;
    if (found.isOuter) this.made.shared.add(found.id);
    return found.id;
  }

  protected declarePattern(node: Syntax | undefined, scope: Scope): void {
    if (!node) return;
    switch (kindOf(node)) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        scope.declare(node.text());
        return;
      case 'pair_pattern':
        this.declarePattern(field(node, 'value'), scope);
        return;
      case 'assignment_pattern':
      case 'object_assignment_pattern':
        this.declarePattern(field(node, 'left'), scope);
        return;
      case 'required_parameter':
      case 'optional_parameter':
        this.declarePattern(field(node, 'pattern'), scope);
        return;
      case 'object_pattern':
      case 'array_pattern':
      case 'rest_pattern':
        for (const child of meaningful(node)) this.declarePattern(child, scope);
    }
  }
}
