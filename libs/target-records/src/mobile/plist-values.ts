/** A property list. The target chooses the keys, so dictionaries are maps and never plain objects. */
export type Plist = string | number | boolean | Date | Uint8Array | PlistList | PlistDictionary;
type PlistList = readonly Plist[];
type PlistDictionary = ReadonlyMap<string, Plist>;

/** The most values of a whole list. Apple's largest lists have some ten thousand. */
export const MAX_VALUES = 200_000;
export const MAX_DEPTH = 100;

export const isDictionary = (plist: Plist | undefined): plist is PlistDictionary => plist instanceof Map;
export const isList = (plist: Plist | undefined): plist is PlistList => Array.isArray(plist);

/** The value of a dictionary at a path of keys. */
export function valueAt(plist: Plist | undefined, ...keys: readonly string[]): Plist | undefined {
  let value = plist;
  for (const key of keys) value = isDictionary(value) ? value.get(key) : undefined;
  return value;
}

export const textAt = (plist: Plist | undefined, ...keys: readonly string[]): string | undefined => {
  const value = valueAt(plist, ...keys);
  return typeof value === 'string' ? value : undefined;
};

/** Whether a value is true as Apple's readers understand it: `1` and `YES` are true too. */
export function isTrueAt(plist: Plist | undefined, ...keys: readonly string[]): boolean {
  const value = valueAt(plist, ...keys);
  return (
    value === true ||
    (typeof value === 'number' && value !== 0) ||
    (typeof value === 'string' && /^\s*(?:[yt]|[1-9])/i.test(value))
  );
}

/** Characters of a path of keys. Each value repeats it, so a long key would be written thousands of times. */
const MAX_PATH = 1_000;

/**
 * The lines of a list as text: `key = value`. The keys of nested dictionaries are joined by dots. A path of more than
 * 1,000 characters is cut.
 */
export function* plistLines(plist: Plist, path = ''): Generator<string> {
  if (isDictionary(plist)) {
    for (const [key, value] of plist) yield* plistLines(value, cut(path === '' ? key : `${path}.${key}`));
  } else if (isList(plist)) {
    for (const [index, value] of plist.entries()) yield* plistLines(value, cut(`${path}[${index}]`));
  } else {
    yield `${path} = ${scalarText(plist)}`;
  }
}

/** A path that was cut ends with an ellipsis and stays as it is. */
const cut = (path: string): string => (path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH - 1)}…`);

const scalarText = (value: Exclude<Plist, PlistList | PlistDictionary>): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  return typeof value === 'string' ? value.replace(/[\r\n]+/g, '\n') : String(value);
};
