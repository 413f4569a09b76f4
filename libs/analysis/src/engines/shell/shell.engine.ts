import type { Engine } from '../engine';
import { type Problem, Unreadable, judgeEachText } from '../kit/per-file';
import { ParserFailed, TreeParser } from '../kit/parsers/tree-parser';
import type { TreeNode } from '../kit/parsers/tree-node';
import { JUDGES } from './judges';
import { Script } from './script';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.0.0';
const MAX_BYTES = 512 * 1024;
const GRAMMAR = '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm';
/** Languages of other programs under the ending of a shell, and of shells that the grammar does not know. */
const OTHER_PROGRAM = /^#!(?!.*\b(?:(?:ba|da|k|a|mk)?sh|bats)\b)|^#compdef\b|^#!.*\bzsh\b/;

/** Assay's own rules for scripts of sh, bash and ksh. Nothing of a script is run. */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay shell rules', VERSION);
    await judgeEachText(pass, report, async ({ text }) => problemsIn(text, await reader()), { maxBytes: MAX_BYTES });
  },
};

type Reader = (text: string) => TreeNode;

let current: TreeParser | undefined;

/** For one text: the parser behind it may be another one at the next text. */
export async function reader(): Promise<Reader> {
  if (current?.isSpent !== false) current = await TreeParser.start();
  const parser = current;
  await parser.load('bash', GRAMMAR);
  return (text) => {
    try {
      return parser.read('bash', text);
    } catch (error) {
      if (error instanceof ParserFailed) throw new Unreadable(error.message);
      throw error;
    }
  };
}

/** At most one problem of each rule for a line. */
export function problemsIn(text: string, read: Reader): readonly Problem[] {
  if (OTHER_PROGRAM.test(text)) return [];
  const script = new Script(text, read(text));
  const once = new Map<string, Problem>();
  for (const { rule, node, message, severity } of JUDGES.flatMap((judge) => judge(script))) {
    const { start, end } = node.range();
    once.set(`${start.line} ${rule}`, {
      rule,
      line: start.line + 1,
      column: start.column + 1,
      endLine: end.line + 1,
      message,
      ...(severity && { severity }),
    });
  }
  return [...once.values()];
}
