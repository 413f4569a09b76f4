import { Session } from 'node:inspector';

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * Counts the steps of some work: how often each block of JavaScript ran, of our own code and of libraries. In a
 * process that only interprets, the same work always takes the same number of steps, however busy the machine is. A
 * search in a list, which V8 does itself, counts the entries that it may look at. Load the code under test after this
 * call.
 */
export async function startCounting(): Promise<{ stepsOf(work: () => unknown): Promise<number> }> {
  const session = new Session();
  session.connect();
  const ask = (method: string, options: object = {}) =>
    new Promise<unknown>((resolve, reject) =>
      session.post(method, options, (error, answer) => (error ? reject(error as Error) : resolve(answer))),
    );
  // Each answer has what was counted since the one before.
  const counted = async (): Promise<number> =>
    ((await ask('Profiler.takePreciseCoverage')) as Coverage).result
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async stepsOf(work) {
      await counted();
      const searches = countSearches();
      try {
        await work();
      } finally {
        searches.stop();
      }
      return searches.entries() + (await counted());
    },
  };
}

/** Counts the entries that searches in lists may look at, while it is on. */
function countSearches(): { stop(): void; entries(): number } {
  const names = ['indexOf', 'lastIndexOf', 'includes'] as const;
  const searches = Array.prototype as unknown as Record<(typeof names)[number], unknown>;
  const own = names.map((name) => searches[name]);
  let entries = 0;
  for (const [index, name] of names.entries())
    searches[name] = function (this: unknown[], ...given: never) {
      entries += this.length;
      return (own[index] as (...searched: never) => never).apply(this, given);
    } as never;
  return {
    stop() {
      for (const [index, name] of names.entries()) searches[name] = own[index] as never;
    },
    entries: () => entries,
  };
}
