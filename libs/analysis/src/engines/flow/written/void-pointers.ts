import { functionDeclarator } from '../lower/c/function-names';
import { unwrapped } from '../lower/c/places';
import { type CType, declaredType } from '../lower/c/types';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../lower/syntax';
import { type Fault, type FunctionOfC, nameOfCall } from './function';
import { argumentsOf, withoutCasts } from './uses';

/** The types for which a function takes its pointers of the type `void *`, by the position of the parameter. */
type TakenFor = ReadonlyMap<number, CType>;

/** Judges the addresses that functions get as `void *`, and take for addresses of something else. */
export function judgeVoidPointers(forms: readonly FunctionOfC[], tell: (fault: Fault) => void): void {
  const known = new Map<string, TakenFor>();
  for (const form of forms) {
    const taken = takenFor(form);
    if (taken.size > 0) known.set(form.name, taken);
  }
  if (known.size === 0) return;
  for (const form of forms)
    for (const node of form.nodes) {
      if (kindOf(node) !== 'call_expression') continue;
      const name = nameOfCall(node);
      const args = argumentsOf(node);
      for (const [position, type] of known.get(name) ?? []) judge(form, args[position], type, name, tell);
      // The new thread gets the last argument.
      const started = name === 'pthread_create' && args[2] ? unwrapped(args[2]).text().replace(/^&/, '') : '';
      const type = known.get(started)?.get(0);
      if (type) judge(form, args[3], type, started, tell);
    }
}

function judge(
  form: FunctionOfC,
  argument: Syntax | undefined,
  type: CType,
  name: string,
  tell: (fault: Fault) => void,
): void {
  const inner = argument && withoutCasts(argument);
  if (!inner || kindOf(inner) !== 'pointer_expression' || !inner.text().startsWith('&')) return;
  const place = field(inner, 'argument');
  if (!place || kindOf(unwrapped(place)) !== 'identifier') return;
  const given = form.names.typeOf(place);
  if (given?.size === undefined || given.to || given.isArray || given.name !== undefined || type.size === undefined)
    return;
  const isOther =
    type.size > given.size || (type.name === undefined && (type.isFloat ?? false) !== (given.isFloat ?? false));
  if (!isOther) return;
  tell({
    weakness: 'type-confusion',
    at: placeOfNode(inner),
    says: `${name} reads ${type.size} bytes there as ${kindOfType(type)}: ${place.text()} has ${given.size}`,
  });
}

const kindOfType = ({ isFloat, name }: CType): string =>
  name !== undefined ? `a ${name}` : isFloat ? 'a fraction' : 'a number';

/** The one type for which a function takes each of its parameters of the type `void *`. */
function takenFor({ node, nodes, names, uses }: FunctionOfC): TakenFor {
  const declarator = functionDeclarator(node);
  const parameters = declarator ? meaningful(field(declarator, 'parameters') ?? declarator) : [];
  const found = new Map<number, CType>();
  let casts: ReadonlyMap<string, readonly CType[]> | undefined;
  for (const [position, parameter] of parameters.entries()) {
    if (field(parameter, 'type')?.text() !== 'void') continue;
    const { name, type } = declaredType({}, field(parameter, 'declarator'));
    if (name === undefined || !type.to || type.to.to) continue;
    casts ??= castsIn(nodes, names);
    const [only, ...others] = casts.get(name) ?? [];
    const isSure = only && (only.name === undefined || names.isStruct(only)) && only.size !== undefined;
    if (isSure && others.length === 0 && uses.identifier(name)?.count === 1) found.set(position, only);
  }
  return found;
}

/** The types for which pointers are taken, by their names: in a cast, or by the variable that gets one. */
function castsIn(nodes: readonly Syntax[], names: FunctionOfC['names']): ReadonlyMap<string, readonly CType[]> {
  const found = new Map<string, CType[]>();
  const keep = (name: string, type: CType | undefined): void => {
    const known = found.get(name);
    if (type && known) known.push(type);
    else if (type) found.set(name, [type]);
  };
  for (const node of nodes) {
    const value = field(node, 'value');
    if (kindOf(node) === 'cast_expression' && value)
      keep(unwrapped(value).text(), names.typeNamed(field(node, 'type')).to);
    if (kindOf(node) !== 'declaration') continue;
    // A declaration counts once for a name.
    const taken = new Set<string>();
    for (const each of meaningful(node)) {
      const given = kindOf(each) === 'init_declarator' ? field(each, 'value') : undefined;
      const name = given && unwrapped(given).text();
      if (name === undefined || taken.has(name)) continue;
      taken.add(name);
      keep(name, declaredType(names.typeNamed(field(node, 'type')), each).type.to);
    }
  }
  return found;
}
