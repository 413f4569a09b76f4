import { allTaints, contentOf, putContent } from '../contents';
import type { Effect } from '../effect';
import { bitOf } from '../../rules';
import type { Run } from '../run';
import { withSource } from '../sources';
import { type HeapObject, objectLike } from '../state';
import { UNKNOWN, type Value, carrying, constantOf, madeSafe, ofTaints, valueLike } from '../values';
import { PREDICTABLE } from '../../../../catalogue/flow/rows';
import { report } from '../sinks';
import { judgeDivisor, numbersIn } from './arithmetic';
import { isCertain, judgeElement, judgeUse, tell, withUnit } from './access';
import { type Block, blockLike } from './block';
import { blockOf, changeBlock, forgetBlocks, lineOfPlace, newBlock, putText, textAt } from './blocks';
import { judgeSign, leastLength, readWord } from './copies';
import { asByte, asNumber, asUnsigned } from './numbers';

const numberIn = ({ constant }: Value): number | undefined => (typeof constant === 'number' ? constant : undefined);

const sized = (size: number | undefined): Partial<Block> => ({ ...(size !== undefined && { size }) });

/** `char name[10] = "text"` */
const array: Effect = ({ run, args: [count = UNKNOWN, unit = UNKNOWN, content], at }) => {
  const [elements, each] = [numberIn(count), numberIn(unit)];
  const size = elements !== undefined && each !== undefined ? elements * each : undefined;
  const block: Block = { region: 'stack', ...sized(size), ...(each !== undefined && { unit: each }) };
  const given = content?.objects.length === 1 ? run.state.object(content.objects[0]!) : undefined;
  const value = newBlock(run, at, block, { ...(given && { fields: given.fields, rest: given.rest }) });
  if (content && !given) putText(run, value, content);
  return value;
};

const asStatic: Effect = ({ run, args: [value = UNKNOWN] }) => {
  const known = blockOf(run, value);
  if (known) changeBlock(run, known, { region: 'static' });
  return value;
};

/** A variable that is a structure. */
const structure: Effect = ({ run, args: [type = UNKNOWN, initial], at }) => {
  const [form] = type.classes;
  const made = form
    ? run.within(run.frame.form, at, () => run.instantiate(form, [], at))
    : newBlock(run, at, { region: 'stack' }, { kind: 'map' });
  const [key] = made.objects;
  const object = run.state.object(key!);
  if (object && object.block === undefined)
    run.state.setObject(key!, objectLike(object, { block: { region: 'stack' } }));
  const given = initial?.objects.length === 1 ? run.state.object(initial.objects[0]!) : undefined;
  if (given)
    putFields(
      run,
      made,
      given,
      form?.fields.map(({ name }) => name),
    );
  return made;
};

/** Sets the fields that an initializer in braces lists: by name, or in the order of the fields. */
function putFields(run: Run, target: Value, { kind, fields }: HeapObject, names: readonly string[] | undefined): void {
  for (const [name, value] of fields) {
    const field = kind === 'list' ? names?.[Number(name)] : name;
    if (field === undefined) continue;
    const before = contentOf(run, target, field);
    // A text is copied into a field that is an array.
    if (before && blockOf(run, before) && value.objects.length === 0) putText(run, before, value);
    else putContent(run, target, field, value);
  }
}

/** The block of a variable whose address is taken. */
const box: Effect = ({ run, args: [value, sign], at }) => {
  const number = sign !== undefined && { number: sign.constant === 1 ? ('signed' as const) : ('unsigned' as const) };
  const fields = new Map(value ? [['0', value] as const] : []);
  return newBlock(run, at, { region: 'stack', ...number }, { fields });
};

