import { markupTools } from '../../../catalogue/markup';
import { page, rulesIn } from '../../../../test/markup-rules';
import { runOn } from '../../../../test/run-on';
import { profileOf } from '../../engine-table';

const own = markupTools.filter(({ id }) => id === 'act-markup');

const script = (code: string): string => page(`<ul id="list"></ul>\n<script>\n${code}\n</script>`);
const put = (markup: string): string => script(`list.innerHTML = ${markup};`);
const ICON = '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>';

it.each([
  ['nameless-button', put(`\`<li><button class="x">${ICON}</button></li>\``)],
  ['nameless-image', put('items.map((each) => `<li><img src="${each.photo}"></li>`).join(\'\')')],
  [
    'nameless-link',
    script("let h = ''; for (const a of all) h += '<a href=\"' + a.url + '\"><i></i></a>'; $('#list').html(h);"),
  ],
  [
    'nameless-field',
    script("const f = (n) => `<input name=\"${n}\">`; list.insertAdjacentHTML('beforeend', f('a') + f('b'));"),
  ],
  [
    'nameless-field',
    script("const r = []; all.forEach((a) => { r.push('<td><input></td>'); }); list.innerHTML = r.join('');"),
  ],
  [
    'nameless-frame',
    script("document.write('<p>'); document.write('<iframe src=\"map.html\"></iframe>'); document.write('</p>');"),
  ],
  [
    'role-invalid',
    script('class X extends HTMLElement { f() { this.attachShadow({}).innerHTML = \'<i role="buton">Go</i>\'; } }'),
  ],
  ['nameless-button', script('const view = () => html`<p><button @click=${buy}></button>${name}</p>`;')],
  ['nameless-link', script('list.append($(\'<a href="/cart"><span class="cart"></span></a>\'));')],
  [
    'nameless-field',
    script("const t = document.createElement('template'); t.innerHTML = '<label>A</label><input id=\"n\">';"),
  ],
  [
    'nameless-button',
    script(
      "const b = document.createElement('button'); const i = document.createElement('i'); b.append(i); list.append(b);",
    ),
  ],
  [
    'nameless-image',
    script("const i = new Image(); Object.assign(i, { src: 'a.jpg', className: 'a' }); list.prepend(i);"),
  ],
  [
    'aria-value-invalid',
    script("const b = document.createElement('div'); b.setAttribute('aria-busy', 'yes'); list.append(b);"),
  ],
  ['nameless-button', put('`<button>${open ? \'<i class="a"></i>\' : \'<i class="b"></i>\'}</button>`')],
  [
    'nameless-button',
    script("list.innerHTML = '<button class=\"a\"></button>'; list.querySelector('.a').addEventListener('click', f);"),
  ],
  ['nameless-button', page('<template><li><button><i></i></button></li></template><script src="a.js"></script>')],
  ['nameless-image', page('<div x-data="{ a: [] }"><template x-for="b in a"><p><img :src="b.c"></p></template></div>')],
  ['nameless-image', page('<script type="text/x-handlebars-template">{{#each a}}<img src="{{b}}">{{/each}}</script>')],
  ['nameless-image', page('<script type="text/babel">\nconst A = () => <p><img src={b} /></p>;\n</script>')],
])('finds %s in the markup of a script: %s', async (rule, text) =>
  expect(await rulesIn('a.html', text)).toContain(rule),
);

it.each([
  put('`<button>${name}</button>`'),
  put('`<button ${attributes}></button>`'),
  put("`<button>${open ? '<i></i>' : 'Open'}</button>`"),
  put("`<button>${icon('x')}</button>`"),
  put('`<img src="${url}" alt="${alt}">`'),
  script("list.innerHTML = '<button class=\"a\"></button>'; list.querySelector('.a').textContent = name;"),
  script("list.innerHTML = '<button class=\"a\"></button>'; const a = list.querySelector('.a'); name(a);"),
  script("list.innerHTML = '<i></i><button></button>'; for (const b of list.querySelectorAll('button')) b.title = t;"),
  script('list.innerHTML = \'<h2 class="a"></h2><img id="b">\';'),
  script("const b = document.createElement('button'); b.append(icon()); list.append(b);"),
  script("const b = document.createElement('button'); name(b); list.append(b);"),
  script("const b = document.createElement('button'); if (t) b.textContent = t; list.append(b);"),
  script("const b = document.createElement('a'); b.href = url; b.download = 'a'; document.body.append(b); b.click();"),
  script("const make = () => { const b = document.createElement('button'); return b; };"),
  script("$('<button>').text(name).appendTo('#list'); const b = $('<button></button>'); b.text(name);"),
  script("list.innerHTML = strip('<button></button>'); const shown = '<button></button>';"),
  script("print.document.write('<html><body><button></button></body></html>');"),
  script('list.innerHTML = \'<input id="n">\'; other.innerHTML = \'<label for="n">Name</label>\';'),
  page('<template><li><button class="b"></button><img class="p" src=""></li></template><script src="a.js"></script>'),
  page('<div x-data="{ a: [] }"><template x-for="b in a"><p><img :src="b.c" :alt="b.d"></p></template></div>'),
  page('<script type="text/x-handlebars-template">{{#each a}}<img src="{{b}}" alt="{{c}}">{{/each}}</script>'),
])('blames nothing that a script leaves open: %s', async (text) =>
  expect((await rulesIn('a.html', text)).filter((rule) => rule.startsWith('nameless'))).toEqual([]),
);

it('tells of an element where the string has it', async () => {
  const text = script('list.innerHTML = `\n<li>\n  <img src="${url}">\n</li>`;');
  const { found } = await runOn(profileOf('markup-accessibility'), own, { 'a.html': text });
  expect(found).toEqual(['a.html:8 nameless-image']);
});

it('puts an element that a script appends twice at one place', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `e${index}`);
  const made = names.map((name) => `const ${name} = document.createElement('div');`);
  const put = names.slice(1).map((name, index) => `e${index}.append(${name}); e${index}.append(${name});`);
  const button = "const b = document.createElement('button'); e39.append(b);";
  const text = script([...made, ...put, button, 'list.append(e0);'].join('\n'));
  expect(await rulesIn('a.html', text)).toEqual(['nameless-button']);
});
