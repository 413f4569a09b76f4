import type { Expression, MappedMethod, VariableId } from '../../ir';
import type { Made } from '../lowering';
import { type Syntax, field, kindOf, meaningful, written } from '../syntax';

/** The names that a class and the classes around it declare, for names that are written without `this`. */
export interface Owner {
  readonly fields: ReadonlySet<string>;
  readonly statics: ReadonlySet<string>;
  /** Its static fields that are set where they stand, and nowhere else. */
  readonly constants: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
  readonly id: VariableId;
  /** The name by which classes within its methods know its instance: `Shop.this` */
  readonly selfName: string;
  /** The classes that it extends or implements. */
  readonly bases: readonly Expression[];
  readonly outer?: Owner;
}

export const selfNamed = (className: string): string => `this@${className}`;

export type MadeOfJava = Made & {
  /** The assignments of classes within classes, the inner ones first: the statement of the outer one takes them. */
  readonly nested: Expression[];
  readonly packageName: string;
  readonly mapped: MappedMethod[];
};

export const TYPE_DECLARATION = /^(?:class|interface|enum|record)_declaration$/;

/** Types of numbers, truth values and dates: no text fits into them. */
export const NUMBER_TYPE = new RegExp(
  '^(?:Integer|Long|Short|Byte|Double|Float|Boolean|int|long|short|byte|double|float|boolean|BigDecimal|BigInteger|' +
    'UUID|Date|LocalDate|LocalDateTime|LocalTime|Instant|OffsetDateTime|ZonedDateTime)$',
);

/** The simple name of a type, without its arguments and the packages before it. */
export function typeName(type: Syntax | undefined): string | undefined {
  if (!type) return undefined;
  switch (kindOf(type)) {
    case 'type_identifier':
    case 'integral_type':
    case 'floating_point_type':
    case 'boolean_type':
      return type.text() === 'var' ? undefined : type.text();
    case 'scoped_type_identifier':
      return type.text().split('.').at(-1);
    case 'generic_type':
    case 'annotated_type':
      return typeName(meaningful(type)[0]);
    default:
      return undefined;
  }
}

/** Whether a value of a type holds numbers and nothing else: `long`, `List<Long>`, `int[]`. Many bytes are a text. */
export function holdsNumbers(type: Syntax | undefined): boolean {
  const parts = type ? meaningful(type) : [];
  switch (type && kindOf(type)) {
    case undefined:
      return false;
    case 'annotated_type':
      return holdsNumbers(parts.at(-1));
    case 'array_type':
      return isManyNumbers(field(type!, 'element'));
    case 'generic_type': {
      const given = parts.find((part) => kindOf(part) === 'type_arguments');
      return COLLECTION.test(typeName(parts[0]) ?? '') && given !== undefined && isManyNumbers(meaningful(given)[0]);
    }
    default:
      return NUMBER_TYPE.test(typeName(type) ?? '');
  }
}
const isManyNumbers = (of: Syntax | undefined): boolean => holdsNumbers(of) && !/\b[bB]yte\b/.test(of?.text() ?? '');
const COLLECTION = /^(?:(?:Array|Linked|Hash|LinkedHash|Tree|Sorted)?(?:List|Set)|Collection|Iterable|Optional)$/;

/** The class around the one that a type names: `Request` of `okhttp3.Request.Builder`. */
export function outerName(type: Syntax | undefined): string | undefined {
  if (!type) return undefined;
  if (/^(?:generic|annotated)_type$/.test(kindOf(type))) return outerName(meaningful(type)[0]);
  return kindOf(type) === 'scoped_type_identifier' ? OUTER.exec(type.text())?.[1] : undefined;
}

const OUTER = /(?:^|\.)([A-Z]\w*)\.[A-Z]\w*$/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

export function textOf(node: Syntax): string {
  const text = node.text();
  const content = text.startsWith('"""') ? text.slice(3, -3) : text.slice(1, -1);
  return content.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** Whether a declaration has a modifier. A text in one of its annotations may be the same word. */
export const hasModifier = (node: Syntax, modifier: string): boolean => {
  const modifiers = meaningful(node).find((child) => kindOf(child) === 'modifiers');
  return modifiers !== undefined && written(modifiers).some((each) => each.text() === modifier);
};
