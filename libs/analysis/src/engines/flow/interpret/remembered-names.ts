/** More names than these are not remembered. */
const MAX_NAMES = 20_000;

/** Remembers the answers of a pattern about names: a target uses the same few names again and again. */
export function rememberedByName<Answer>(find: (name: string) => Answer): (name: string) => Answer {
  const answers = new Map<string, { readonly answer: Answer }>();
  return (name) => {
    let known = answers.get(name);
    if (known === undefined) {
      known = { answer: find(name) };
      if (answers.size >= MAX_NAMES) answers.clear();
      answers.set(name, known);
    }
    return known.answer;
  };
}
