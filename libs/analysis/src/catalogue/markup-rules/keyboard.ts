import type { MarkupRule } from './rule';

/** Rules about what nobody can do without a mouse. */
export const KEYBOARD_RULES: readonly MarkupRule[] = [
  {
    id: 'click-without-keyboard',
    severity: 'medium',
    title: 'Click without a keyboard equivalent',
    wcag: ['2.1.1'],
    weakness: 'click-events-have-key-events',
    fix: 'Use a button, which takes the focus and the keys.',
    bad: '<div onclick="order()">Order tea</div>\n',
    good: '<button type="button" onclick="order()">Order tea</button>\n',
  },
  {
    id: 'control-without-focus',
    severity: 'medium',
    title: 'Control that no key gets to',
    wcag: ['2.1.1'],
    weakness: 'interactive-supports-focus',
    fix: 'Use the native element, or add `tabindex="0"` and handle the keys.',
    bad: '<span role="button" onclick="order()">Order tea</span>\n',
    good: '<span role="button" tabindex="0" onclick="order()" onkeydown="order(event)">Order tea</span>\n',
  },
  {
    id: 'paste-refused',
    severity: 'medium',
    title: 'Password that cannot be pasted',
    wcag: ['3.3.8'],
    fix: 'Let people paste: password managers do, and nobody has to remember.',
    bad: '<label>Password <input type="password" autocomplete="current-password" onpaste="return false"></label>\n',
    good: '<label>Password <input type="password" autocomplete="current-password"></label>\n',
  },
  {
    id: 'change-goes-on',
    severity: 'low',
    title: 'List that leaves the page when its value changes',
    wcag: ['3.2.2'],
    fix: 'Add a button that sends the choice: a key that looks through the list changes the value, too.',
    bad: '<form><label>Tea <select name="tea" onchange="this.form.submit()"><option>Assam</option></select></label></form>\n',
    good: '<form><label>Tea <select name="tea"><option>Assam</option></select></label><button>Show</button></form>\n',
  },
  {
    id: 'map-of-server',
    severity: 'medium',
    title: 'Picture of which the place of a click counts',
    wcag: ['2.1.1'],
    weakness: 'server-side-image-map',
    fix: 'Use `<map>` with an `<area>` for each place.',
    bad: '<a href="/places"><img src="map.png" alt="Places" ismap></a>\n',
    good: '<a href="/places"><img src="map.png" alt="Places"></a>\n',
  },
];
