import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const form = (fields: string): string => page(`<form action="/o">${fields}<button>Send</button></form>`);
const GERMAN = 'Wer rastet, der rostet, und wer Tee trinkt, der lebt länger als die anderen';
const TEXT = 'We sell tea from India and from Japan, and brew it for you.';
const menu = (name: string, link: string): string => `<nav aria-label="${name}"><a href="${link}">Contact</a></nav>`;
const MODAL = (heading: string): string =>
  `<div role="dialog" aria-labelledby="t" style="display: none"><h2 ${heading}>Order</h2><button>Close</button></div>`;

it.each([
  [
    'a.html',
    page('<h2>Opening hours</h2><p>Oolong is rolled by hand, and malty Assam makes a strong tea.</p>'),
    'heading-thrice',
  ],
  ['a.html', page('<h2>Sailing boats</h2><p>The museum shows the paintings of two artists.</p>'), 'heading-thrice'],
  ['a.jsx', jsx('<h2>New page</h2><p>We open at eight and close at six.</p>'), 'heading-thrice'],
  ['a.html', form('<label>Text <input type="tel" name="phone"></label>'), 'label-says-nothing'],
  [
    'a.html',
    form('<h2>Bill to</h2><label>Name <input name="a"></label><label>Name <input name="b" type="tel"></label>'),
    'label-says-nothing',
  ],
  ['a.html', form('<label>First name <input type="password" name="p"></label>'), 'label-says-nothing'],
  ['a.html', form('<label>Your password <input name="u" autocomplete="username"></label>'), 'autocomplete-invalid'],
  ['a.html', page('<p>We wrote a report.</p><p><a href="report.pdf">PDF</a></p>'), 'link-name-vague'],
  ['a.html', page('<p><a href="/a"><img src="go.png" alt="link"></a> Our teas</p>'), 'image-words-empty'],
  ['a.html', page('<img src="teapot-blue.jpg" alt="Bicycle">'), 'image-words-empty'],
  ['a.html', page(menu('Main', '/uk/contact') + menu('Further', '/us/contact')), 'link-name-alone'],
  [
    'a.html',
    page('<details><summary aria-label="Toggle">Delivery and returns</summary><p>Free.</p></details>'),
    'label-in-name',
  ],
  ['a.html', page(MODAL('id="other"')), 'nameless-dialog'],
  [
    'a.html',
    page(`<p>The motto is <q>${GERMAN}</q>, which is true of the garden and of all that we do.</p>`),
    'part-language-missing',
  ],
  [
    'a.jsx',
    jsx('<p lang="it">The early bird catches the worm, as they say in the north of the country.</p>'),
    'part-language-other',
  ],
  ['a.html', page(`<font size="5"><b>Our teas</b></font><p>${TEXT}</p>`), 'heading-by-looks'],
  ['a.vue', vue(`<div class="text-2xl font-bold">Our teas</div><p>${TEXT}</p>`), 'heading-by-looks'],
  ['a.html', '<!doctype html>\n<html lang="en">\n<title>Untitled 1</title>\n<p>Tea</p>\n', 'page-title-placeholder'],
  ['a.html', page('<p>The minutes of March are online: <a href="/m.pdf">link</a>.</p>'), 'link-name-alone'],
  ['a.html', page('<p>To see the plan of the hall, <a href="/plan">follow this link</a>.</p>'), 'link-name-alone'],
  ['a.html', page('<div><p>Road closed.</p><p><a href="/road">&raquo; more</a></p></div>'), 'link-name-vague'],
  [
    'a.jsx',
    jsx('<ul><li>Attic room <a href="/attic">View</a></li><li>Garden room <a href="/garden">View</a></li></ul>'),
    'link-name-alone',
  ],
  ['a.html', form('<label for="s">Choose</label><select id="s"><option>Tent</option></select>'), 'label-says-nothing'],
  ['a.html', form('<label>Fill this in <input name="zip"></label>'), 'label-says-nothing'],
  ['a.html', page('<p><img src="stats.png" alt="chart"></p>'), 'image-words-empty'],
  [
    'a.html',
    page('<svg role="img" viewBox="0 0 2 2"><title>Layer 1</title><path d="M0 0"/></svg>'),
    'image-words-empty',
  ],
  [
    'a.html',
    '<!doctype html>\n<html lang="en">\n<title>My site | Untitled</title>\n<p>Tea</p>\n',
    'page-title-placeholder',
  ],
  ['a.html', page('<p>Guests say: <span class="stars">★★★★☆</span></p>'), 'picture-of-signs'],
  ['a.html', page(`<p><font size="6">Rowing club</font></p><p>${TEXT}</p>`), 'heading-by-looks'],
  [
    'a.jsx',
    jsx(
      '<table><tr className="header"><td>Boat</td><td>Seats</td></tr>' +
        '{p.all.map((b) => <tr><td>{b.a}</td><td>{b.c}</td></tr>)}</table>',
    ),
    'data-without-headers',
  ],
])('tells of a name in %s that says another thing: %s', async (file, text, rule) =>
  expect(await rulesIn(file, text)).toContain(rule),
);

it.each([
  page('<h2>Opening hours</h2><p>Our tea house is open all week, and coffee is roasted from noon.</p>'),
  page('<h2>Cost</h2><p>Umami kinfolk salvia jean shorts. Normcore coffee roast beer malty brew.</p>'),
  form('<label>Name <input name="a"></label><h2>Ship to</h2><label>Name <input name="b"></label>'),
  form('<label>PIN <input type="password" name="p"></label><label>Password <input type="password"></label>'),
  page('<table><tr><th scope="row">Report</th><td><a href="report.pdf">PDF</a></td></tr></table>'),
  page(menu('Main', '/contact') + menu('Further', '/contact/')),
  page(MODAL('id="t"')),
  page('<p>The house is called <q>Zum goldenen Hirsch</q>, and the garden is open all day.</p>'),
  page('<p><a href="/de">Deutsch</a> <a href="/fr">Français</a> and all the other languages of this page.</p>'),
  page('<nav><ul><li><a href="/info">Info</a></li><li><a href="/teas">Teas</a></li></ul></nav>'),
  form('<label for="s">Choose a pitch</label><select id="s"><option>Tent</option></select>'),
  page('<p>Guests say: <span role="img" aria-label="4 of 5 stars">★★★★☆</span> <i>★★★★☆</i> 4 of 5</p>'),
])('blames no name that may fit: %s', async (text) => {
  const told = /^(?:heading-thrice|label|link-name|nameless-dialog|part-language|image-words|picture-of|autocomplete)/;
  expect((await rulesIn('a.html', text)).filter((rule) => told.test(rule))).toEqual([]);
});
