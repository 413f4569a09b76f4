import type { Expression, Parameter, Place, Statement } from '../ir';
import { evaluate } from './lowering';
import { NUMBER_TYPE } from './java/names';
import { unknown } from './syntax';

/** The name of any element of a list, in the name of a value. */
export const ANY_ELEMENT = '[]';

/** Names by which a statement means the only argument of its method, whatever the method calls it. */
const ONLY = /^(?:value|_parameter|list|collection|array|arg0|param1)$/;
/** Names by which a statement means one of several arguments. */
const NUMBERED = /^(?:arg(\d)|param(\d))$/;
/** Types that have no fields which a statement could mean. */
const PLAIN = /^(?:String|CharSequence)$/;

/** The parameter, or field of one, that a statement of a mapper means by a name: `sort`, `form.sort`, `_parameter`. */
export function argumentNamed(
  name: readonly string[],
  parameters: readonly Parameter[],
  at: Place,
): Expression | undefined {
  const [first = '', ...fields] = name;
  const [only, ...others] = parameters;
  const found =
    parameters.find(({ mappedAs }) => mappedAs === first) ??
    parameters.find((each) => each.name === first) ??
    parameters[placeNamed(first)];
  const isOfOnly = found === undefined && others.length === 0;
  const parameter = found ?? (isOfOnly ? only : undefined);
  const { target, type } = parameter ?? {};
  const typeName = type?.kind === 'import' ? (type.name ?? '') : '';
  if (target?.kind !== 'variable' || NUMBER_TYPE.test(typeName)) return undefined;
  const isItself = !isOfOnly || ONLY.test(first);
  if (!isItself && PLAIN.test(typeName)) return undefined;
  const variable: Expression = { kind: 'variable', id: target.id, at };
  const path = isItself ? fields : [first, ...fields];
  return path.reduce<Expression>(
    (object, each) =>
      each === ANY_ELEMENT
        ? { kind: 'index', object, key: unknown([], at), at }
        : { kind: 'field', object, name: each, at },
    variable,
  );
}

function placeNamed(name: string): number {
  const [, fromZero, fromOne] = NUMBERED.exec(name) ?? [];
  return fromZero !== undefined ? Number(fromZero) : fromOne !== undefined ? Number(fromOne) - 1 : -1;
}

/** A mapper joins the parts to a statement and runs it. */
export function runAsStatement(parts: readonly Expression[], at: Place): Statement {
  const statement: Expression = { kind: 'import', module: '.Statement', name: 'Statement', at };
  const callee: Expression = { kind: 'field', object: statement, name: 'executeQuery', at };
  return evaluate({ kind: 'call', callee, args: [{ value: { kind: 'text', parts, at } }], at });
}
