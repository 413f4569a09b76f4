import type { ToolDefinition } from '../tool';
import { PAGES, PAGE_TARGETS } from './pages';

export const htmlDocument: ToolDefinition = {
  id: 'html-document',
  name: 'HTML document',
  description: 'Whole pages without a doctype or title, and references to ids that the page does not have. Partial templates are left alone.',
  category: 'standards',
  billing: 'linting',
  engine: 'html-validate',
  targets: PAGE_TARGETS,
  files: PAGES,
  advice: 'Begin with `<!DOCTYPE html>`, give the page a title, and check each reference.',
  settings: { documentsOnly: true, inTemplates: ['missing-doctype', 'doctype-html'] },
  rules: {
    'missing-doctype': { severity: 'medium', title: 'No doctype', weakness: 'missing-doctype', fix: 'Begin with `<!DOCTYPE html>`: without it browsers lay the page out in quirks mode.' },
    'doctype-html': { severity: 'low', title: 'Doctype of an older standard', weakness: 'legacy-doctype', fix: 'Write `<!DOCTYPE html>`.' },
    'element-required-content': { severity: 'medium', title: 'Required element missing', weakness: 'missing-title', fix: 'Add it; a head needs a `<title>`.' },
    'empty-title': { severity: 'medium', title: 'Empty title', weakness: 'missing-title', fix: 'Say what the page is; the title names its tab, bookmark and search result.' },
    'long-title': { severity: 'info', title: 'Title of more than 90 characters', fix: 'Shorten it; search engines and tabs cut it off.' },
    'no-missing-references': { severity: 'medium', title: 'Reference to an id that does not exist', weakness: 'missing-reference', fix: 'Correct the id, or remove `for`, `aria-labelledby` and the like.' },
  },
};

export const htmlSri: ToolDefinition = {
  id: 'html-sri',
  name: 'Subresource integrity',
  description: 'Scripts and style sheets that a page loads from other hosts without saying which content it expects.',
  category: 'security',
  billing: 'security',
  engine: 'html-validate',
  targets: PAGE_TARGETS,
  files: PAGES,
  advice: 'Add `integrity="sha384-…" crossorigin="anonymous"` with the hash of the version that you checked, or serve the file yourself.',
  rules: {
    'require-sri': { severity: 'medium', title: 'Resource of another host without an integrity hash', cwe: 'CWE-353', weakness: 'missing-sri' },
  },
};
