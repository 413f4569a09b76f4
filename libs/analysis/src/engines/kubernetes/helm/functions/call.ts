import { HOLE } from '../../../infrastructure/value';
import type { Context, Functions } from '../template/context';
import { Refused } from '../template/refused';
import { inChannels } from '../values/marks';
import { Marked, NOT_KNOWN, type Origin, type TemplateValue, isList, isText, plainText } from '../values/value';
import { chance } from './chance';
import { comparisons } from './comparisons';
import { containers } from './containers';
import { encodings } from './encodings';
import { lists } from './lists';
import { numbers } from './numbers';
import { patterns } from './patterns';
import { printing } from './printing';
import { structure } from './structure';
import { texts } from './texts';

/** Functions that keep the places of the texts that they are given, and know what to do with what is not known. */
const KEEPING: Functions = { ...structure, ...containers, ...lists };
/** Functions of plain values. Those of `printing` make a text with holes of what is not known. */
const PLAIN: Functions = { ...comparisons, ...numbers, ...texts, ...encodings, ...patterns, ...chance };

/** @throws Refused if there is no such function, or it is called wrongly */
export function callFunction(name: string, args: readonly TemplateValue[], context: Context): TemplateValue {
  const own = (functions: Functions) => (Object.hasOwn(functions, name) ? functions[name] : undefined);
  const keeping = own(KEEPING);
  if (keeping !== undefined) return keeping(args, context);
  const print = own(printing);
  const plain = print ?? own(PLAIN);
  if (plain === undefined) throw new Refused(`there is no function ${name}`);
  if (print === undefined && args.includes(NOT_KNOWN)) return NOT_KNOWN;
  const marked = marksIn(args);
  const shown = plain(args, context);
  if (typeof shown !== 'string') return marked.hasHole ? NOT_KNOWN : shown;
  if (!marked.any) return shown;
  if (!marked.differs) return inChannels(context, { printed: shown, judged: shown }, marked.from);
  const judged = plain(args, inJudged(context));
  return inChannels(context, { printed: shown, judged: typeof judged === 'string' ? judged : HOLE }, marked.from);
}

const inJudged = (context: Context): Context =>
  Object.create(context, { channel: { value: 'judged', writable: true } }) as Context;

interface Marks {
  readonly any: boolean;
  readonly differs: boolean;
  readonly hasHole: boolean;
  readonly from: Origin | undefined;
}

function marksIn(args: readonly TemplateValue[]): Marks {
  const texts = args.flatMap((arg) => (isList(arg) ? arg : [arg])).filter((arg) => isText(arg));
  const marked = texts.filter((text) => text instanceof Marked);
  return {
    any: marked.length > 0,
    differs: marked.some((text) => text.differs),
    hasHole: texts.some((text) => plainText(text).includes(HOLE)),
    from: marked.map(({ from }) => from).find((from) => from !== undefined),
  };
}
