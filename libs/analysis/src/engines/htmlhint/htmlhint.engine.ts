import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { plainPage, rulesOn } from '../kit/page-templates';
import { judgeEachText, withKnownRules } from '../kit/per-file';

interface Hint {
  readonly rule: { readonly id: string };
  readonly line: number;
  readonly col: number;
  readonly message: string;
  readonly raw: string;
}

/** The package's types are not where its `exports` point. */
const { HTMLHint } = require('htmlhint') as {
  HTMLHint: { readonly rules: object; verify(html: string, rules: Record<string, boolean>): Hint[] };
};

/** Rules for whole pages. A partial template has no head. */
const PAGE_RULES = new Set([
  'doctype-first',
  'doctype-html5',
  'title-require',
  'html-lang-require',
  'meta-charset-require',
  'meta-viewport-require',
  'meta-description-require',
]);

/**
 * Calls HTMLHint's `verify`, which reads no files. There is no option against directives in comments, so they are
 * overwritten first.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('htmlhint', installedVersion('htmlhint'));
    const known = withKnownRules(pass, report, (rule) => Object.hasOwn(HTMLHint.rules, rule));

    await judgeEachText(known, report, ({ text: written, tools }) => {
      const page = plainPage(written);
      const { text } = page;
      const rules = [...new Set(tools.flatMap((tool) => [...rulesOn(tool, page)]))].filter(
        (rule) => isPage(text) || !PAGE_RULES.has(rule),
      );
      if (rules.length === 0) return []; // verify() uses its default rules if it gets none
      const hints = HTMLHint.verify(withoutDirectives(text), Object.fromEntries(rules.map((rule) => [rule, true])));
      // An obsolete element is reported again at its end tag.
      const atStart = hints.filter(({ rule, raw }) => rule.id !== 'tag-no-obsolete' || !raw.startsWith('</'));
      return atStart.map(({ rule, line, col, message }) => ({ rule: rule.id, line, column: col, message }));
    });
  },
};

const isPage = (text: string) => /<html[\s>]|<!doctype\s/i.test(text);

/** Same length, so that lines and columns stay. */
const withoutDirectives = (text: string) => text.replace(/(<!--\s*)htmlhint(?=[\s-])/gi, '$1disabled');
