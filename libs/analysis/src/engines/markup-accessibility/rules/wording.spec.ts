import { page, rulesIn } from '../../../../test/markup-rules';

const FRENCH =
  'Merci de fermer la porte derrière vous et de laisser vos chaussures dans l’entrée. Le repas est servi à midi.';
const ENGLISH = '<p>The sign at the hut is about the door and the shoes.</p>';
const SKIP = '<a class="skip" href="#teas">Skip to content</a><div id="teas"><p>Teas of the season</p></div>';
const figure = (file: string, alt: string, caption: string) =>
  `<figure><img src="${file}.jpg" alt="${alt}"><figcaption>${caption}</figcaption></figure>`;
const BOX = '<style>.a { height: 60px; overflow: auto }</style><div class="a"><p>A</p><p>B</p><p>C</p></div>';
const FOCUS =
  '<style>.a:focus { outline: 2px solid transparent; outline-offset: 2px }</style><a class="a" href="/">Tea</a>';
const CODE = (warning: string) =>
  `<form id="f"><p>${warning}</p><label>Code <input id="c"></label></form>` +
  `<script>document.getElementById('c').addEventListener('input', () => { document.forms[0].submit(); });</script>`;
const WRONG = (message: string) =>
  '<label>Cups <input id="c" aria-describedby="m"></label><p id="m" role="alert"></p><script>' +
  `c.setAttribute('aria-invalid', 'true'); document.getElementById('m').textContent = '${message}';</script>`;
const LISTING = '<pre>row 1 k2 p2 k2 p2 k2 p2 k2 p2 k2 p2</pre>';
const LINE = '<p class="a">Ferry cancelled this evening because of the gale from the west</p>';
const field = (label: string) =>
  `<form action="/"><label>${label} <input name="a" aria-invalid="true" aria-describedby="e"></label></form>`;

it.each([
  ['focus-kept', '<label>Cups <input onblur="this.focus()"></label>'],
  [
    'change-goes-on',
    '<form><label>A <select onchange="location.href = this.value"><option>B</select></label><button>C</button></form>',
  ],
  ['skip-hidden', `<style>.skip { display: none } .skip:focus { display: block }</style>${SKIP}`],
  ['error-says-nothing', `${field('Cups')}<span id="e">Error</span>`],
  ['label-says-nothing', '<form action="/"><label>Field 1 <input name="a"></label></form>'],
  ['picture-told-of', '<p>Our hours are in the picture:</p><p><img src="a.png" alt=""></p>'],
  ['picture-text-shared', figure('a', 'A tin of tea', 'Sencha') + figure('b', 'A tin of tea', 'Assam')],
  ['picture-of-text', '<p><img src="/img/slogan-2.png" alt="Tea is ready at five"></p>'],
  ['image-filename', '<img src="/a/dsc0417-scaled-e1.webp" alt="dsc0417-scaled-e1">'],
  ['nameless-dialog', '<dialog id="a"><p>Do you leave?</p></dialog><button onclick="a.showModal()">Leave</button>'],
  ['part-language-missing', `${ENGLISH}<blockquote><p>${FRENCH}</p></blockquote>`],
  ['part-language-missing', '<a href="/de" hreflang="de">Diese Seite auf Deutsch lesen</a>'],
  ['focus-invisible', FOCUS],
  ['change-goes-on', CODE('Four digits')],
  ['error-says-nothing', WRONG('Something went wrong.')],
  ['scroll-without-focus', `<style>pre { width: 120px; overflow-x: scroll }</style>${LISTING}`],
  ['text-cut', `<style>.a { width: 45vw; overflow: hidden; white-space: nowrap }</style>${LINE}`],
  ['text-cut', `<style>.a { height: 4vh; overflow: hidden }</style>${LINE}`],
  [
    'talk-without-text',
    '<style>.t { display: none }</style><p>A podcast</p><audio controls src="a.mp3"></audio><p class="t">Captions</p>',
  ],
  ['scroll-without-focus', BOX],
  ['talk-without-text', '<p>An interview with the baker</p><audio controls src="a.mp3"></audio>'],
])('finds %s: %s', async (rule, text) => expect(await rulesIn('a.html', page(text))).toContain(rule), 60_000);

it.each([
  ['focus-kept', '<label>Cups <input onblur="next.focus()"></label>'],
  [
    'change-goes-on',
    '<form><label>A <select onchange="this.form.submit()"><option>B</select></label><button>C</button></form>',
  ],
  ['skip-hidden', `<style>.skip { position: absolute; left: -999px }</style>${SKIP}`],
  ['error-says-nothing', `${field('Cups')}<span id="e">Cups must be a number</span>`],
  ['label-says-nothing', '<form action="/"><label>Field of work <input name="a"></label></form>'],
  ['picture-told-of', '<p>Our hours are in the picture:</p><p><img src="a.png" alt="From ten to six"></p>'],
  ['picture-told-of', '<p>We are open from ten to six.</p><p><img src="a.png" alt=""></p>'],
  ['picture-text-shared', figure('a', 'A tin of tea', 'Sencha') + figure('a', 'A tin of tea', 'Sencha again')],
  ['picture-of-text', '<p><img src="/img/text-editor.png" alt="The editor with a text in it"></p>'],
  ['picture-of-text', '<p><img src="/img/slogan.png" alt="The logo of the tea shop"></p>'],
  ['image-filename', '<img src="/a/tea.webp" alt="tea">'],
  ['nameless-dialog', '<dialog id="a" aria-label="Leave"><p>Do you leave?</p></dialog>'],
  ['part-language-missing', `${ENGLISH}<blockquote lang="fr"><p>${FRENCH}</p></blockquote>`],
  ['part-language-missing', '<a href="/de" hreflang="de" lang="de">Diese Seite auf Deutsch lesen</a>'],
  ['part-language-missing', '<a href="/de" hreflang="de">Read this page in German</a>'],
  ['change-goes-on', CODE('The code is sent as soon as it has four digits')],
  ['error-says-nothing', WRONG('Cups must be a number')],
  ['scroll-without-focus', `<style>pre { width: 720px; overflow-x: scroll }</style>${LISTING}`],
  [
    'text-cut',
    `<style>.a { width: 45vw; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }</style>${LINE}`,
  ],
  ['text-cut', `<style>.a { min-height: 4vh; overflow: hidden }</style>${LINE}`],
  ['focus-invisible', FOCUS.replace('transparent;', 'transparent; box-shadow: 0 0 2px red;')],
  ['scroll-without-focus', BOX.replace('</style>', ' p { margin: 0 }</style>')],
  ['talk-without-text', '<p>An interview</p><audio controls src="a.mp3"></audio><a href="/a">Full text of it</a>'],
  ['talk-without-text', '<p>A recording of bells, without any speech</p><audio controls src="a.mp3"></audio>'],
  ['captions-missing', '<p>The film has no sound.</p><video controls src="a.mp4"></video>'],
])(
  'does not find %s: %s',
  async (rule, text) => expect(await rulesIn('a.html', page(text))).not.toContain(rule),
  60_000,
);
