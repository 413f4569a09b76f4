import { join } from 'node:path';
import type { Engine } from '../engine';
import { isDockerfileTemplate } from '../kit/dockerfile-template';
import { installedVersion } from '../kit/installed-version';
import { judgeEachText } from '../kit/per-file';
import { isMistaken, onceForEachInstruction, readable } from './dockerfile';

interface Item {
  readonly line: number;
  readonly rule: string;
  readonly title: string;
}

/** The engine's time for one instruction grows with the square of its commands. */
const MAX_BYTES = 512 * 1024;
const UNFINISHED = 'The instruction goes on over several lines, and no backslash continues them';
const KNOWN = /^\s*(?:from|arg)\b/im;

/**
 * Calls dockerfilelint's `run` with a text. It also needs a folder in which it looks for `.dockerfilelintrc`. It gets
 * one that does not exist, below the scratch folder, and never the target's. A comment is inserted first, because a
 * continuation that begins on the first line would be reported at its last line.
 */
export const engine: Engine = {
  async run(pass, report) {
    const { run } = require('dockerfilelint/lib/index.js') as { run(configFolder: string, content: string): Item[] };
    report.engine('dockerfilelint', installedVersion('dockerfilelint'));
    const nowhere = join(pass.scratch, 'no-configuration');

    await judgeEachText(
      pass,
      report,
      ({ text, file }) => {
        if (isDockerfileTemplate(file.staged, text)) return [];
        const content = readable(text);
        if (!KNOWN.test(content)) return []; // an empty file, or another kind of file with this name
        const lines = content.split('\n');
        const items = run(nowhere, `#\n${content}`).map((item) => ({ ...item, line: item.line - 1 }));
        const meant = items.filter(({ rule, line }) => !isMistaken(rule, line, lines));
        const written = text.split(/\r\n?|\n/);
        return oncePerLine(onceForEachInstruction(meant, lines)).map(({ rule, line, title, isUnfinished }) => ({
          rule,
          line,
          message: `${isUnfinished ? UNFINISHED : title}: ${written[line - 1]?.trim() ?? ''}`,
        }));
      },
      { maxBytes: MAX_BYTES },
    );
  },
};

/** Keeps one finding a line, because one instruction may run the same command many times. */
function oncePerLine<Each extends Item>(items: readonly Each[]): Each[] {
  return [...new Map(items.map((item) => [`${item.line} ${item.rule}`, item])).values()];
}
