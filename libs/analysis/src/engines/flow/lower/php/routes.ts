import type { Syntax } from '../syntax';
import { field, kindOf, meaningful } from '../syntax';
import type { Names } from './names';

/** The attribute with which Symfony declares a route. */
const ROUTE = /^Symfony\\Component\\Routing\\(?:Attribute|Annotation)\\Route$/;

/**
 * The paths of the routes that attributes of Symfony declare for a method; undefined if there are none, or if a part of
 * a path is not written where it stands.
 * @param around the class of the method, whose route all paths begin with
 */
export function pathsOfRoutes(method: Syntax, around: Syntax, names: Names): readonly string[] | undefined {
  const own = routesOf(method, names).map(pathsOf);
  if (own.length === 0) return undefined;
  const paths = own.flatMap((each) => each ?? []);
  const prefixes = routesOf(around, names).map(pathsOf);
  if (own.includes(undefined) || prefixes.includes(undefined)) return undefined;
  const before = prefixes.flatMap((each) => each ?? []);
  return (before.length === 0 ? [''] : before).flatMap((prefix) => paths.map((path) => prefix + path));
}

function routesOf(node: Syntax, names: Names): readonly Syntax[] {
  return meaningful(node)
    .filter((child) => kindOf(child) === 'attribute_list')
    .flatMap((list) => meaningful(list))
    .flatMap((group) => meaningful(group))
    .filter((attribute) => {
      const name = meaningful(attribute)[0];
      return name !== undefined && ROUTE.test(names.classNamed(name.text()).replace(/^\\/, ''));
    });
}

/** The paths of one attribute: one, or one for each language. A route without a path has that of its class. */
function pathsOf(attribute: Syntax): readonly string[] | undefined {
  const list = meaningful(attribute).find((child) => kindOf(child) === 'arguments');
  const args = list ? meaningful(list).filter((child) => kindOf(child) === 'argument') : [];
  const isPath = (argument: Syntax, index: number) => {
    const name = field(argument, 'name')?.text();
    return name === 'path' || (name === undefined && index === 0);
  };
  const written = args.find(isPath);
  if (written === undefined) return [''];
  const value = meaningful(written).at(-1)!;
  const texts = kindOf(value) === 'array_creation_expression' ? meaningful(value) : [value];
  const paths = texts.map((each) =>
    textOf(kindOf(each) === 'array_element_initializer' ? meaningful(each).at(-1)! : each),
  );
  return paths.includes(undefined) ? undefined : paths.flatMap((path) => path ?? []);
}

/** A text without variables. */
const textOf = (node: Syntax): string | undefined =>
  /^(?:encapsed_)?string$/.test(kindOf(node)) && !/(?<!\\)\$/.test(node.text()) ? node.text().slice(1, -1) : undefined;

/** Whether a path of Symfony has a part with a name: `/a/{name}`, `/a/{!name<\\d+>?1}`, `/a/{slug:name}`. */
export const namesPart = (path: string, name: string): boolean =>
  [...path.matchAll(PART)].some(([, variable, mapped]) => variable === name || mapped === name);
const PART = /\{!?(\w+)(?::(\w+)(?:\.\w+)?)?/g;
