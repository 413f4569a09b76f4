import type { Problem } from '../../kit/per-file';
import type { Directive } from './directives';
import { type Level, around, has, isLocation, named } from './levels';

/** Headers that protect pages, and those that load them. */
const PROTECTING = /^(?:content-security-policy|x-frame-options|strict-transport-security)$/i;
const headersOf = (level: Level): readonly Directive[] => named(level, 'add_header');
const nameOf = ({ args: [name = ''] }: Directive): string => name.toLowerCase();

/** One `add_header` in a location, and all those around it are gone there. */
export function headersLost(level: Level): Problem[] {
  const { directive } = level;
  const own = headersOf(level);
  if (!directive || !isLocation(level) || own.length === 0) return [];
  // An included file may set them again.
  if (has(level, 'include', 'add_header_inherit', 'more_set_headers', 'internal')) return [];
  const outer = around(level).slice(1);
  if (outer.some((each) => has(each, 'add_header_inherit'))) return [];
  if (!showsPages(level)) return [];
  const inherited = outer.map(headersOf).find(({ length }) => length > 0) ?? [];
  const set = new Set(own.map(nameOf));
  const lost = inherited.map(nameOf).filter((name) => PROTECTING.test(name) && !set.has(name));
  if (lost.length === 0) return [];
  const names = [...new Set(lost)].join(', no ');
  const message = `Answers of this location have no ${names}: its own add_header replaces all`;
  return [{ rule: 'headers-lost', line: own[0]!.line, message }];
}

/** A location of pages: data, scripts and pictures lose nothing that matters. */
function showsPages(level: Level): boolean {
  if (has(level, 'return', 'deny', 'stub_status', 'alias')) return false;
  const path = level.directive?.args.join(' ') ?? '';
  const tried = ['try_files', 'index'].flatMap((name) => named(level, name)).flatMap(({ args }) => args);
  return path === '/' || has(level, 'fastcgi_pass') || /\.(?:html?|php)\b/.test([path, ...tried].join(' '));
}

/** Every site may read answers with the visitor's cookies. */
export function anyOriginWithCredentials(level: Level): Problem[] {
  const own = headersOf(level);
  const origin = own.find((each) => nameOf(each) === 'access-control-allow-origin');
  if (origin === undefined || !/^\$\{?http_origin\}?$/.test(origin.args[1] ?? '')) return [];
  const allowed = own.find((each) => nameOf(each) === 'access-control-allow-credentials');
  if (!/^true$/i.test(allowed?.args[1] ?? '')) return [];
  if (around(level).some(asksForOrigin)) return [];
  const message = 'Every site may read answers in the name of whoever visits it: $http_origin is allowed as it is';
  return [{ rule: 'any-origin-with-credentials', line: origin.line, message }];
}

/** Whether a condition there may keep sites out. */
const asksForOrigin = (level: Level): boolean =>
  [...(level.directive?.name === 'if' ? [level.directive] : []), ...named(level, 'if')].some(({ args }) =>
    /origin|cors/i.test(args.join(' ')),
  );
