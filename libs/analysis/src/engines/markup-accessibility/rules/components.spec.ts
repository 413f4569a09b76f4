import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const script = (code: string): string => `<script>${code}</script>`;
const scoped = (css: string, markup: string): string =>
  `<template>${markup}</template>\n<style scoped>${css}</style>\n`;
const LINKS = ['Start', 'Bread', 'Cakes', 'Jobs', 'Hours', 'Shops'].map((each) => `<a href="/${each}">${each}</a>`);
const MENU = `<div>${LINKS.join(' ')}</div>`;
const BREAD = 'We bake twelve kinds of bread each day of the week, all from the mill in the village.';
const wholeOf = (body: string): string =>
  `export default () => <html lang="en"><head><title>Bakery</title></head><body>${body}</body></html>;\n`;
const BANNER = `<header><h1>Bakery Ltd</h1><nav aria-label="Main">${MENU}</nav></header>`;
const RINGS = 'The observatory lies above the clouds, and on clear nights you can see the rings of Saturn.';
const inEffect = (code: string, shown: string): string =>
  `export const A = () => { useEffect(() => { ${code} }, []); return ${shown}; };\n`;
const TIGHT = "box.current.setAttribute('style', 'line-height: 1 !important');";
const RUNS = '@keyframes run { to { transform: translateX(-100%) } } p { animation: run 12s linear infinite }';
const LINES = 'let n = 0;\nconst lines = ["Fair", "Choir"];\nsetInterval(() => { n = (n + 1) % lines.length; }, 4000);';
const SCORE = "setInterval(async () => { s.textContent = await (await fetch('/score')).text(); }, 4000);";
const FIELD = '<label for="m">Age</label><input id="m" :aria-invalid="bad" aria-describedby="e">';
const SWIPE =
  'onTouchStart={(e) => { x = e.touches[0].clientX; }} onTouchEnd={(e) => { go(e.changedTouches[0].clientX); }}';
const DRAGS = "import { useDrag } from 'react-dnd';\nexport const A = () => { const [, drag] = useDrag(() => ({})); ";
const TURNED = "@media (orientation: portrait) { main { display: none } body::after { content: 'Turn your phone' } }";
const KEYS = "window.addEventListener('keydown', e => e.key.toLowerCase() == 'n' && create());";

