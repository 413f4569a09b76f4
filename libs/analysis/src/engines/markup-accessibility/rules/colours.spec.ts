import { page, rulesIn } from '../../../../test/markup-rules';

const styled = (css: string, body = '<p>Tea at five</p>') =>
  page(`<style>body { background: #fff } ${css}</style>${body}`);

it.each([
  ['contrast-low', page('<p style="background: #fff"><font color="#bbb">Tea at five</font></p>')],
  [
    'contrast-low',
    '<!doctype html><html lang="en"><title>Tea</title><body bgcolor="#fff" text="#aaa"><p>Tea</p></body></html>',
  ],
  ['contrast-low', styled('p { color: palevioletred }')],
  ['contrast-low', styled('p { color: oklch(0.8 0.02 200) }')],
  ['contrast-low', styled('p { color: oklab(80% 0.01 0.02) }')],
  ['contrast-low', styled('p { color: color-mix(in srgb, black 30%, #fff) }')],
  ['contrast-low', styled('input { color: #aaa; background: #fff }', '<input aria-label="Town" value="Ulm">')],
  ['contrast-low', styled('.card { & p { color: #aaa } }', '<div class="card"><p>Tea at five</p></div>')],
  ['contrast-low', styled('.card { p { @media screen { color: #aaa } } }', '<div class="card"><p>Tea</p></div>')],
  ['contrast-of-state', styled('@media (prefers-color-scheme: dark) { body { background: #111 } p { color: #333 } }')],
  ['contrast-of-state', styled('@media (max-width: 600px) { p { color: #ccc } }')],
])('%s finds %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).toContain(rule);
});

it.each([
  ['contrast-low', styled('p { color: oklch(0.3 0.02 200) }')],
  ['contrast-low', styled('p { color: color-mix(in srgb, black 80%, #fff) }')],
  ['contrast-low', styled('p { color: color-mix(in lch, black 30%, #fff) }')],
  ['contrast-low', styled('.card { & p { color: #333 } }', '<div class="card"><p>Tea at five</p></div>')],
  ['contrast-low', styled('input { color: #aaa }', '<input type="checkbox" aria-label="Milk" value="milk">')],
  ['contrast-of-state', styled('@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }')],
  ['contrast-of-state', styled('@media (max-width: 600px) { p { color: #333 } }')],
])('%s is silent about %s', async (rule, text) => {
  expect(await rulesIn('a.html', text)).not.toContain(rule);
});