/** New memory that is assigned to a pointer to a type. */
const shape: Effect = ({ run, args: [value = UNKNOWN, type = UNKNOWN], at }) => {
  const unit = numberIn(type);
  if (unit !== undefined) withUnit(run, value, unit);
  const known = blockOf(run, value);
  const [form] = type.classes;
  if (!form || !known || known.object.fields.size > 0 || known.block.region !== 'heap') return value;
  run.within(run.frame.form, at, () => {
    for (const { name, value: field } of form.fields) {
      const content = run.evaluate(field);
      const inner = blockOf(run, content);
      if (inner) changeBlock(run, inner, { region: 'heap' });
      if (content !== UNKNOWN) putContent(run, value, name, content);
    }
  });
  return value;
};

const allocated =
  (sizeOf: (args: readonly Value[]) => number | undefined, block: Omit<Block, 'size'>): Effect =>
  ({ run, args, at }) => {
    for (const size of args) judgeSign(run, 'the allocation', size, at);
    return newBlock(run, at, { ...block, ...sized(sizeOf(args)) });
  };

const product = ([one = UNKNOWN, other = UNKNOWN]: readonly Value[]): number | undefined => {
  const [left, right] = [numberIn(one), numberIn(other)];
  return left === undefined || right === undefined ? undefined : left * right;
};

const HEAP = { region: 'heap', made: 'malloc' } as const;
const CHECKED = { ...HEAP, isUnchecked: true } as const;

/** The old block may be released, or not. */
const reallocated: Effect = ({ run, args: [old = UNKNOWN, size = UNKNOWN], at }) => {
  judgeUse(run, old.constant === null ? UNKNOWN : old, at);
  forgetBlocks(run, old);
  const value = newBlock(run, at, { ...HEAP, ...sized(numberIn(size)) });
  const [key] = value.objects;
  const object = run.state.object(key!)!;
  run.state.setObject(key!, objectLike(object, { rest: carrying([ofTaints(allTaints(run, old))]) }));
  return value;
};

/** A copy of a text, as long as the text. */
const duplicated: Effect = ({ run, args: [text = UNKNOWN], at }) => {
  judgeUse(run, text, at);
  const known = textAt(run, text);
  const size = typeof known.constant === 'string' ? leastLength(known) + 1 : undefined;
  const value = newBlock(run, at, { ...HEAP, ...sized(size), unit: 1 });
  putText(run, value, known);
  return value;
};

const COUNTERPARTS = { malloc: 'free', new: 'delete', 'new[]': 'delete[]' } as const;

/** Releases memory. The block counts as released from now on, even if nothing was known about it. */
const released =
  (by: 'free' | 'delete' | 'delete[]'): Effect =>
  ({ run, args: [value = UNKNOWN], at }) => {
    if (value.constant === null || value.constant === 0) return value;
    if (typeof value.constant === 'string') {
      tell(run, 'invalid-free', at, 'A text of the program is released');
      return UNKNOWN;
    }
    if (value.objects.length === 0)
      return value.isOther || value.classes.length + value.functions.length > 0
        ? value
        : newBlock(run, at, { region: 'heap', released: { at, by: run.here } });
    const known = blockOf(run, value);
    if (!known || known.block.isMany) return value;
    const { released: before, region, made } = known.block;
    if (before !== undefined)
      tell(run, 'double-free', at, `The memory was released on ${lineOfPlace(before.at)} already`, before.by);
    else if (region !== 'heap' && isCertain(run, known.block))
      tell(run, 'invalid-free', at, 'The memory is an array of the program, and was never allocated');
    else if (made !== undefined && COUNTERPARTS[made] !== by)
      tell(run, 'mismatched-release', at, `What ${made} made is released by ${by}`);
    const block = blockLike(known.block, { isUnchecked: undefined, released: { at, by: run.here } });
    run.state.setObject(known.key, objectLike(known.object, { block }));
    return value;
  };

const asNew: Effect = ({ run, args: [instance = UNKNOWN, unit = UNKNOWN] }) => {
  const [key] = instance.objects;
  const object = key === undefined ? undefined : run.state.object(key);
  if (!object) return valueLike(UNKNOWN, { taints: instance.taints, paths: instance.paths });
  const isMany = object.block?.isMany && { isMany: true as const };
  const block: Block = { region: 'heap', made: 'new', ...sized(numberIn(unit)), ...isMany };
  run.state.setObject(key!, objectLike(object, { block }));
  return instance;
};

