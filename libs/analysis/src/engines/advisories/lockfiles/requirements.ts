import { counted } from '@assay/kernel';
import { Unreadable } from '../../kit/per-file';
import type { LockedDependency, LockfileReader } from './lockfile';

const PINNED = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?===?\s*([^\s;#\\,*]+)([^]*)$/;
/** The text that may follow a version: a marker, a comment, an option, or the next line. */
const ENDED = /^\s*(?:$|[;\\#]|--)/;
const NAMED = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?(?:[<>=!~;@,]|#|$)/;

/** Requirements of pip with exact versions, as pip-compile writes them. Its comments name the dependants. */
export const requirements: LockfileReader = {
  reads: (name, path) =>
    (/^[\w.-]+\.txt$/i.test(name) && /requirements/i.test(name)) || /(?:^|\/)requirements\/[^/]+\.txt$/i.test(path),
  read(text) {
    const pinned: { name: string; version: string; line: number; via: string[] }[] = [];
    let open = 0;
    let last: (typeof pinned)[number] | undefined;
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line.length > 20_000) throw new Unreadable(`line ${index + 1} is longer than 20,000 characters`);
      const plain = line.trim();
      const [, name, version, rest = ''] = PINNED.exec(plain) ?? [];
      if (name !== undefined && ENDED.test(rest)) {
        const remarks = rest
          .split('#')
          .slice(1)
          .map((each) => each.trim());
        const via = remarks.find((each) => /^via\s/.test(each))?.slice('via'.length) ?? '';
        last = { name, version: version!, line: index + 1, via: viaIn(via) };
        pinned.push(last);
      } else if (NAMED.test(plain)) {
        open += 1;
        last = undefined;
      } else if (last && plain.startsWith('#'))
        last.via.push(
          ...viaIn(
            plain
              .slice(1)
              .trim()
              .replace(/^via(?=\s|$)/, ''),
          ),
        );
    }
    return {
      ecosystem: { name: 'PyPI' },
      knowsPaths: pinned.some(({ via }) => via.length > 0),
      dependencies: locked(pinned),
      ...(open > 0 && {
        leftOut: `${counted(open, 'requirement')} without an exact version: what is installed varies`,
      }),
    };
  },
};

/** `flask, jinja2`, `-r requirements.in`. */
const viaIn = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && /^(?:-[rc] )?\S+(?: \(\S+\))?$/.test(each));

const keyOf = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

function locked(
  pinned: readonly { name: string; version: string; line: number; via: readonly string[] }[],
): LockedDependency[] {
  const needs = new Map<string, string[]>();
  for (const { name, via } of pinned)
    for (const parent of via) {
      const key = keyOf(parent);
      const known = needs.get(key);
      if (known) known.push(keyOf(name));
      else needs.set(key, [keyOf(name)]);
    }
  return pinned.map(({ name, version, line, via }) => ({
    key: keyOf(name),
    name,
    version,
    line,
    needs: needs.get(keyOf(name)) ?? [],
    ...(via.some((each) => /^-[rc] /.test(each) || each.includes('(')) && { root: 'use' as const }),
  }));
}
