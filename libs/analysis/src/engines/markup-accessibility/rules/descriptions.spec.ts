import { page, rulesIn } from '../../../../test/markup-rules';

const whole = (title: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>${body}</body></html>`;
const CLOCKS = '<h1>Clock repair</h1><p>We mend clocks of all kinds within a week, and come to your house.</p>';
const script = (code: string) => `<script>${code}</script>`;
const BARS = '<rect width="9" height="9"/>'.repeat(4);
const MENU = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => `<a href="/${each}">Tea ${each}</a>`).join(' ');
const TEXT = '<p>The water boils once. Then it rests for a minute, and the leaves get three minutes.</p>';
const skip = (attributes: string, rest: string) => page(`<a ${attributes}>Skip to content</a>${rest}`);
const picture = (text: string, alt = '') => page(`<p>${text}</p><img src="/opening-hours.png" alt="${alt}">`);

it.each([
  ['page-title-placeholder', whole('New Document 1', CLOCKS)],
  ['page-title-other', whole('Apple harvest', CLOCKS)],
  [
    'page-language-other',
    whole('Tee', '<h1>Teehaus</h1><p>Der Tee wird um fünf serviert. Kuchen gibt es am Sonntag.</p>'),
  ],
  ['part-language-other', page('<p lang="fr">The tea is served at five, and you can have it with milk.</p>')],
  [
    'zoom-locked',
    page(script("document.querySelector('meta[name=viewport]').content = 'width=device-width, user-scalable=no';")),
  ],
  ['zoom-locked', page(script("addEventListener('gesturestart', (e) => e.preventDefault());"))],
  ['navigation-unskippable', whole('Tea', `<h1>Tea house</h1><div>${MENU}</div><div>${TEXT}</div>`)],
  ['navigation-unskippable', whole('Tea', `<nav>${MENU}</nav><div>${TEXT}</div>`)],
  ['skip-to-nowhere', skip('href="#"', '<main>Tea</main>')],
  ['skip-to-nowhere', skip('href="#m" onclick="return false"', '<main id="m">Tea</main>')],
  ['skip-to-nowhere', skip('href="#m" tabindex="-1"', '<main id="m">Tea</main>')],
  ['skip-to-nowhere', skip('href="#m"', '<div id="m" hidden></div>')],
  ['skip-to-nowhere', skip('href="#m"', `<nav id="m">${MENU}</nav><main>Tea</main>`)],
  [
    'heading-thrice',
    page('<h2>Hours</h2><p>From nine to five, closed on Sunday.</p><h2>Hours</h2><p>A pot is three euros.</p>'),
  ],
  ['heading-thrice', page('<h2>Heading 2</h2><p>We are open from nine to five.</p>')],
  ['link-name-alone', page('<p>For our hours <a href="/hours">click here</a>.</p>')],
  ['link-name-twice', page('<ul><li><a href="/a">Details</a></li><li><a href="/b">Details</a></li></ul>')],
  ['label-says-nothing', page('<form><label>Name <input name="a"></label><label>Name <input name="b"></label></form>')],
  ['picture-told-of', picture('Our opening hours:')],
  ['image-words-empty', page('<svg role="img" aria-label="icon"><path d="M0 0h9"/></svg>')],
  ['picture-of-text', page('<h2><img src="/heading.png" alt="Our teas"></h2>')],
  ['told-by-looks', page('<p>See the box on the right for prices.</p>')],
  ['told-by-looks', page('<p>Press the triangle to play.</p>')],
  ['told-by-looks', page('<p>Go on when you hear the beep.</p>')],
  ['told-by-looks', page('<p>Required fields are red.</p>')],
  ['chart-hidden', page(`<p>The bars tell how many came.</p><svg aria-hidden="true" width="200">${BARS}</svg>`)],
])('%s finds %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).toContain(rule);
});

it.each([
  ['page-title-other', whole('Clocks and watches', CLOCKS)],
  ['page-title-other', whole('Apple harvest', `${CLOCKS}${script('start()')}`)],
  ['page-language-other', whole('Tee', '<h1>Tea</h1><p>Our tea is served with milk.</p>')],
  ['part-language-other', page('<p lang="fr">Le thé est servi à cinq heures, avec du lait.</p>')],
  ['zoom-locked', page(script("const settings = { viewport: 'width=device-width' };"))],
  ['navigation-unskippable', whole('Tea', `<h1>Tea house</h1><div>${MENU}</div><h2>Water</h2>${TEXT}`)],
  ['skip-to-nowhere', page('<a href="#">Jump to top</a>')],
  ['skip-to-nowhere', skip('href="#m"', `<nav>${MENU}</nav><main id="m">Tea</main>`)],
  ['skip-to-nowhere', page(`<a href="#m">Skip to navigation</a><nav id="m">${MENU}</nav>`)],
  ['heading-thrice', page('<h3>title</h3><p>The name of the work, as it is printed.</p>')],
  ['link-name-alone', page('<p>See <a href="/hours">our hours</a>.</p>')],
  ['link-name-twice', page('<ul><li>Assam <a href="/a">Details</a></li><li>Ceylon <a href="/b">Details</a></li></ul>')],
  [
    'label-says-nothing',
    page(
      '<form><h3>Bill</h3><label>Town <input name="a"></label><h3>Post</h3><label>Town <input name="b"></label></form>',
    ),
  ],
  ['picture-told-of', picture('Our opening hours:', 'Nine to five')],
  ['picture-told-of', page('<p>We like this:</p><img src="/flower.png" alt="">')],
  ['told-by-looks', page('<p>Required fields are red and have a star (*).</p>')],
])('%s is silent about %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).not.toContain(rule);
});
