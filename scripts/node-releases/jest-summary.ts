/** How many test suites there were, as Jest says it at its end. */
export interface Suites {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** Undefined if Jest did not get to its closing lines. */
export function suitesOf(output: string): Suites | undefined {
  const line = [...output.matchAll(/^Test Suites: .*$/gm)].at(-1)?.[0];
  if (line === undefined) return undefined;
  const count = (what: string) => Number(new RegExp(String.raw`(\d+) ${what}`).exec(line)?.[1] ?? 0);
  return { passed: count('passed'), failed: count('failed'), total: count('total') };
}
