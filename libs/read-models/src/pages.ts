import type { Collection, Document, StoredDocument, Where } from './read-model-store';

/**
 * Documents in the order of a field that none of them lacks and that never changes, such as the time at which they
 * came to be, a page at a time. What is removed, or does not match any more, while the pages are walked shifts none of
 * the others out of them.
 */
export async function* pagesOf<Doc extends Document>(
  collection: Pick<Collection<Doc>, 'find'>,
  { where = {}, by, size }: { where?: Where; by: keyof Doc & string; size: number },
): AsyncGenerator<readonly StoredDocument<Doc>[]> {
  let from: string | undefined;
  /** Documents of earlier pages that have the value at which the next page begins. */
  let before = new Set<string>();
  for (;;) {
    const limit = size + before.size;
    const found = await collection.find({
      where: from === undefined ? where : { ...where, [by]: { gte: from } },
      sort: [[by, 'ascending']],
      limit,
    });
    const page = found.filter(({ id }) => !before.has(id));
    if (page.length > 0) yield page;
    if (found.length < limit) return;
    const last = found.at(-1)!.document[by] as string;
    const same = found.filter(({ document }) => document[by] === last).map(({ id }) => id);
    before = new Set(last === from ? [...before, ...same] : same);
    from = last;
  }
}
