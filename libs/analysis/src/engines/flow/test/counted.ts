/** Methods, each by the object that has it and its name. */
export type Methods = readonly (readonly [of: object, name: string])[];

/** Does work, and counts how often some methods are called meanwhile. */
export async function countedCalls(methods: Methods, work: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  const all = methods.map(([of, name]) => ({ of: of as Record<string, (...args: unknown[]) => unknown>, name }));
  const real = all.map(({ of, name }) => of[name]!);
  for (const [index, { of, name }] of all.entries())
    of[name] = function (this: unknown, ...args: unknown[]) {
      calls += 1;
      return real[index]!.apply(this, args);
    };
  try {
    await work();
  } finally {
    for (const [index, { of, name }] of all.entries()) of[name] = real[index]!;
  }
  return calls;
}
