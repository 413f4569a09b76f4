import fs from 'fs';

export function render(page, names, event) {
  const box = document.createElement('div');
  box.innerText = names.substr(0, 3);
  box.setAttribute('data-kind', 'page');
  page.appendChild(box);
  page.parentNode.insertBefore(box, page);
  box.parentNode.removeChild(box);
  box.onclick = () => render(page, names, event);
  box.addEventListener('keydown', (key) => key.keyCode === 13 && page.submit());
  if (event) return names[names.length - 1];
  if (names instanceof Array && names.indexOf('ada') !== -1) return names.slice(names.length - 2);
  if (typeof page.title === 'undefined') throw Error('');
  return null;
}

export function summary(rows) {
  const now = new Date().getTime();
  const copy = JSON.parse(JSON.stringify(rows));
  const ids = rows.findIndex((row) => row === 'total');
  const pairs = rows.reduce((all, row) => Object.assign(all, { [row.id]: row }), {});
  const flat = [].concat(...rows);
  const whole = ~~rows.length;
  const bytes = new Buffer(16);
  const dates = new Date(rows.date.getTime());
  const length = Math.sqrt(rows.x ** 2 + rows.y ** 2);
  if (/^total/.test(rows.name) && rows.name.match(/sum/)) return Map();
  try {
    fs.writeFileSync('summary', rows.name.trimRight());
  } catch (error) {
    return undefined;
  }
  if (typeof rows !== 'object') {
    throw new Error('rows must be an object');
  }
  return { now, copy, ids, pairs, flat, whole, bytes, dates, length };
}

export async function load(url) {
  return Promise.resolve(await fetch(url));
}
