/** How much a call counts. Default: one. */
type Weight = (of: never, args: never, result: never) => number;

/** Methods, each by the object that has it and its name. */
export type Methods = readonly (readonly [of: object, name: string, weight?: Weight])[];

/** Does work, and counts how often some methods are called meanwhile. */
export async function countedCalls(methods: Methods, work: () => unknown): Promise<number> {
  let calls = 0;
  const all = methods.map(([of, name, weight = () => 1]) => ({
    of: of as Record<string, (...args: unknown[]) => unknown>,
    name,
    weight: weight as (...told: unknown[]) => number,
  }));
  const real = all.map(({ of, name }) => of[name]!);
  for (const [index, { of, name, weight }] of all.entries())
    of[name] = function (this: unknown, ...args: unknown[]) {
      const result = real[index]!.apply(this, args);
      calls += weight(this, args, result);
      return result;
    };
  try {
    await work();
  } finally {
    for (const [index, { of, name }] of all.entries()) of[name] = real[index]!;
  }
  return calls;
}