it.each([
  ['navigation-unskippable', 'a.jsx', wholeOf(`${MENU}<div className="content"><p>${BREAD}</p></div>`)],
  ['navigation-unskippable', 'a.html', page(`${BANNER}<main><p>${BREAD}</p></main>`)],
  [
    'spacing-fixed',
    'a.vue',
    `<script setup>\nconst text = '${RINGS}';\nfunction change() { text = p.a }\n</script>\n` +
      vue('<p style="line-height: 1.2 !important">{{ text }}</p>'),
  ],
  ['spacing-fixed', 'a.jsx', inEffect(TIGHT, `<p ref={box}>${RINGS}</p>`)],
  [
    'spacing-fixed',
    'a.svelte',
    `<script>let box; onMount(() => { box.style.cssText = 'line-height: 1.1 !important'; });</script>` +
      `<p bind:this={box}>${RINGS}</p>\n`,
  ],
  [
    'scroll-without-focus',
    'a.vue',
    scoped(
      '.log { max-height: 8em; overflow-y: scroll }',
      '<section class="log"><p v-for="n in 20">A line</p></section>',
    ),
  ],
  ['moves-without-pause', 'a.vue', scoped(RUNS, '<div><p>Tickets for the fair are on sale</p></div>')],
  ['moves-without-pause', 'a.svelte', `<script>\n${LINES}\n</script>\n<p>{lines[n]}</p>\n`],
  ['moves-without-pause', 'a.html', page(`<p>Score: <b id="s">0:0</b></p>${script(SCORE)}`)],
  ['error-says-nothing', 'a.vue', vue(`${FIELD}<p id="e" role="alert">{{ bad ? 'Error 17' : '' }}</p>`)],
  ['gesture-alone', 'a.jsx', jsx(`<div ${SWIPE}><img src="a.jpg" alt="Our garden" /></div>`)],
  ['motion-alone', 'a.svelte', '<svelte:window on:devicemotion={(e) => { undo(e); }} />\n<p>Shake to undo.</p>\n'],
  ['drag-alone', 'a.jsx', `${DRAGS}return <div ref={drag}>Assam</div>; };\n`],
  ['orientation-locked', 'a.jsx', inEffect("screen.orientation.lock('portrait');", '<main><h1>A</h1></main>')],
  ['orientation-locked', 'a.html', page(`<style>${TURNED}</style><main><p>Rowing each Thursday.</p></main>`)],
  ['sound-autoplay', 'a.jsx', inEffect("const s = new Audio('/waves.mp3'); s.play();", '<p>Rowing</p>')],
  ['page-title-placeholder', 'a.jsx', `export const metadata = { title: 'Create Next App' };\n${jsx('<p>A</p>')}`],
  ['page-title-placeholder', 'a.vue', `<script setup>useHead({ title: 'Untitled' })</script>\n${vue('<p>A</p>')}`],
  ['single-key-shortcut', 'a.html', page(script(KEYS))],
  ['single-key-shortcut', 'a.jsx', inEffect("Mousetrap.bind('n', create);", '<p>Notes</p>')],
  ['told-by-looks', 'a.vue', '<template><p>Press the round button to go on.</p></template>\n'],
  [
    'change-goes-on',
    'a.html',
    page('<form><label><input type="checkbox" onclick="this.form.submit()"> A</label></form>'),
  ],
  [
    'focus-given-away',
    'a.html',
    page(`<a href="/x">X</a>${script("$('a').on('focus', function () { $(this).blur(); });")}`),
  ],
  [
    'talk-without-text',
    'a.jsx',
    jsx('<h2>Interview with the coach</h2><audio controls><source src="/a.ogg" /></audio>'),
  ],
  ['page-too-wide', 'a.jsx', jsx('<main style={{ minWidth: 960 }}><h1>Rowing</h1><p>Each Thursday.</p></main>')],
  [
    'link-by-colour',
    'a.jsx',
    jsx(
      "<p style={{ color: '#222', background: '#fff' }}>We meet on Thursdays; see " +
        "<a href='/t' style={{ color: '#335', textDecoration: 'none' }}>the timetable</a> of summer.</p>",
    ),
  ],
  [
    'hover-alone',
    'a.vue',
    vue(
      '<div @mouseover="show = true"><span>Photo</span><button v-show="show" type="button" @click="a">B</button></div>',
    ),
  ],
])('knows components as pages: %s in %s: %s', async (rule, file, text) => {
  expect(await rulesIn(file, text)).toContain(rule);
});

it.each([
  ['navigation-unskippable', 'a.jsx', wholeOf(`${MENU}<main><h1>Bakery</h1><p>${BREAD}</p></main>`)],
  ['navigation-unskippable', 'a.jsx', wholeOf(`${MENU}{children}`)],
  ['navigation-unskippable', 'a.html', page(`${BANNER}<main><h2>Bread</h2><p>${BREAD}</p></main>`)],
  ['spacing-fixed', 'a.jsx', inEffect(TIGHT.replace(' !important', ''), `<p ref={box}>${RINGS}</p>`)],
  [
    'scroll-without-focus',
    'a.vue',
    scoped(
      '.l { max-height: 8em; overflow-y: scroll }',
      '<ul class="l"><li v-for="n in 20"><a href="/a">A</a></li></ul>',
    ),
  ],
  ['error-says-nothing', 'a.vue', vue(`${FIELD}<p id="e" role="alert">{{ bad ? 'Write a number' : '' }}</p>`)],
  ['gesture-alone', 'a.jsx', jsx(`<div ${SWIPE}><p>A</p><button type="button">Next</button></div>`)],
  ['sound-autoplay', 'a.jsx', jsx("<button type='button' onClick={() => new Audio('/bell.mp3').play()}>Ring</button>")],
  ['page-title-placeholder', 'a.jsx', `export const metadata = { title: 'Rowing club' };\n${jsx('<p>A</p>')}`],
  ['single-key-shortcut', 'a.html', page(script(KEYS.replace('e.key', 'e.altKey && e.key')))],
])('leaves other components alone: %s in %s: %s', async (rule, file, text) => {
  expect(await rulesIn(file, text)).not.toContain(rule);
});
