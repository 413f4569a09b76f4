import type { Expression } from '../ir';
import { nameOfCalled } from './called-names';
import type { Run } from './run';
import { type Value, doubted } from './values';

/** Methods that give back what the object was made of, as texts, lists, paths, addresses and files do. */
const GIVES_BACK = new RegExp(
  `^(?:(?:to|as|get|read|parse|is|has)(?:[A-Z_]\\w*)?|${[
    '[a-z]*(?:strip|trim|case|code|quote|escape|split|join)|lower|upper|title|values?|text|string|str|json|body',
    'contents?|data|bytes|buffer|first|last|next|keys|items|entries|list|array|copy|clone|build|create|open|result',
    'unwrap|resolve|absolute|path|file|name|url|uri|href|host|query|format|render|html|reverse|sort|stream|close',
    'then|await|readlines?|dict|hexdigest|digest',
  ].join('|')})$`,
);

/**
 * The result of a method of an object that unknown code made of input. It may be the input, or a text of the object's
 * own: `form = form_class(request.form); form.extra_content()`.
 */
export function guessed(run: Run, callee: Expression, count: number, target: Value, result: Value): Value {
  if (run.proof || run.language.hasMemory || result.taints.length === 0 || count > 0) return result;
  if (callee.kind !== 'field' || callee.object.kind !== 'variable') return result;
  if (target.functions.length + target.classes.length > 0) return result;
  if (isOfEnumeration(run, callee.name, target)) return doubted(result, 'guessed');
  if (givesBack(callee.name)) return result;
  const made = run.written.of(callee.object);
  return made.kind === 'call' && made.args.length > 0 && makes(made.callee, made.isNew === true)
    ? doubted(result, 'guessed')
    : result;
}

/** `format.name()`, with a type of another library: a method of enumerations has this name, and gives a constant. */
const isOfEnumeration = (run: Run, name: string, { paths }: Value): boolean =>
  name === 'name' && run.language.holdsTypes === true && paths.some((path) => /(?:^|\.)[A-Z]\w*\.name$/.test(path));

const givesBack = (name: string): boolean => GIVES_BACK.test(name.slice(0, 1).toLowerCase() + name.slice(1));

/** Whether a call makes an object: of a class in a variable, or of one by its name. */
const makes = (callee: Expression, isNew: boolean): boolean =>
  isNew || callee.kind === 'variable' || (callee.kind !== 'field' && /^[A-Z]/.test(nameOfCalled(callee)));
