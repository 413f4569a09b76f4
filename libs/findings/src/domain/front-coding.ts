/** A list of texts in which each says how many characters it shares with the one before it, and what follows them. */
export type FrontCoded = readonly (readonly [shared: number, rest: string])[];

/** Paths share folders: an ordered list of them takes a third of its size. */
export function frontCoded(texts: readonly string[]): FrontCoded {
  let before = '';
  return texts.map((text) => {
    let shared = 0;
    while (shared < before.length && shared < text.length && before[shared] === text[shared]) shared += 1;
    before = text;
    return [shared, text.slice(shared)] as const;
  });
}

/** The texts again. */
export function backToFront(coded: FrontCoded): string[] {
  let before = '';
  return coded.map(([shared, rest]) => (before = before.slice(0, shared) + rest));
}
