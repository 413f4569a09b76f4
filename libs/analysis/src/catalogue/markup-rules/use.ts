import type { MarkupRule } from './rule';

/** Rules about what people meet while they use a page by keys, on a phone, or without seeing it. */
export const USE_RULES: readonly MarkupRule[] = [
  {
    id: 'control-by-hover',
    severity: 'medium',
    title: 'Control that is to be seen only under the mouse',
    wcag: ['2.4.7', '2.1.1'],
    fix: 'Show it when it has the focus, too: `focus-visible:opacity-100`, `group-focus-within:opacity-100` or `:focus-within`.',
    bad: '<style>\nli button { opacity: 0 }\nli:hover button { opacity: 1 }\n</style>\n<ul>\n<li>Assam <button type="button">Remove Assam</button></li>\n</ul>\n',
    good: '<style>\nli button { opacity: 0 }\nli:hover button, li:focus-within button { opacity: 1 }\n</style>\n<ul>\n<li>Assam <button type="button">Remove Assam</button></li>\n</ul>\n',
  },
  {
    id: 'name-of-sign',
    severity: 'low',
    title: 'Control that only a sign names',
    wcag: ['2.4.6', '1.3.3'],
    fix: 'Say what it does in `aria-label` or in a text for screen readers: “×” is read as “times”, “›” not at all.',
    bad: '<p>Your tea is on its way. <button type="button" class="close">&times;</button></p>\n',
    good: '<p>Your tea is on its way. <button type="button" class="close" aria-label="Close">&times;</button></p>\n',
  },
  {
    id: 'state-fixed',
    severity: 'low',
    title: 'State of ARIA that no click changes',
    wcag: ['4.1.2'],
    fix: 'Bind the attribute to the state that the click changes.',
    bad: '<p><button type="button" aria-expanded="false" @click="open = !open">Teas</button></p>\n<ul x-show="open"><li>Assam</li></ul>\n',
    good: '<p><button type="button" :aria-expanded="open" @click="open = !open">Teas</button></p>\n<ul x-show="open"><li>Assam</li></ul>\n',
  },
  {
    id: 'moves-without-pause',
    severity: 'low',
    title: 'Something that moves for ever, and that nothing stops',
    wcag: ['2.2.2'],
    fix: 'Add `controls` or a button that stops it, or let people start it. Slides that wait under a pointer go on for others.',
    bad: '<p>Our garden:</p>\n<video src="garden.mp4" autoplay loop muted></video>\n',
    good: '<p>Our garden:</p>\n<video src="garden.mp4" autoplay loop muted controls></video>\n',
  },
  {
    id: 'state-by-looks',
    severity: 'low',
    title: 'Choice that only its looks show',
    wcag: ['4.1.2', '1.3.1'],
    fix: 'Bind `aria-pressed` to the same condition, or `aria-selected` of tabs and `aria-current` of pages.',
    bad: `<p>\n<button type="button" :class="{ active: tea === 'assam' }" @click="tea = 'assam'">Assam</button>\n<button type="button" :class="{ active: tea === 'ceylon' }" @click="tea = 'ceylon'">Ceylon</button>\n</p>\n`,
    good: `<p>\n<button type="button" :aria-pressed="tea === 'assam'" :class="{ active: tea === 'assam' }" @click="tea = 'assam'">Assam</button>\n<button type="button" :aria-pressed="tea === 'ceylon'" :class="{ active: tea === 'ceylon' }" @click="tea = 'ceylon'">Ceylon</button>\n</p>\n`,
  },
  {
    id: 'purpose-missing',
    severity: 'low',
    title: 'Login of which no field says what it asks for',
    wcag: ['1.3.5', '3.3.8'],
    fix: 'Add `autocomplete` to its fields: `username` or `email`, and `current-password` or `new-password`.',
    bad: '<form action="/login">\n<label>E-mail <input type="email" name="email"></label>\n<label>Password <input type="password" name="password"></label>\n<button>Log in</button>\n</form>\n',
    good: '<form action="/login">\n<label>E-mail <input type="email" name="email" autocomplete="username"></label>\n<label>Password <input type="password" name="password" autocomplete="current-password"></label>\n<button>Log in</button>\n</form>\n',
  },
];