/** A pointer to some place in the block of the first argument. */
const within: Effect = ({ run, args: [text = UNKNOWN], at }) => {
  judgeUse(run, text.constant === null ? UNKNOWN : text, at);
  if (text.objects.length === 0) return carrying([text]);
  return valueLike(UNKNOWN, { taints: text.taints, objects: text.objects, isOther: true });
};

const passing: Effect = ({ run, args }) => carrying(args.map((each) => ofTaints(allTaints(run, each))));

const number =
  (change: (value: Value) => Value): Effect =>
  ({ run, args: [value = UNKNOWN], at }) => {
    judgeUse(run, value.constant === null ? UNKNOWN : value, at);
    const known = textAt(run, value).constant;
    if (typeof known === 'string' && /^\s*-?\d{1,9}$/.test(known)) return constantOf(Number(known));
    return change(carrying([ofTaints(allTaints(run, value))]));
  };

const length: Effect = ({ run, args: [value = UNKNOWN], at }) => {
  judgeUse(run, value, at);
  const { constant } = textAt(run, value);
  return typeof constant === 'string' ? constantOf(new TextEncoder().encode(constant).length) : UNKNOWN;
};

/** Environment variables in which a web server passes a request to a program. */
const OF_REQUEST =
  /^(?:QUERY_STRING|HTTP_\w+|PATH_INFO|PATH_TRANSLATED|REQUEST_URI|CONTENT_(?:LENGTH|TYPE)|REMOTE_\w+|SCRIPT_NAME)$/;
/** Environment variables for folders and names of the user who runs the program. */
const OWN = new RegExp(
  '^(?:HOME|PWD|OLDPWD|TMP|TEMP|TMPDIR|PATH|USER|LOGNAME|SHELL|TERM\\w*|LANG|LC_\\w+|TZ|XDG_\\w+|EDITOR|VISUAL|PAGER|' +
    'DISPLAY|APPDATA|USERPROFILE|\\w+_(?:HOME|DIR|PATH|CONFIG|FILE|EDITOR|PAGER|CMD))$',
);

const environment: Effect = ({ run, args: [name = UNKNOWN], at }) => {
  const known = typeof name.constant === 'string' ? name.constant : '';
  const label = OF_REQUEST.test(known) ? 'variable of the request' : 'environment variable';
  const own = OWN.test(known) ? bitOf('path-traversal') | bitOf('command-injection') | bitOf('library-injection') : 0;
  return withSource(run, UNKNOWN, label, at, own | (run.rules.harmless.get('c.getenv') ?? 0));
};

/** Judges the last round of a loop that nothing leaves early. */
const lastRound: Effect = ({ run, args: [list = UNKNOWN, last = UNKNOWN, first = UNKNOWN, isWrite], at }) => {
  const isRun = numberIn(last) !== undefined && numberIn(first) !== undefined && numberIn(first)! <= numberIn(last)!;
  if (isRun && blockOf(run, list)) judgeElement(run, list, last, at, isWrite?.constant === 1);
  return UNKNOWN;
};

/** A number that gets fewer bytes than it has. */
const narrowed: Effect = ({ run, args: [value = UNKNOWN, size], at }) => {
  const most = typeof size?.constant === 'number' ? 2 ** (size.constant * 8 - 1) - 1 : undefined;
  if (
    most !== undefined &&
    typeof value.constant === 'number' &&
    !(value.constant <= most && value.constant >= -most - 1)
  ) {
    const isAbove = value.constant > most;
    const says = `${value.constant} is ${isAbove ? 'above' : 'below'} ${isAbove ? most : -most - 1}`;
    tell(run, isAbove ? 'number-overflow' : 'number-underflow', at, says);
    return UNKNOWN;
  }
  const given = numbersIn([value]).filter(({ label }) => label !== PREDICTABLE);
  report(run, { call: 'a narrower number', weakness: 'truncated-number' }, ofTaints(given), at);
  return value;
};

