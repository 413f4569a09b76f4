export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  anyOf<Item>(items: readonly Item[]): Item;
}

/** Numbers that follow from the seed: a linear congruential generator (Numerical Recipes). */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, anyOf: (items) => items[below(items.length)]! };
}

/** ASSAY_FAULT_SEED repeats a run. */
export const faultSeed = (): number =>
  Number(process.env['ASSAY_FAULT_SEED'] ?? 1 + Math.floor(Math.random() * 2 ** 30));

/** As many of these moments as ASSAY_FAULT_MOMENTS says, at random and in their order; all of them without it. */
export function someMoments<Moment>(moments: readonly Moment[], chance: Random): Moment[] {
  const most = Number(process.env['ASSAY_FAULT_MOMENTS'] ?? moments.length);
  const chosen = [...moments];
  while (chosen.length > most) chosen.splice(chance.below(chosen.length), 1);
  return chosen;
}
