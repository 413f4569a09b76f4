/**
 * A question that is asked once for all who want to know at the same time. What one gets was asked after one called, so
 * that it is true at some moment since: a caller does not share the question under way but, with all the others, the
 * next.
 */
export function coalesced<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;
  const begin = (): Promise<Answer> => {
    next = undefined;
    const asked = ask();
    current = asked;
    return asked;
  };
  return () => (next ??= current.then(begin, begin));
}
