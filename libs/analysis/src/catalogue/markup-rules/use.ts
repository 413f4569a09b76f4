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
];
