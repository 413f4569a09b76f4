/** How a page, its style or its script refers to elements by their ids: `#a`, `for="a"`, `getElementById('a')`. */
const REFERENCES = new RegExp(
  String.raw`#([^\s"'\x60<>(){}[\],;#]{1,200})|getElementById\(\s*["'\x60]([^"'\x60]{1,200})|` +
    String.raw`\b(?:for|htmlFor|list|headers|form|popovertarget|aria-[a-z]{1,30})\s{0,9}=\s{0,9}` +
    String.raw`(?:"([^"<>]{1,500})"|'([^'<>]{1,500})'|([^\s"'<>=]{1,200}))`,
  'g',
);

let last: { readonly page: string; readonly ids: ReadonlySet<string> } | undefined;

/** Whether something in a page refers to an element by the id: a label, a link, a style or a script. */
export function isReferredTo(id: string, page: string): boolean {
  if (last?.page !== page) last = { page, ids: referredIds(page) };
  return last.ids.has(id);
}

function referredIds(page: string): Set<string> {
  const ids = new Set<string>();
  for (const [, hash, called, ...lists] of page.matchAll(REFERENCES)) {
    if (called !== undefined) ids.add(called);
    // Behind the id of a selector there may be more: `#a:hover`, `#a.b`.
    if (hash !== undefined) for (const each of [hash, hash.split(/[.:>+~\\]/)[0]!]) ids.add(each);
    for (const list of lists) for (const each of list?.split(/\s+/) ?? []) ids.add(each);
  }
  return ids;
}
