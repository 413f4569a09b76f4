import type { Expression } from '../../ir';
import type { LanguageOfTarget } from '../language-of-target';

type Call = Extract<Expression, { kind: 'call' }>;

/** Functions of other libraries whose names say that they end the program. */
const ENDS_BY_NAME = /^(?:[a-z]\w*_)?(?:fatal|die|panic|bail_out)(?:_?(?:error|errno|exit|msg|perror|f|x))?$|^qFatal$/;
/** `msg(M_FATAL, …)`, `elog(PANIC, …)`: a message of such a level ends the program once it is written. */
const FATAL = /(?:^|_)(?:FATAL|PANIC)$/;
/**
 * Functions whose names say that they write messages. Other functions may only set the lowest level that is written.
 */
const WRITES = /log|msg|message|error|report|print|warn|fatal|trace|diag|die|notice/i;
/** FFmpeg continues after its worst messages. */
const GOES_ON = /^av_|set|get|level|is_|enabled/i;

const MACROS_OF_MACROS = 3;

const answers = new WeakMap<LanguageOfTarget, Map<string, WeakMap<Call, boolean>>>();

/**
 * Whether nothing of a function runs after a call, because the call ends the program or jumps elsewhere. The answer is
 * kept: loops and callers ask again.
 */
export function neverComesBack(language: LanguageOfTarget, file: string, call: Call): boolean {
  let files = answers.get(language);
  if (files === undefined) answers.set(language, (files = new Map()));
  let calls = files.get(file);
  if (calls === undefined) files.set(file, (calls = new WeakMap()));
  let answer = calls.get(call);
  if (answer === undefined) calls.set(call, (answer = ends(language, file, call, MACROS_OF_MACROS)));
  return answer;
}

function ends(language: LanguageOfTarget, file: string, { callee, args }: Call, depth: number): boolean {
  if (callee.kind !== 'import' || !callee.module.startsWith('fn ')) return false;
  const name = callee.module.slice('fn '.length);
  if (language.resolve(file, `ends ${name}`)) return true;
  const last = depth > 0 ? language.resolve(file, `last ${name}`)?.exports[0]?.value : undefined;
  if (last?.kind === 'call' && ends(language, file, last, depth - 1)) return true;
  if (ENDS_BY_NAME.test(name) && !language.resolve(file, callee.module)) return true;
  if (!WRITES.test(name) || GOES_ON.test(name)) return false;
  return args.some(({ value }) => isFatal(language, file, value));
}

function isFatal(language: LanguageOfTarget, file: string, expression: Expression): boolean {
  if (expression.kind === 'operation' && expression.operator === '|')
    return expression.operands.some((each) => isFatal(language, file, each));
  if (expression.kind !== 'import' || !expression.module.startsWith('fn ')) return false;
  const name = expression.module.slice('fn '.length);
  return FATAL.test(name) || language.resolve(file, `fatal ${name}`) !== undefined;
}
