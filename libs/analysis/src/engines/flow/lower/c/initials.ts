import type { Expression, MapEntry, Place } from '../../ir';
import { nothing, number, own, typeNamed } from './names';
import { CPlaces } from './places';
import type { CType } from './types';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

/** Longer tables are not told apart by their elements. */
const MAX_ELEMENTS = 64;

/** Lowers the initial values of variables of C. */
export abstract class CInitials extends CPlaces {
  /** The initial value of a variable of a type. */
  protected initial(type: CType, value: Syntax | undefined, at: Place): Expression {
    const list = value && /^(?:initializer_list|argument_list)$/.test(kindOf(value)) ? value : undefined;
    if (type.isArray) return this.array(type, value, at);
    if (type.holds === 'map') return this.entries(list, at);
    if (type.holds === 'list') return list ? this.elements(list, at) : this.copied(value, at);
    if (type.holds !== undefined) return this.text(type, list ? meaningful(list)[0] : value, at);
    if (type.name !== undefined && !type.to) return this.structured(type.name, value, at);
    if (!value) return nothing(at);
    const written = list ? meaningful(list)[0] : value;
    return this.shaped(this.narrowed(this.optional(written, at), written, type, at), type, at);
  }

  protected copied(value: Syntax | undefined, at: Place): Expression {
    return value ? this.expression(value) : { kind: 'list', items: [], at };
  }

  protected text({ holds }: CType, value: Syntax | undefined, at: Place): Expression {
    if (value) return holds === 'text' ? this.copiedText(this.expression(value), value, at) : this.expression(value);
    return holds === 'pointer' ? { kind: 'literal', value: null, at } : own('empty text', [], at);
  }

  protected array({ to, count }: CType, value: Syntax | undefined, at: Place): Expression {
    const unit = to ? this.sizeOf(to, at) : nothing(at);
    const length = count ? this.expression(count) : this.lengthOf(value, at);
    const content = value ? [this.expression(value)] : [];
    return own('array', [length, unit, ...content], at);
  }

  /** `char name[] = "text"` is as long as the text, and its end. */
  protected lengthOf(value: Syntax | undefined, at: Place): Expression {
    if (!value) return nothing(at);
    if (kindOf(value) === 'initializer_list')
      return meaningful(value).some((each) => kindOf(each) === 'initializer_pair')
        ? nothing(at)
        : number(meaningful(value).length, at);
    const text = this.expression(value);
    return text.kind === 'literal' && typeof text.value === 'string'
      ? number(new TextEncoder().encode(text.value).length + 1, at)
      : nothing(at);
  }

  protected structured(name: string, value: Syntax | undefined, at: Place): Expression {
    const type = typeNamed(name, at);
    if (!value) return own('struct', [type], at);
    if (kindOf(value) === 'initializer_list' && !this.hasConstructor(name))
      return own('struct', [type, this.elements(value, at)], at);
    if (kindOf(value) !== 'initializer_list' && kindOf(value) !== 'argument_list') return this.expression(value);
    const args = meaningful(value).map((each) => ({ value: this.expression(each) }));
    return { kind: 'call', callee: type, args, isNew: true, at };
  }

  protected hasConstructor(name: string): boolean {
    return this.made.members.get(name)?.methods.has(name) === true;
  }

  /** `{{"a", 1}, {"b", 2}}` */
  protected entries(list: Syntax | undefined, at: Place): Expression {
    const entries = (list ? meaningful(list) : []).map((pair): MapEntry => {
      const [key, value] = meaningful(pair);
      const content =
        value && isListOfPairs(value) ? this.entries(value, placeOfNode(value)) : this.optional(value, at);
      return { key: this.optional(key, at), value: content };
    });
    return { kind: 'map', entries, at };
  }

  protected elements(list: Syntax, at: Place): Expression {
    const items = meaningful(list);
    const pairs = items.filter((each) => kindOf(each) === 'initializer_pair');
    if (pairs.length > 0) {
      const entries = pairs.slice(0, MAX_ELEMENTS).map((pair): MapEntry => {
        const designator = meaningful(pair)[0];
        const key = designator && meaningful(designator)[0];
        const value = this.optional(field(pair, 'value'), at);
        const isField = designator !== undefined && kindOf(designator) === 'field_designator';
        if (isField && (value.kind === 'import' || value.kind === 'variable'))
          this.made.held.push({ name: key?.text() ?? '', value });
        return { key: isField ? textLiteral(key?.text() ?? '', at) : this.optional(key, at), value };
      });
      return { kind: 'map', entries, at };
    }
    const known = items.slice(0, MAX_ELEMENTS).map((each) => ({ value: this.expression(each) }));
    if (items.length <= MAX_ELEMENTS) return { kind: 'list', items: known, at };
    return { kind: 'map', entries: [], at };
  }
}

/** `{{"a", 1}, {"b", 2}}`, which a map is made of. */
const isListOfPairs = (node: Syntax): boolean =>
  kindOf(node) === 'initializer_list' &&
  meaningful(node).length > 0 &&
  meaningful(node).every((each) => kindOf(each) === 'initializer_list' && meaningful(each).length === 2);

const textLiteral = (value: string, at: Place): Expression => ({ kind: 'literal', value, at });