/** Arithmetic with fractions. A random number becomes one between 0 and 1 so. */
const fraction: Effect = ({ run, args: [dividend = UNKNOWN, divisor = UNKNOWN, isQuotient], at }) => {
  const given = (value: Value) => ofTaints(value.taints.filter(({ label }) => label !== PREDICTABLE));
  if (isQuotient?.constant === 1 && divisor.taints.length > 0) judgeDivisor(run, given(divisor), at, false);
  return carrying([given(dividend), given(divisor)]);
};

const named = (names: string, effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.split(' ').map((name) => [`c.${name}`, effect]));

/** The functions of C that the interpreter knows. */
export const C_FUNCTIONS: Readonly<Record<string, Effect>> = {
  'c.array': array,
  'c.static': asStatic,
  'c.struct': structure,
  'c.box': box,
  'c.shape': shape,
  'c.narrow': narrowed,
  'c.fraction': fraction,
  'c.loop bound': ({ run, args: [value = UNKNOWN], at }) => {
    const given = numbersIn([value]).filter(({ label }) => label !== PREDICTABLE);
    report(run, { call: 'the end of a loop', weakness: 'loop-bound' }, ofTaints(given), at);
    return UNKNOWN;
  },
  'c.storage': () => UNKNOWN,
  'c.dynamic': ({ args: [value = UNKNOWN] }) => value,
  'c.byte': ({ args: [value = UNKNOWN] }) => asByte(value),
  'c.unsigned': ({ args: [value = UNKNOWN] }) => asUnsigned(value),
  'c.number': ({ args: [value = UNKNOWN] }) => asNumber(ofTaints(value.taints)),
  'c.uninitialised': () => UNKNOWN,
  'c.empty text': () => valueLike(UNKNOWN, { text: '', fixed: true }),
  'c.copied text': ({ run, args: [value = UNKNOWN], at }) => {
    judgeUse(run, value, at);
    return value.objects.length === 0 ? value : textAt(run, value);
  },
  'c.read word': ({ run, args: [target = UNKNOWN, value = UNKNOWN], at }) => readWord(run, target, value, at),
  'c.last round': lastRound,
  'c.new': asNew,
  'c.new[]': allocated(product, { region: 'heap', made: 'new[]' }),
  'c.delete': released('delete'),
  'c.delete[]': released('delete[]'),
  ...named('free cfree g_free', released('free')),
  ...named(
    'malloc valloc',
    allocated(([size = UNKNOWN]) => numberIn(size), CHECKED),
  ),
  ...named('calloc', allocated(product, CHECKED)),
  ...named(
    'alloca __builtin_alloca _alloca',
    allocated(([size = UNKNOWN]) => numberIn(size), { region: 'stack' }),
  ),
  ...named('realloc', reallocated),
  ...named('strdup strndup _strdup wcsdup xstrdup', duplicated),
  ...named('strchr strrchr strstr strpbrk strtok strtok_r strcasestr index rindex memchr memmem basename', within),
  ...named('strlen wcslen strnlen', length),
  ...named(
    'atoi atol atoll strtol strtoll strtoimax stoi stol stoll wcstol _wtoi atof strtod strtof strtold stod stof',
    number(asNumber),
  ),
  ...named(
    'strtoul strtoull strtoumax stoul stoull',
    number((value) => asUnsigned(asNumber(value))),
  ),
  ...named('ntohl ntohs be32toh be16toh le32toh le16toh htonl htons', passing),
  ...named('toupper tolower towupper towlower', ({ args: [value = UNKNOWN] }) => asByte(value)),
  ...named('dirname realpath wordexp g_strconcat g_build_filename', passing),
  ...named('getenv secure_getenv _wgetenv', environment),
  ...named('basename', ({ run, args: [path = UNKNOWN] }) =>
    madeSafe(carrying([ofTaints(allTaints(run, path))]), bitOf('path-traversal')),
  ),
};
