/** Durable appends a second. */
export interface Appends {
  readonly oneWriter: number;
  readonly manyWriters: number;
}

/** @throws Error if this is not what `npm run bench -- --only appends --json` prints */
export function appendsOf(output: string): Appends {
  const { measurements } = JSON.parse(output.slice(output.indexOf('{'))) as {
    measurements: readonly { readonly ours: number }[];
  };
  const [one, many] = measurements;
  if (!one || !many) throw new Error('the benchmark of appends measures one writer and many, but these are missing');
  return { oneWriter: one.ours, manyWriters: many.ours };
}
