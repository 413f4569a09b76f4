/**
 * Plugins require TypeScript as they load, and use it only for files that a program of its compiler describes, which
 * no file is here. It is the largest module of all, 0.3 s of processor time: this puts something in its place that
 * loads it when a member of it is first asked for, as the TypeScript parser does.
 */
export function loadTypescriptAtFirstUse(): void {
  const path = require.resolve('typescript');
  if (require.cache[path]) return;
  let whole: object | undefined;
  const load = (): object => {
    if (!whole) {
      delete require.cache[path];
      whole = require(path) as object;
    }
    return whole;
  };
  // `esModuleInterop` asks for it of every module that it requires; TypeScript has none.
  const isKnown = (key: string | symbol) => !whole && key === '__esModule';
  const exports = new Proxy(
    {},
    {
      get: (_, key) => (isKnown(key) ? undefined : Reflect.get(load(), key)),
      has: (_, key) => Reflect.has(load(), key),
      ownKeys: () => Reflect.ownKeys(load()),
      getOwnPropertyDescriptor: (_, key) => {
        if (isKnown(key)) return undefined;
        const property = Reflect.getOwnPropertyDescriptor(load(), key);
        // A proxy may name a property as fixed only if its own target has it.
        return property && { ...property, configurable: true };
      },
    },
  );
  require.cache[path] = Object.assign(new (require('node:module') as typeof import('node:module'))(path), {
    filename: path,
    loaded: true,
    exports,
  });
}
