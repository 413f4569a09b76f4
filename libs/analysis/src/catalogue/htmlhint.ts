import { PAGES, PAGE_TARGETS } from './html/pages';
import type { ToolDefinition } from './tool';

const htmlhint: ToolDefinition = {
  id: 'htmlhint',
  name: 'HTML hints',
  description: 'Common slips in HTML pages: repeated ids and attributes, missing language, title or viewport, empty sources.',
  category: 'standards',
  billing: 'linting',
  engine: 'htmlhint',
  targets: PAGE_TARGETS,
  files: PAGES,
  // Rules that the literal text of a template can break, whatever is filled in at run time.
  settings: { inTemplates: ['alt-require', 'attr-unsafe-chars', 'doctype-html5', 'frame-title-require', 'src-not-empty', 'tag-no-obsolete'] },
  advice: 'Correct the markup; browsers repair it differently.',
  rules: {
    'alt-require': { severity: 'low', title: 'Picture without a text alternative', weakness: 'img-alt', fix: 'Describe it in `alt`, or write `alt=""` when it is decoration.' },
    'attr-no-duplication': { severity: 'low', title: 'Attribute given twice', weakness: 'duplicate-attribute', fix: 'Keep one; the second is ignored.' },
    'attr-unsafe-chars': { severity: 'medium', title: 'Invisible character in an attribute', fix: 'Remove it: two values that look the same are not.' },
    'doctype-first': { severity: 'low', title: 'No doctype', weakness: 'missing-doctype', fix: 'Begin with `<!DOCTYPE html>`: without it browsers lay the page out in quirks mode.' },
    'doctype-html5': { severity: 'low', title: 'Doctype of an older standard', weakness: 'legacy-doctype', fix: 'Write `<!DOCTYPE html>`.' },
    'frame-title-require': { severity: 'low', title: 'Frame without a title', weakness: 'frame-title', fix: 'Say in `title` what the frame shows.' },
    'html-lang-require': { severity: 'low', title: 'Page without a language', weakness: 'html-lang', fix: 'Write `<html lang="en">`, so that the page is read out in the right language.' },
    'id-unique': { severity: 'low', title: 'Id used twice', weakness: 'duplicate-id', fix: 'Give each element an id of its own.' },
    'meta-charset-require': { severity: 'low', title: 'Page without a character set', weakness: 'missing-charset', fix: 'Write `<meta charset="utf-8">` first in the head.' },
    'meta-description-require': { severity: 'info', title: 'Page without a description', weakness: 'missing-description', fix: 'Add `<meta name="description" content="…">`; search results show it.' },
    'meta-viewport-require': { severity: 'low', title: 'Page without a viewport', weakness: 'missing-viewport', fix: 'Add `<meta name="viewport" content="width=device-width">`; phones show a desktop page otherwise.' },
    'spec-char-escape': { severity: 'low', title: 'Character that must be escaped', weakness: 'unescaped-character', fix: 'Write `&lt;` and `&gt;`.' },
    'src-not-empty': { severity: 'low', title: 'Empty source', fix: 'Remove the attribute: an empty one makes the browser load the page itself again.' },
    'tag-no-obsolete': { severity: 'low', title: 'Obsolete element', weakness: 'obsolete-element', fix: 'Use the element or style that replaced it.' },
    'title-require': { severity: 'low', title: 'Page without a title', weakness: 'missing-title', fix: 'Say what the page is; the title names its tab, bookmark and search result.' },
  },
};

export const htmlhintTools: readonly ToolDefinition[] = [htmlhint];
