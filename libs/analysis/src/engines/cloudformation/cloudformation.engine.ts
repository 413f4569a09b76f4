import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../engine';
import { Unreadable, decodeText, judgeEachPath, rulesOf } from '../kit/per-file';
import { isAcceptedElsewhere } from '../infrastructure/others-comments';
import type { JudgeTemplate } from './judge-template';
import { mayBeTemplate } from './mark';

const VERSION = '1.0.0';
/** CloudFormation takes templates of 1 MB. */
const MAX_BYTES = 2 * 1024 * 1024;
/**
 * The beginning of a larger file in which a template shows its first resource. Other large files, such as data, are
 * ignored.
 */
const HEAD_BYTES = 64 * 1024;
const UNFINISHED = 'not evaluated to the end, because it takes too many steps or is nested too deeply';

/** Assay's own rules. Nothing is loaded, run or contacted: no account, no stack, no template from elsewhere. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('assay-cloudformation-rules', VERSION);
    const asked = rulesOf(pass.tools);
    // Few targets have a template, so the rules and the parser are loaded for the first one.
    let judge: JudgeTemplate | undefined;
    await judgeEachPath(pass, report, ({ file: { staged, size }, tools }) => {
      const path = join(pass.root, staged);
      if (size > MAX_BYTES) {
        if (mayBeTemplate(headOf(path))) throw new Unreadable(`larger than ${MAX_BYTES / 1024} KB`);
        return [];
      }
      const text = decodeText(readFileSync(path));
      if (!mayBeTemplate(text)) return [];
      const { faults, finished } = (judge ??= judgeLoaded(asked))(staged, text);
      if (!finished) for (const { id } of tools) report.unreadable(id, staged, UNFINISHED);
      const lines = text.split('\n');
      return faults.map(({ rule, at, message, isMild }) => ({
        rule,
        line: at.line,
        column: at.column,
        message,
        // A suppression comment for another tool shows that a developer has reviewed the place.
        ...((isMild || isAcceptedElsewhere(lines, at.line)) && { severity: 'low' as const }),
      }));
    });
  },
};

function judgeLoaded(asked: ReadonlySet<string>): JudgeTemplate {
  const { judgeBy } = require('./judge-template') as typeof import('./judge-template');
  return judgeBy(asked);
}

function headOf(path: string): string {
  const head = Buffer.alloc(HEAD_BYTES);
  const opened = openSync(path, 'r');
  try {
    return head.toString('latin1', 0, readSync(opened, head));
  } finally {
    closeSync(opened);
  }
}
