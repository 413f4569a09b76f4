import { page, rulesIn } from '../../../../test/markup-rules';

const whole = (title: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>${body}</body></html>`;
const SERVED = '<p>This is the tea that we serve every day at five.</p>';
const HOURS = '<p>We are open from nine to five, every day of the week.</p>';
const form = (fields: string) => page(`<form action="/order">${fields}<button>Order</button></form>`);
const field = (label: string, attributes: string) => form(`<label>${label} <input ${attributes}></label>`);
const list = (...items: readonly string[]) => page(`<ul>${items.map((each) => `<li>${each}</li>`).join('')}</ul>`);
const drawing = (name: string, inner: string) => page(`<svg role="img" aria-label="${name}">${inner}</svg>`);
const rows = (...cells: readonly string[]) =>
  page(`<table><tr><th>Tea</th><th>File</th></tr>${cells.map((each) => `<tr>${each}</tr>`).join('')}</table>`);
const table = (head: string) =>
  page(`<table>${head}<tr><td>Assam</td><td>India</td></tr><tr><td>Sencha</td><td>Japan</td></tr></table>`);
const photos = (...alts: readonly string[]) =>
  page(`<div>${alts.map((alt, index) => `<img src="/${index}.jpg" alt="${alt}">`).join('')}</div>`);

it.each([
  ['part-language-missing', page(`${SERVED}<img src="/a.jpg" alt="Eine Tasse Tee mit Milch">`)],
  ['part-language-missing', page(`${SERVED}<iframe src="/a" title="Mapa de la ciudad con las tiendas"></iframe>`)],
  ['part-language-missing', page(`${SERVED}<img src="/a.jpg" alt="机の上のお茶">`)],
  ['part-language-missing', page(`${SERVED}<img src="/a.jpg" alt="Un chat dort sur un canapé">`)],
  ['part-language-missing', page(`${SERVED}<img src="/a.jpg" alt="Una taza de té caliente con leche">`)],
  ['part-language-missing', page(`${SERVED}<p lang="fr"><img src="/a.jpg" alt="A cup of tea on the table"></p>`)],
  ['part-language-missing', whole('Les horaires de la maison du thé', `<h1>Tea</h1>${SERVED}`)],
  ['heading-thrice', page(`<h2>Weather</h2>${HOURS}`)],
  ['heading-thrice', page('<h2>Bicycle repair</h2><p>Stir the flour and the eggs, and bake the cake for an hour.</p>')],
  ['heading-thrice', page('<h2>Parcels</h2><p>We take all cards.</p><h2>Cards</h2><p>Parcels leave today.</p>')],
  ['heading-thrice', page(`<div role="heading" aria-level="2">Heading</div>${HOURS}`)],
  ['heading-thrice', page(`<h2 aria-label="section">Hours</h2>${HOURS}`)],
  ['heading-thrice', page(`<h2>Section 1</h2>${HOURS}<h2>Section 2</h2><p>Write to tea@example.org.</p>`)],
  ['image-words-empty', page('<img src="/a.jpg" alt="TODO: describe">')],
  ['image-words-empty', page('<canvas role="img" aria-label="canvas"></canvas>')],
  ['image-words-empty', page('<object data="a.svg" type="image/svg+xml" aria-label="object"></object>')],
  ['image-words-empty', page("<script>const i = new Image(); i.alt = 'image';</script>")],
  ['image-words-empty', photos('Product', 'Product', 'Product')],
  ['image-words-empty', drawing('A red circle', '<rect width="8" height="8"/>')],
  ['image-words-empty', drawing('Contact', '<text y="9">Sold out</text>')],
  ['image-words-empty', page('<img src="/red-bicycle.jpg" alt="A cup of tea">')],
  ['label-says-nothing', form('<input aria-label="textbox" name="a">')],
  ['label-says-nothing', field('Phone number', 'type="email" name="b"')],
  ['label-says-nothing', field('1', 'name="c"')],
  [
    'label-says-nothing',
    form(
      '<fieldset><legend>You</legend><label>Cup <input name="a"></label><label>Cup <input name="b"></label></fieldset>',
    ),
  ],
  ['label-in-name', page('<label>Town <input aria-label="City" name="c"></label>')],
  ['link-name-twice', list('<a href="/berlin">Contact</a>', '<a href="/paris">Contact</a>')],
  [
    'link-name-twice',
    page('<p><span role="link" tabindex="0" onclick="location=\'/a\'">Report</span> <a href="/b">Report</a></p>'),
  ],
  [
    'link-name-alone',
    rows('<td>Assam</td><td><a href="/a">Download</a></td>', '<td>Ceylon</td><td><a href="/b">Download</a></td>'),
  ],
  ['link-name-alone', page('<table><tr><td>Assam is strong.</td><td><a href="/a">Read more</a></td></tr></table>')],
  ['data-without-headers', table('<tr class="header"><td>Tea</td><td>Origin</td></tr>')],
  ['data-without-headers', table('<tr style="font-weight: 700"><td>Tea</td><td>Origin</td></tr>')],
  ['meaning-removed', page('<table role="none"><tr><td scope="col">Tea</td><td>Assam</td></tr></table>')],
  ['aria-attribute-forbidden', page('<div aria-roledescription="slide">Tea</div>')],
  ['page-title-placeholder', whole('https://example.org/tea', `<h1>Tea</h1>${SERVED}`)],
])('%s finds %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).toContain(rule);
});

it.each([
  ['part-language-missing', page(`${SERVED}<img src="/a.jpg" alt="Café de la Paix, Paris">`)],
  ['part-language-missing', page(`${SERVED}<p lang="de"><img src="/a.jpg" alt="Eine Tasse Tee mit Milch"></p>`)],
  ['part-language-missing', page(`${SERVED}<button title="日本語">x</button>`)],
  ['part-language-missing', page(`${SERVED}<img src="/a.jpg" alt="Delivery van in a street">`)],
  [
    'heading-thrice',
    page('<nav><h2>Contact</h2><ul><li><a href="/h">Opening hours</a></li><li><a href="/p">Prices</a></li></ul></nav>'),
  ],
  ['heading-thrice', page(`<h2>Opening hours</h2>${HOURS}`)],
  ['heading-thrice', page('<h2>Careers</h2><p>Call us from Monday to Friday if you are looking for a job.</p>')],
  ['heading-thrice', page('<h2>Section 2 of the act</h2><p>Nobody may brew tea at night.</p>')],
  ['heading-thrice', page('<h2>Heading</h2><p>Vivamus sagittis lacus vel augue, et ut sed odio dui.</p>')],
  ['image-words-empty', photos('Assam', 'Ceylon', 'Sencha')],
  ['image-words-empty', drawing('A blue circle', '<circle r="8"/>')],
  ['image-words-empty', drawing('Sold out', '<text y="9">Sold out</text>')],
  ['image-words-empty', page('<img src="/dog.jpg" alt="A dog beside a bicycle">')],
  ['label-says-nothing', field('Value of the goods', 'name="a"')],
  ['label-says-nothing', field('E-mail', 'type="email" name="a"')],
  ['label-says-nothing', field('User name', 'type="email" name="a"')],
  ['data-without-headers', table('<tr><td>Ceylon</td><td>Sri Lanka</td></tr>')],
  ['meaning-removed', page('<table role="none"><tr><td>Tea</td><td>Assam</td></tr></table>')],
  ['aria-attribute-forbidden', page('<div role="group" aria-label="1" aria-roledescription="slide">Tea</div>')],
  ['label-in-name', page('<label>Town <input aria-label="Town or city" name="c"></label>')],
  ['link-name-twice', list('<a href="/berlin">Contact</a> in Berlin', '<a href="/paris">Contact</a> in Paris')],
  ['link-name-twice', list('<a href="#a">Contact</a>', '<a href="#b">Contact</a>')],
  [
    'link-name-alone',
    rows('<th>Assam</th><td><a href="/a">Download</a></td>', '<th>Ceylon</th><td><a href="/b">Download</a></td>'),
  ],
])('%s passes over %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).not.toContain(rule);
});

const teasOf = (attributes: string) =>
  'export const Teas = ({ teas }) => ' +
  `<div role="list">{teas.map((tea) => <div key={tea.id} ${attributes}>{tea.name}</div>)}</div>;`;

it('finds that what a loop of a component puts into a list is no item', async () => {
  expect(await rulesIn('Teas.jsx', teasOf(''))).toContain('aria-children-missing');
  expect(await rulesIn('Teas.jsx', teasOf('role="listitem"'))).not.toContain('aria-children-missing');
});
