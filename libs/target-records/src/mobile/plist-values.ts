/** A property list. Keys are the target's words: never members of an object of ours. */
export type Plist = string | number | boolean | Date | Uint8Array | PlistList | PlistDictionary;
export type PlistList = readonly Plist[];
export type PlistDictionary = ReadonlyMap<string, Plist>;

/** What a list may hold, all in all: Apple's largest have some ten thousand. */
export const MOST_VALUES = 200_000;
export const DEEPEST = 100;

export const isDictionary = (plist: Plist | undefined): plist is PlistDictionary => plist instanceof Map;
export const isList = (plist: Plist | undefined): plist is PlistList => Array.isArray(plist);

/** What a dictionary holds along a path of keys. */
export function valueAt(plist: Plist | undefined, ...keys: readonly string[]): Plist | undefined {
  let value = plist;
  for (const key of keys) value = isDictionary(value) ? value.get(key) : undefined;
  return value;
}

export const textAt = (plist: Plist | undefined, ...keys: readonly string[]): string | undefined => {
  const value = valueAt(plist, ...keys);
  return typeof value === 'string' ? value : undefined;
};

/** As Apple's readers take it: `1` and `YES` are true as well. */
export function isTrueAt(plist: Plist | undefined, ...keys: readonly string[]): boolean {
  const value = valueAt(plist, ...keys);
  return (
    value === true ||
    (typeof value === 'number' && value !== 0) ||
    (typeof value === 'string' && /^\s*(?:[yt]|[1-9])/i.test(value))
  );
}

/** The lines of a list as text: `key = value`, the keys of dictionaries within joined by dots. */
export function* plistLines(plist: Plist, path = ''): Generator<string> {
  if (isDictionary(plist)) {
    for (const [key, value] of plist) yield* plistLines(value, path === '' ? key : `${path}.${key}`);
  } else if (isList(plist)) {
    for (const [index, value] of plist.entries()) yield* plistLines(value, `${path}[${index}]`);
  } else {
    yield `${path} = ${scalarText(plist)}`;
  }
}

const scalarText = (value: Exclude<Plist, PlistList | PlistDictionary>): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  return typeof value === 'string' ? value.replace(/[\r\n]+/g, '\n') : String(value);
};
