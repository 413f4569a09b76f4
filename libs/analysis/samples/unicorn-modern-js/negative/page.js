import fs from 'node:fs';

export function render(page, names, event) {
  const box = document.createElement('div');
  box.textContent = names.slice(0, 3);
  box.dataset.kind = 'page';
  box.setAttribute('aria-label', 'page');
  page.append(box);
  page.before(box);
  box.remove();
  box.addEventListener('click', () => render(page, names, event));
  if (event.key === 'Enter') return names.at(-1);
  if (Array.isArray(names) && names.includes('ada')) return names.slice(-2);
  if (page.title === undefined) throw new Error('a page needs a title');
  return null;
}

export function summary(rows) {
  const now = Date.now();
  const copy = structuredClone(rows);
  const position = rows.indexOf('total');
  const pairs = Object.fromEntries(rows.map((row) => [row.id, row]));
  const flat = rows.flat();
  const whole = Math.trunc(rows.length);
  const bytes = Buffer.alloc(16);
  const date = new Date(rows.date);
  const length = Math.hypot(rows.x, rows.y);
  const match = rows.name.match(/sum/);
  if (rows.name.startsWith('total') && match) return new Map([[match[0], 1]]);
  try {
    fs.writeFileSync('summary', rows.name.trimEnd());
  } catch (error) {
    return error.message;
  }
  if (typeof rows !== 'object') {
    throw new TypeError('rows must be an object');
  }
  return { now, copy, position, pairs, flat, whole, bytes, date, length };
}

export async function load(url) {
  return fetch(url);
}
