import type { Expression, FunctionForm } from '../ir';
import type { Value } from './values';

/** Tests of .NET and Kotlin that only letters and digits pass. */
const PLAIN = /^[iI]s(?:LetterOrDigit|Digit|Letter|Number|Ascii(?:Letter|Digit|LetterOrDigit|HexDigit))$/;
const PLAIN_PATH = /^(?:System\.)?[cC]har\.(\w+)$/;
/** Signs that a test may name beside them: none of them ends a word. */
const SIGN = /^[\w-]$/;

/** Whether a function lets only letters, digits and such signs through: `char.IsDigit`, `{ it.isLetter() }`. */
export const letsPlainThrough = ({ functions, paths }: Value): boolean =>
  functions.length > 0
    ? functions.every(({ form }) => holdsForPlain(form))
    : paths.some((path) => PLAIN.test(PLAIN_PATH.exec(path)?.[1] ?? ''));

/** The same for a function as it is written. */
export const namesPlain = (judge: Expression): boolean =>
  judge.kind === 'function' ? holdsForPlain(judge.function) : judge.kind === 'field' && PLAIN.test(judge.name);

function holdsForPlain({ parameters, body }: FunctionForm): boolean {
  const [parameter, ...others] = parameters;
  const [only, ...rest] = body;
  if (parameter?.target.kind !== 'variable' || others.length + rest.length > 0) return false;
  return only?.kind === 'return' && only.value !== undefined && isPlain(only.value, parameter.target.id);
}

/** A condition is nested as deep as the code nests it, which the lowering limits. */
function isPlain(condition: Expression, id: string): boolean {
  const isCharacter = (each: Expression | undefined): boolean => each?.kind === 'variable' && each.id === id;
  if (condition.kind === 'call') {
    const { callee, args } = condition;
    if (callee.kind !== 'field' || !PLAIN.test(callee.name)) return false;
    return args.length === 0 ? isCharacter(callee.object) : args.length === 1 && isCharacter(args[0]!.value);
  }
  if (condition.kind !== 'operation') return false;
  const { operator, operands } = condition;
  const [left, right] = operands;
  if (operator === '||') return operands.every((each) => isPlain(each, id));
  if (operator === '&&') return operands.some((each) => isPlain(each, id));
  return operator === '==' && isCharacter(left) && right?.kind === 'literal' && SIGN.test(String(right.value));
}
