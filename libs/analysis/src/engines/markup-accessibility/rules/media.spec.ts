import { page, rulesIn } from '../../../../test/markup-rules';

const script = (code: string) => `<script>${code}</script>`;
const AUDIO = '<audio id="a" autoplay src="rain.mp3"></audio><audio id="b" src="bell.mp3"></audio>';
const STOP = '<button id="stop">Stop the sound</button>';
const track = (attributes: string) => `<video controls src="tour.mp4"><track ${attributes}></video>`;
const TALK = '<h2>Diary of the weather</h2><audio controls src="/diary.mp3"></audio>';

it.each([
  ['sound-autoplay', `<audio id="a" src="rain.mp3"></audio>${script("document.getElementById('a').play();")}`],
  ['sound-autoplay', `<audio id="a" src="rain.mp3"></audio>${script("document.querySelector('audio').play();")}`],
  ['sound-autoplay', script("const rain = new Audio('/rain.mp3'); rain.loop = true; rain.play();")],
  ['sound-autoplay', '<embed src="rain.mid" autostart="true" hidden>'],
  ['sound-autoplay', `${AUDIO}${STOP}${script("stop.onclick = () => document.getElementById('b').pause();")}`],
  ['captions-missing', track('kind="captions" src=""')],
  ['captions-missing', track('kind="subtitles" src="fr.vtt" srclang="fr"')],
  ['talk-without-text', TALK],
  [
    'talk-without-text',
    `<style>.t { display: none }</style>${TALK}<div class="t"><h3>Transcript</h3><p>Snow.</p></div>`,
  ],
  ['talk-without-text', '<h2>Monday</h2><audio controls src="a.mp3"></audio><a href="#text">Transcript</a>'],
  ['talk-without-text', '<h2>Monday</h2><audio controls src="a.mp3"></audio><h3>Transcript</h3><p></p>'],
])('%s finds %s', async (rule, body) => {
  expect(await rulesIn('a.html', page(body))).toContain(rule);
});

it.each([
  [
    'sound-autoplay',
    `<audio id="a" src="a.mp3"></audio>${script("b.onclick = () => { document.getElementById('a').play(); };")}`,
  ],
  ['sound-autoplay', script("function ring() { new Audio('/bell.mp3').play(); }")],
  ['sound-autoplay', `${AUDIO}${STOP}${script("stop.onclick = () => document.getElementById('a').pause();")}`],
  ['captions-missing', track('kind="subtitles" src="en.vtt" srclang="en-GB"')],
  ['talk-without-text', '<h2>News: our new bell</h2><audio controls src="/bell.mp3"></audio><p>Its sound.</p>'],
  ['talk-without-text', `${TALK}<h3>Transcript</h3><p>Snow.</p>`],
  ['talk-without-text', `${TALK}<a href="#text">Transcript</a><p id="text">Snow.</p>`],
])('%s is silent about %s', async (rule, body) => {
  expect(await rulesIn('a.html', page(body))).not.toContain(rule);
});
