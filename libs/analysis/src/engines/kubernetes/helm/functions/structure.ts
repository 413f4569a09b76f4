import { HOLE } from '../../../infrastructure/value';
import type { Context, Functions } from '../template/context';
import { Refused } from '../template/refused';
import { eachPiece, inChannels, trimmed } from '../values/marks';
import { readMap, readYaml } from '../values/read-yaml';
import {
  Marked,
  NOT_KNOWN,
  type Piece,
  type TemplateValue,
  isDict,
  isList,
  isText,
  plainText,
  truthOf,
} from '../values/value';
import { yamlLines } from '../values/write-yaml';
import { bounded, isEmpty, whenKnown, textAt, wholeAt } from './arguments';

/** Functions that hand values on: texts keep their places in them. */
export const structure: Functions = {
  include: (args, context) => context.include(textAt(args, 0, context), args[1] ?? null),
  tpl: (args, context) => context.expand(args[0] ?? null, args[1] ?? null),
  default: ([other = null, value]) => (value === NOT_KNOWN ? NOT_KNOWN : isEmpty(value) ? other : value!),
  coalesce: (args) => args.find((arg) => !isEmpty(arg)) ?? null,
  ternary: ([one = null, other = null, test = null]) => {
    const truth = truthOf(test);
    return truth === undefined ? NOT_KNOWN : truth ? one : other;
  },
  required: ([message = null, value = null], context) => {
    if (value !== null && !(isText(value) && plainText(value) === '')) return value;
    context.refuse(isText(message) ? plainText(message) : 'a value is required');
    return NOT_KNOWN;
  },
  fail: (args, context) => {
    context.refuse(textAt(args, 0, context));
    return '';
  },
  // No cluster is asked: `helm template` finds nothing, either.
  lookup: () => new Map(),
  toYaml: ([value = null], context) => written(value, context),
  mustToYaml: ([value = null], context) => written(value, context),
  toYamlPretty: ([value = null], context) => written(value, context),
  fromYaml: whenKnown((args, context) => parsed(args, context, (text) => readMap(text))),
  fromYamlArray: whenKnown((args, context) => parsed(args, context, (text) => readYaml(text))),
  fromJson: whenKnown((args, context) => parsed(args, context, readJson)),
  mustFromJson: whenKnown((args, context) => parsed(args, context, readJson)),
  fromJsonArray: whenKnown((args, context) => parsed(args, context, readJson)),
  indent: (args, context) => indented(args, context, false),
  nindent: (args, context) => indented(args, context, true),
  trim: ([value = null]) =>
    trimmed(
      trimmed(value, (text) => text.trimStart(), 'start'),
      (text) => text.trimEnd(),
      'end',
    ),
  b64enc: whenKnown((args, context) => encoded(args[0] ?? null, context)),
};

/** JSON is YAML, but not the other way round. */
function readJson(text: string): TemplateValue {
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused(`it is not JSON: ${error.message}`);
    throw error;
  }
  return readYaml(text);
}

/** Parses a text; the result of one with holes is not known. */
function parsed(
  args: readonly TemplateValue[],
  context: Context,
  read: (text: string) => TemplateValue,
): TemplateValue {
  const text = textAt(args, 0, context);
  context.spend(text.length >> 4);
  if (text.includes(HOLE)) return NOT_KNOWN;
  try {
    return read(text);
  } catch (error) {
    // Helm gives a map that says what is wrong, for which charts do not ask.
    if (error instanceof Refused) return new Map([['Error', error.message]]);
    throw error;
  }
}

/** Indents each piece by itself, so that each keeps its line in the chart. */
function indented(args: readonly TemplateValue[], context: Context, startsNewLine: boolean): TemplateValue {
  const width = wholeAt(args, 0);
  bounded(width);
  const value = args[1] ?? null;
  const pad = ' '.repeat(Math.max(0, width));
  const source = value === NOT_KNOWN ? HOLE : isText(value) ? value : textAt(args, 1, context);
  const start = `${startsNewLine ? '\n' : ''}${pad}`;
  const pushed = eachPiece(source, (text) => text.replaceAll('\n', `\n${pad}`));
  if (typeof pushed === 'string') return start + pushed;
  const { pieces } = pushed as Marked;
  const first = pieces.find(({ only, doubts }) => only === undefined && doubts === context.doubts) ?? pieces[0];
  const head: Piece = { text: start, at: first?.at ?? context.place, doubts: context.doubts };
  return new Marked([head, ...pieces]);
}

/** Base64 of a text that is not known to its end is not known. */
function encoded(value: TemplateValue, context: Context): TemplateValue {
  const text = textAt([value], 0, context);
  const origin = value instanceof Marked ? value.from : undefined;
  const encode = (plain: string) => (plain.includes(HOLE) ? HOLE : Buffer.from(plain, 'utf8').toString('base64'));
  const judged = textAt([value], 0, { channel: 'judged' });
  return inChannels(context, { printed: encode(text), judged: encode(judged) }, origin);
}

/** A value as YAML: each line knows which value of the chart it shows. */
function written(value: TemplateValue, context: Context): TemplateValue {
  if (value === NOT_KNOWN) return NOT_KNOWN;
  const { place: at, doubts, origins } = context;
  const lines = yamlLines(value, (steps) => context.spend(steps));
  const whole = origins.of(value);
  const pieces = lines.flatMap(({ text, holder, name, value: shown }, index): Piece[] => {
    const from = (holder !== undefined && name !== undefined ? origins.member(holder, name) : undefined) ?? whole;
    const piece = { at, doubts, ...(from && { from }) };
    const end = index + 1 < lines.length ? '\n' : '';
    if (from === undefined || !isUnset(shown ?? value)) return [{ ...piece, text: `${text}${end}` }];
    const judged = text.replace(/(?:\{\}|\[\]|""|null)$/, HOLE);
    return [
      { ...piece, text: `${text}${end}`, only: 'printed' },
      { ...piece, text: `${judged}${end}`, only: 'judged' },
    ];
  });
  return new Marked(pieces);
}

/** A value that a chart leaves empty is for its users to set. */
const isUnset = (value: TemplateValue): boolean =>
  value === null ||
  (isText(value)
    ? plainText(value) === ''
    : (isDict(value) && value.size === 0) || (isList(value) && value.length === 0));
