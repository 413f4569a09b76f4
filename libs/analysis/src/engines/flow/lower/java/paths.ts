import { type Syntax, kindOf, meaningful } from '../syntax';

const MAPPING = /^@(?:[\w.]*\.)?(?:Request|Get|Post|Put|Patch|Delete)Mapping\b/;
/** Arguments of the annotation that are no paths. */
const OTHER = /\b(?:produces|consumes|headers|params|method|name)\s*=\s*(?:\{[^}]*\}|"[^"]*"|[\w.]+)/g;
const MOST_PATHS = 10;

/** The paths by which Spring calls a method: those of its class with its own after each. */
export function pathsOfRequests(method: Syntax): readonly string[] {
  const own = writtenAt(method);
  if (own === undefined) return [];
  const type = method.parent()?.parent();
  const above = (type && writtenAt(type)) ?? [''];
  return above.flatMap((first) => own.map((second) => joined(first, second))).slice(0, MOST_PATHS);
}

/** The paths of an annotation: `['']` if it names none, undefined if there is no such annotation. */
function writtenAt(node: Syntax): readonly string[] | undefined {
  const modifiers = meaningful(node).find((child) => kindOf(child) === 'modifiers');
  const mapping = (modifiers ? meaningful(modifiers) : []).find((each) => MAPPING.test(each.text()));
  if (mapping === undefined) return undefined;
  const paths = [
    ...mapping
      .text()
      .replace(OTHER, '')
      .matchAll(/"([^"]*)"/g),
  ].map(([, path]) => path!);
  return paths.length === 0 ? [''] : paths.slice(0, MOST_PATHS);
}

const joined = (first: string, second: string): string =>
  `/${[first, second]
    .map((part) => part.replace(/^\/+|\/+$/g, ''))
    .filter((part) => part !== '')
    .join('/')}`;
