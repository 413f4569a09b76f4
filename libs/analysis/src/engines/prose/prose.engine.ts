import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { refuseCostlyMarkdown } from '../kit/markdown-bounds';
import { judgeEachText, rulesOf } from '../kit/per-file';
import { inclusiveLanguage } from './inclusive-language';
import { proseQuality } from './prose-quality';

/** alex parses each sentence. 180 KB took 4.5 s. */
const MAX_BYTES = 256 * 1024;
const ALEX_RULES = ['inconsiderate-wording', 'exclusionary-term', 'profanity'];

/** Calls alex and write-good as functions with a text. Their programs would read `.alexrc` and `.alexignore`. */
export const engine: Engine = {
  async run(pass, report) {
    const asked = rulesOf(pass.tools);
    const alex = ALEX_RULES.some((rule) => asked.has(rule)) ? await inclusiveLanguage() : undefined;
    report.engine('alex, write-good', `${installedVersion('alex')}, ${installedVersion('write-good')}`);

    await judgeEachText(
      pass,
      report,
      ({ file, text, tools }) => {
        const isMarkdown = /\.(?:md|markdown)$/i.test(file.staged);
        if (isMarkdown) refuseCostlyMarkdown(text);
        const rules = rulesOf(tools);
        return [
          ...(alex && ALEX_RULES.some((rule) => rules.has(rule)) ? alex(text, isMarkdown) : []),
          ...proseQuality(text, rules),
        ];
      },
      { maxBytes: MAX_BYTES },
    );
  },
};
