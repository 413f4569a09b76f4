import { hasModifier } from './names';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** A method that Lombok writes to read or set a field. */
export interface Accessor {
  readonly name: string;
  readonly field: string;
  readonly does: 'get' | 'set';
}

/** A declared field with what Lombok asks of it. */
interface Declared {
  readonly name: string;
  readonly type: string;
  readonly annotations: ReadonlySet<string>;
  readonly isFinal: boolean;
  readonly isSet: boolean;
}

/** The methods that Lombok's annotations of a class and of its fields write. */
export function accessorsOf(node: Syntax, members: readonly Syntax[]): readonly Accessor[] {
  const ofClass = annotationsIn(node);
  const isFluent = /\bfluent\s*=\s*true\b/.test(modifiersOf(node)?.text() ?? '');
  const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
  return fieldsIn(members).flatMap(({ name, type, annotations, isFinal }): Accessor[] => {
    const has = (...names: readonly string[]): boolean =>
      names.some((each) => ofClass.has(each) || annotations.has(each));
    const isTruth = type === 'boolean';
    const bare = isTruth && /^is[A-Z]/.test(name) ? name.slice(2) : capital(name);
    const getter = isFluent ? name : `${isTruth ? 'is' : 'get'}${bare}`;
    return [
      ...(has('Data', 'Getter', 'Value') ? [{ name: getter, field: name, does: 'get' as const }] : []),
      ...(has('Data', 'Setter') && !isFinal
        ? [{ name: isFluent ? name : `set${bare}`, field: name, does: 'set' as const }]
        : []),
    ];
  });
}

/**
 * The fields that the constructor takes that Lombok writes; undefined if it writes none.
 * @param isBuilt whether the class has a constructor of its own
 */
export function takenByConstructor(
  node: Syntax,
  members: readonly Syntax[],
  isBuilt: boolean,
): readonly string[] | undefined {
  const ofClass = annotationsIn(node);
  const fields = fieldsIn(members);
  const isOfAll = ofClass.has('AllArgsConstructor') || (ofClass.has('Value') && !isBuilt);
  if (isOfAll)
    return fields.filter(({ isFinal, isSet }) => !(isSet && (isFinal || ofClass.has('Value')))).map(({ name }) => name);
  const isOfFew = ofClass.has('RequiredArgsConstructor') || (ofClass.has('Data') && !isBuilt);
  if (!isOfFew || ofClass.has('NoArgsConstructor')) return undefined;
  return fields
    .filter(({ isFinal, isSet, annotations }) => !isSet && (isFinal || annotations.has('NonNull')))
    .map(({ name }) => name);
}

/** The methods that Lombok writes for objects that are built field by field. */
export interface Builder {
  /** The static method that begins a builder. */
  readonly begins: string;
  /** Each field has a method of its name. */
  readonly fields: readonly string[];
  /** Methods that return the object as it is: `build` and `toBuilder`. */
  readonly ends: readonly string[];
}

/** The builder that Lombok writes for a class; undefined if it writes none. */
export function builderOf(node: Syntax, members: readonly Syntax[]): Builder | undefined {
  const ofClass = annotationsIn(node);
  if (!ofClass.has('Builder') && !ofClass.has('SuperBuilder')) return undefined;
  const written = modifiersOf(node)?.text() ?? '';
  const named = (setting: string, otherwise: string): string =>
    new RegExp(`\\b${setting}\\s*=\\s*"(\\w*)"`).exec(written)?.[1] ?? otherwise;
  return {
    begins: named('builderMethodName', 'builder'),
    fields: fieldsIn(members)
      .filter(({ isFinal, isSet }) => !(isFinal && isSet))
      .map(({ name }) => name),
    ends: [named('buildMethodName', 'build'), ...(/\btoBuilder\s*=\s*true\b/.test(written) ? ['toBuilder'] : [])],
  };
}

const modifiersOf = (node: Syntax): Syntax | undefined =>
  meaningful(node).find((child) => kindOf(child) === 'modifiers');

function annotationsIn(node: Syntax): ReadonlySet<string> {
  const modifiers = modifiersOf(node);
  const annotations = (modifiers ? meaningful(modifiers) : []).filter((child) => kindOf(child).endsWith('annotation'));
  return new Set(annotations.flatMap((each) => field(each, 'name')?.text().split('.').at(-1) ?? []));
}

const fieldsIn = (members: readonly Syntax[]): Declared[] =>
  members
    .filter((member) => kindOf(member) === 'field_declaration')
    .flatMap((member) => {
      if (hasModifier(member, 'static')) return [];
      const [annotations, type] = [annotationsIn(member), field(member, 'type')?.text() ?? ''];
      return meaningful(member)
        .filter((child) => kindOf(child) === 'variable_declarator')
        .map((declarator) => ({
          name: field(declarator, 'name')?.text() ?? '',
          type,
          annotations,
          isFinal: hasModifier(member, 'final'),
          isSet: field(declarator, 'value') !== undefined,
        }));
    });
