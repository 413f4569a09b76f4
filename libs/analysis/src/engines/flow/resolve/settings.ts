type Settings = ReadonlyMap<string, string>;

const KEY = /^(?:[^\s:=\\]|\\.)+/;

/** The keys and values of a `.properties` file, as Java reads them. */
export function propertiesIn(text: string): Settings {
  const settings = new Map<string, string>();
  // A backslash at the end of a line joins it with the next one.
  for (const line of text.replace(/\\\r?\n[ \t\f]*/g, '').split(/\r?\n/)) {
    const entry = line.trimStart();
    const key = /^[#!]/.test(entry) ? undefined : KEY.exec(entry)?.[0];
    if (key === undefined) continue;
    const value = entry.slice(key.length).replace(/^\s*[:=]?\s*/, '');
    settings.set(unescaped(key), unescaped(value).trimEnd());
  }
  return settings;
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

/** The settings of the file that a path of the class path or of the project means; undefined of several files. */
export function settingsOf(files: ReadonlyMap<string, Settings>, path: string): Settings | undefined {
  const end = path.replace(/^(?:\.?\/)+/, '');
  if (end === '') return undefined;
  const found = [...files].filter(([file]) => file === end || file.endsWith(`/${end}`));
  return found.length === 1 ? found[0]![1] : undefined;
}
