/** Members that rules of SonarJS read as soon as they are loaded: the flags of the types of nothing. */
export const READ_AT_LOAD: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  TypeFlags: { Void: 16, Undefined: 4, Null: 8 },
};

/**
 * Replaces TypeScript by a proxy that loads it on first use of a member, as the TypeScript parser does. Plugins require
 * TypeScript when they load, but use it only for files in a compiler's program, which no file is here. It is the
 * largest module of all: 0.3 s of processor time.
 */
export function loadTypescriptAtFirstUse(): void {
  const path = require.resolve('typescript');
  if (require.cache[path]) return;
  let whole: Record<string | symbol, Record<string | symbol, unknown>> | undefined;
  const load = (): Record<string | symbol, Record<string | symbol, unknown>> => {
    if (!whole) {
      delete require.cache[path];
      whole = require(path) as NonNullable<typeof whole>;
    }
    return whole;
  };
  const known = new Map(
    Object.entries(READ_AT_LOAD).map(([name, values]) => [
      name,
      new Proxy(values, {
        get: (_, key) => (Object.hasOwn(values, key) ? values[key as string] : load()[name]![key]),
      }),
    ]),
  );
  // `esModuleInterop` reads this of every required module. TypeScript has none.
  const isKnown = (key: string | symbol) => !whole && key === '__esModule';
  const inItsPlace = new Proxy(
    {},
    {
      get: (_, key) => {
        if (isKnown(key)) return undefined;
        return (!whole && known.get(key as string)) || Reflect.get(load(), key);
      },
      has: (_, key) => Reflect.has(load(), key),
      ownKeys: () => Reflect.ownKeys(load()),
      getOwnPropertyDescriptor: (_, key) => {
        if (isKnown(key)) return undefined;
        const property = Reflect.getOwnPropertyDescriptor(load(), key);
        // A proxy may report a property as non-configurable only if its own target has it.
        return property && { ...property, configurable: true };
      },
    },
  );
  require.cache[path] = Object.assign(new (require('node:module') as typeof import('node:module'))(path), {
    filename: path,
    loaded: true,
    exports: inItsPlace,
  });
}
