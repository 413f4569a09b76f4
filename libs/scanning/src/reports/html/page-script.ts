/**
 * Filters and search. It runs offline, within the page, and makes no requests. It writes text, never markup. It reads
 * the texts at the first search: 20,000 places would slow down opening the page.
 */
export const PAGE_SCRIPT = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const groups = all('.group').map((element) => ({
  element,
  ...element.dataset,
  places: all('.place', element).map((place) => ({ element: place, severity: place.dataset.severity })),
}));
const listed = groups.reduce((sum, { places }) => sum + places.length, 0);
const isWhole = groups.every(({ count, places }) => Number(count) === places.length);
const sections = all('.groups');
const cards = all('.card[data-severity]');
const search = one('#search');
const selects = { category: one('#category'), tool: one('#tool'), role: one('#role') };
const told = one('#shown');
const format = (count, noun) => count.toLocaleString('en') + ' ' + noun + (count === 1 ? '' : 's');
const textOf = (part, element) => (part.text ??= element.textContent.toLowerCase());

function show() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const severities = cards.filter((card) => card.ariaPressed === 'true').map((card) => card.dataset.severity);
  const byPlace = words.length > 0 || severities.length > 0;
  const visible = [];
  let found = 0;
  for (const group of groups) {
    const wanted = Object.entries(selects).every(([name, { value }]) => value === '' || group[name] === value);
    let matching = 0;
    if (wanted) {
      const head = group.head ??= { text: undefined };
      const inHead = words.length > 0 && words.every((word) => textOf(head, group.element.firstChild).includes(word));
      for (const place of group.places) {
        const matches =
          (severities.length === 0 || severities.includes(place.severity)) &&
          (inHead || words.every((word) => textOf(place, place.element).includes(word)));
        if (place.element.hidden === matches) place.element.hidden = !matches;
        if (matches) matching += 1;
      }
    }
    group.element.hidden = matching === 0;
    if (matching === 0) continue;
    found += byPlace ? matching : Number(group.count);
    visible.push(group.element);
  }
  for (const section of sections) section.hidden = all('.group:not([hidden])', section).length === 0;
  // Who searches wants to see what matches, as long as that is no long list.
  if (words.length > 0 && visible.length <= 10)
    for (const element of visible) for (const part of [element, ...all('.more', element)]) part.open = true;
  const among = byPlace && !isWhole ? ' among the ' + listed.toLocaleString('en') + ' that are listed' : '';
  told.textContent = visible.length === 0
    ? 'Nothing matches' + among + '.'
    : format(found, 'finding') + ' in ' + format(visible.length, 'group') + (byPlace ? ' match' + among : '');
  one('#reset').hidden = !byPlace && Object.values(selects).every(({ value }) => value === '');
}

let waiting;
search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(show, 120); });
for (const select of Object.values(selects)) select.addEventListener('change', show);
for (const card of cards) {
  card.ariaPressed = 'false';
  card.addEventListener('click', () => {
    card.ariaPressed = String(card.ariaPressed !== 'true');
    show();
  });
}
for (const place of all('[data-file]')) place.addEventListener('click', () => {
  search.value = place.dataset.file;
  show();
  one('#filters').scrollIntoView();
  search.focus({ preventScroll: true });
});
one('#reset').addEventListener('click', () => {
  search.value = '';
  for (const select of Object.values(selects)) select.value = '';
  for (const card of cards) card.ariaPressed = 'false';
  show();
  search.focus();
});
one('#unfold').addEventListener('click', () => {
  const open = groups.some(({ element }) => !element.hidden && !element.open);
  for (const { element } of groups) if (!element.hidden) element.open = open;
});
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    search.focus();
  }
});
let folded = [];
addEventListener('beforeprint', () => {
  folded = all('details:not([open])').filter((element) => element.closest('[hidden]') === null);
  for (const element of folded) element.open = true;
});
addEventListener('afterprint', () => { for (const element of folded) element.open = false; });
one('#filters').hidden = false;
show();
`;
