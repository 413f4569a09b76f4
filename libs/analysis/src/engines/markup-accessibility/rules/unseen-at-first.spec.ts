import { jsx, page, rulesIn } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const MENU = '<header><nav><a href="/">Tea</a></nav></header>';
const CONTENT = '<h1>Assam</h1><p>The water boils once, and the leaves get three minutes.</p>';
const frame = (box: string) =>
  `export const A = () => <>${MENU}<${box}>${CONTENT}</${box}><footer><p>Open</p></footer></>;\n`;
const shell = (begin: string, end: string, box: string) =>
  page(`${begin}<nav><a href="/">Tea</a></nav>${end}<${box}>${CONTENT}</${box}>`);
const dialog = (name: string) => page(`<div role="dialog" hidden ${name}><p>Really?</p></div>`);
const SONG = '<audio id="a" src="a.mp3" autoplay loop></audio><button type="button" id="b">Music off</button>';
const off = (code: string) =>
  page(`${SONG}${script(`b.onclick = function () { ${code}; this.innerHTML = 'Music on'; };`)}`);
const TILT = script('window.ondeviceorientation = function (e) { turn(e.gamma); };');
const talk = (text: string) => page(`<h2>Message of the keeper</h2><audio src="a.mp3" controls></audio><p>${text}</p>`);
const QUOTE = '“The lamp went out at two, and I lit it by hand until the morning.”';
const film = (text: string) =>
  page(`<p>Nothing is spoken.</p><video src="a.mp4" controls><track kind="captions" src="a.vtt"></video>${text}`);
const breakfast = (marks: string) =>
  jsx(
    '<section><p>Breakfast is served in the green room, and you can have it from seven to ten.</p>' +
      `<p${marks}>Para los huéspedes: el desayuno se sirve en el salón de siete a diez, y sin café por la ` +
      'tarde.</p></section>',
  );
const search = (blur: string) =>
  'export const A = () => { const box = useRef(null);\n' +
  `  return <input ref={box} aria-label="Tea" onBlur={() => ${blur}} />; };\n`;
const fair = (language: string) =>
  `<!doctype html><html lang="${language}"><title>Feria</title><h1>` +
  '<img src="a.png" alt="La feria del libro vuelve a la plaza mayor, y los sábados hay ' +
  'lecturas para todos los niños"></h1></html>';
const field = (label: string) => page(`<form><label>${label} <textarea name="a"></textarea></label></form>`);

it.each([
  ['a.jsx', frame('div'), frame('main'), 'navigation-unskippable'],
  ['a.html', shell('<main>', '</main>', 'div'), shell('<header>', '</header>', 'main'), 'navigation-unskippable'],
  ['a.html', dialog(''), dialog('aria-label="Order"'), 'nameless-dialog'],
  ['a.html', off("this.className = 'off'"), off('a.muted = true'), 'sound-autoplay'],
  ['a.html', page(TILT), page(`${TILT}<b onclick="window.ondeviceorientation = null">No</b>`), 'motion-alone'],
  ['a.html', talk('Recorded in March.'), talk(`He says: ${QUOTE}`), 'talk-without-text'],
  [
    'a.html',
    film(''),
    film('<p>The same film <a href="b.html">with a voice that describes it</a>.</p>'),
    'description-missing',
  ],
  ['a.jsx', breakfast(''), breakfast(' lang="es"'), 'part-language-missing'],
  ['a.jsx', search('setTimeout(() => box.current.focus())'), search('save()'), 'focus-kept'],
  [
    'a.jsx',
    jsx('<ul hidden={!open} aria-expanded={open}></ul>'),
    jsx('<ul hidden={!open}></ul>'),
    'aria-attribute-forbidden',
  ],
  ['a.html', field('textarea-772'), field('Message'), 'label-says-nothing'],
  [
    'a.html',
    page('<button aria-controls="Teas" aria-expanded="false">Teas</button><p id="teas" hidden>Assam</p>'),
    page('<button aria-controls="teas" aria-expanded="false">Teas</button><p id="teas" hidden>Assam</p>'),
    'aria-reference-missing',
  ],
  ['a.html', fair('en'), fair('es'), 'page-language-other'],
])('finds in %s, and only in the first: %s, %s, %s', async (file, faulty, sound, rule) => {
  expect(await rulesIn(file, faulty)).toContain(rule);
  expect(await rulesIn(file, sound)).not.toContain(rule);
});
