import { type PositionedJson, memberOf, membersOf, stringOf } from '../kit/positioned-json';

/** The package's own files that its package.json names as entries, without `./`. Patterns are left out. */
export function entryFiles(json: PositionedJson): string[] {
  const named = ['main', 'module', 'types', 'typings'].flatMap((member) => stringOf(memberOf(json, member)) ?? []);
  return [
    ...new Set(
      [...named, ...stringsIn(memberOf(json, 'exports'))]
        .filter((entry) => entry !== '' && !entry.includes('*'))
        .map(plain),
    ),
  ];
}

/** The path of keys to the first mention of a file; undefined if there is none. */
export function pathToEntry(json: PositionedJson, file: string): string[] | undefined {
  for (const member of ['exports', 'types', 'typings', 'main', 'module']) {
    const path = pathTo(memberOf(json, member), file);
    if (path) return [member, ...path];
  }
  return undefined;
}

/** All strings in a part of the manifest, such as the target files of an entry's conditions. */
export const stringsIn = (json: PositionedJson | undefined): string[] => {
  if (json?.kind === 'object') return membersOf(json).flatMap(([, value]) => stringsIn(value));
  if (json?.kind === 'array') return json.items.flatMap(stringsIn);
  return stringOf(json) === undefined ? [] : [stringOf(json)!];
};

function pathTo(json: PositionedJson | undefined, file: string): string[] | undefined {
  const children =
    json?.kind === 'array'
      ? json.items.map((item, index): [string, PositionedJson] => [String(index), item])
      : membersOf(json);
  for (const [key, value] of children) {
    const path = pathTo(value, file);
    if (path) return [key, ...path];
  }
  return stringOf(json) !== undefined && plain(stringOf(json)!) === file ? [] : undefined;
}

const plain = (entry: string): string => entry.replace(/^(?:\.?\/)+/, '');
