import { jsx, page, rulesIn, vue } from '../../../../test/markup-rules';

const component = (hooks: string, shown: string): string =>
  `export function A() { ${hooks}\n return <div><button type="button" onClick={send}>Send</button>${shown}</div>; }\n`;
const KEPT = "const [msg, setMsg] = useState('');\n const send = () => { setMsg('You are subscribed.'); };";
const withCode = (code: string, markup: string): string => `<script>\n${code}\n</script>\n${vue(markup)}`;
const NOTE = "export default { methods: { send() { this.note = 'This voucher is not valid any more.'; } } };";
const BUTTON = '<button type="button" @click="send">Send</button>';
const SVELTE = (set: string, shown: string): string =>
  `<script>\nlet note = '';\nfunction send() { ${set} }\n</script>\n<button onclick={send}>Send</button>${shown}\n`;
const FIELD = '<label for="a">Age</label><input id="a" onBlur={check} />';
const FORMIK =
  'import { Field } from \'formik\';\nexport const A = () => <div><label htmlFor="a">Age</label>' +
  '<Field id="a" name="a" />{errors.a && <em className="hint">{errors.a}</em>}</div>;\n';
const GROUP =
  '<div class="form-group has-error"><label for="a">IBAN</label><input id="a"><span class="help">22 signs</span></div>';
const script = (code: string): string => `<script>${code}</script>`;
const SNACK =
  "const s = document.querySelector('.snack'); function tell(text) { s.textContent = text; } " +
  "b.addEventListener('click', () => tell('Your tea was ordered'));";
const MARKS = "f.onsubmit = function () { if (isNaN(a.value)) { a.className = 'wrong'; return false; } };";
const FORM = '<form id="f"><label for="a">Cups</label><input id="a" name="a"><button>Order</button></form>';

it.each([
  ['a.tsx', component(KEPT, '{msg && <p className="mt-2">{msg}</p>}'), 'message-unannounced'],
  ['a.tsx', component('const [state, act] = useActionState(go, {});', '<p>{state.message}</p>'), 'message-unannounced'],
  ['a.vue', withCode(NOTE, `<section>${BUTTON}<b v-if="note">{{ note }}</b></section>`), 'message-unannounced'],
  [
    'a.vue',
    withCode(
      'const saved = ref(false)\nfunction send() { saved.value = true }',
      `<section>${BUTTON}<transition><p v-if="saved">Your profile was saved.</p></transition></section>`,
    ),
    'message-unannounced',
  ],
  ['a.svelte', SVELTE("note = 'Message sent';", '{#if note}<div>{note}</div>{/if}'), 'message-unannounced'],
  [
    'a.component.html',
    '<form (ngSubmit)="save()"><button>Save</button></form><div *ngIf="message">{{ message }}</div>',
    'message-unannounced',
  ],
  [
    'a.html',
    page('<form hx-post="/c" hx-target="#result"><button>Send</button></form><div id="result"></div>'),
    'message-unannounced',
  ],
  [
    'a.html',
    page(`<button id="b" type="button">Order</button><div class="snack"></div>${script(SNACK)}`),
    'message-unannounced',
  ],
  [
    'a.jsx',
    'export const A = () => <div><input aria-label="Filter" onChange={f} /><p>Showing {teas.length} teas</p></div>;',
    'message-unannounced',
  ],
  ['a.jsx', jsx(`<div>${FIELD}{err && <span className={s.bad}>{err}</span>}</div>`), 'error-unannounced'],
  ['a.jsx', FORMIK, 'error-unannounced'],
  [
    'a.vue',
    vue('<div><label for="a">Age</label><input id="a" v-model="age"><em v-show="!form.ageOk">A number</em></div>'),
    'error-unannounced',
  ],
  [
    'a.html',
    page(
      '<form x-data="{ bad: false }" @submit.prevent="go"><label for="a">Age</label><input id="a">' +
        '<template x-if="bad"><p>Write a number.</p></template></form>',
    ),
    'error-unannounced',
  ],
  ['a.html', page(GROUP), 'error-unannounced'],
  ['a.html', page(FORM + script(MARKS)), 'error-unannounced'],
  [
    'a.vue',
    withCode(
      "const text = ref('')\nasync function send() { text.value = await ask() }",
      `<section>${BUTTON}<div class="result">{{ text }}</div></section>`,
    ),
    'message-unannounced',
  ],
  ['a.vue', vue(`${BUTTON}<div v-if="busy">Uploading your file…</div>`), 'message-unannounced'],
])('hears nobody of what is written in %s: %s', async (file, text, rule) => {
  expect(await rulesIn(file, text)).toContain(rule);
});

it.each([
  ['a.tsx', component(KEPT, '<div role="status">{msg && <p>{msg}</p>}</div>')],
  ['a.tsx', component(KEPT, '<Alert>{msg}</Alert>')],
  ['a.tsx', component("const [title, setTitle] = useState('');\n setTitle('A new title');", '<h2>{title}</h2>')],
  ['a.tsx', component(KEPT.replace('const send', 'useEffect').replace('() =>', '(() =>'), '<p>{name}</p>')],
  ['a.svelte', SVELTE("note = 'assam';", '<div>{note}</div>')],
  ['a.html', page(GROUP.replace('<input id="a">', '<input id="a" aria-invalid="true" aria-describedby="h">'))],
  ['a.html', page(GROUP.replace(' has-error', ''))],
  ['a.html', page(FORM + script(MARKS.replace('return', "e.textContent = 'A number'; return")))],
  ['a.vue', vue('<div><label for="a">Age</label><input id="a"><em v-if="!age">You may leave this out.</em></div>')],
  ['a.jsx', jsx('<button type="button" onClick={p.a}>Sent</button>{open && <p>Letters that were sent in May.</p>}')],
])('asks for nothing else in %s: %s', async (file, text) => {
  const rules = await rulesIn(file, text);
  expect(rules.filter((rule) => /unannounced/.test(rule))).toEqual([]);
});
