import { join } from 'node:path';
import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import { judgeEachText } from '../kit/per-file';
import { isMistaken, readable } from './dockerfile';

interface Item {
  readonly line: number;
  readonly rule: string;
  readonly title: string;
}

/** Its work for one long instruction grows with the square of the commands in it. */
const MAX_BYTES = 512 * 1024;
const KNOWN = /^\s*(?:from|arg)\b/im;

/**
 * dockerfilelint's `run` on text. It takes a folder to look for `.dockerfilelintrc` in: one below the scratch folder
 * that does not exist, never the target's. A comment is put first because a continuation that begins on the very first
 * line is reported at the line it ends on.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { run } = require('dockerfilelint/lib/index.js') as { run(configFolder: string, content: string): Item[] };
    report.engine('dockerfilelint', installedVersion('dockerfilelint'));
    const nowhere = join(pass.scratch, 'no-configuration');

    await judgeEachText(
      pass,
      report,
      ({ text }) => {
        const content = readable(text);
        if (!KNOWN.test(content)) return []; // an empty file, or another that happens to have the name
        const lines = content.split('\n');
        const items = run(nowhere, `#\n${content}`).map((item) => ({ ...item, line: item.line - 1 }));
        return oncePerLine(items.filter(({ rule, line }) => !isMistaken(rule, line, lines))).map(
          ({ rule, line, title }) => ({ rule, line, message: `${title}: ${lines[line - 1]?.trim() ?? ''}` }),
        );
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** One instruction may run the same command many times. */
function oncePerLine(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [`${item.line} ${item.rule}`, item])).values()];
}
