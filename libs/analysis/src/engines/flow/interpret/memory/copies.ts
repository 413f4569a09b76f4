import type { CopyRow, FillRow } from '../../../../catalogue/flow/rows';
import { bitOf } from '../../rules';
import type { Expression, Place } from '../../ir';
import { allTaints } from '../contents';
import type { EvaluatedArgument } from '../evaluated-call';
import type { Run } from '../run';
import { report } from '../sinks';
import { withSource } from '../sources';
import { HOLE, OWN_PART, UNKNOWN, type Value, joinedText, madeSafe, ofTaints, valueLike, withTaints } from '../values';
import { bytes, isCertain, judgeUse, overflowOf, tell } from './access';
import { type KnownBlock, blockOf, putText, textAt } from './blocks';
import { partsOfFormat, wordsOfScan } from './formats';
import { TEXTS, asNumber, asUnsigned } from './numbers';
import { objectLike } from '../state';

const SIZE = bitOf('allocation-size');
const PLACES = ['of a stack array', 'of a block', 'of a static array'] as const;

/** The block that is written to, as text. */
const placeIn = ({ block: { region } }: KnownBlock): string =>
  region === 'stack' ? PLACES[0] : region === 'heap' ? PLACES[1] : PLACES[2];

/** Performs the copy that a row describes. */
export function copied(run: Run, row: CopyRow, args: readonly EvaluatedArgument[], at: Place): Value {
  const target = args[row.to]?.value ?? UNKNOWN;
  judgeUse(run, target, at);
  const text = textOfCopy(run, row, args, at);
  const limit = row.limit === undefined ? undefined : args[row.limit]?.value;
  const known = blockOf(run, target);
  if (limit) judgeLimit(run, row, known, limit, at);
  if (limit && row.readsAll) judgeSource(run, row, args, limit, at);
  if (known?.block.size !== undefined) {
    const before = row.appends ? leastLength(textAt(run, target)) : 0;
    if (limit === undefined || row.isLimitOfSource) judgeLength(run, row, known, text, before, args, at, limit);
  }
  const whole = row.appends ? joinedText([textAt(run, target), text]) : text;
  putText(run, target, whole);
  return row.returnsCount
    ? UNKNOWN
    : target.objects.length > 0
      ? valueLike(target, { paths: [] })
      : withTaints(whole, target.taints);
}

function textOfCopy(run: Run, row: CopyRow, args: readonly EvaluatedArgument[], at: Place): Value {
  if (row.format !== undefined) {
    const given = args.slice(row.format + 1).map(({ value }) => value);
    return partsOfFormat(run, args[row.format]?.value ?? UNKNOWN, given).text;
  }
  const sources = row.from.map((position) => args[position]?.value ?? UNKNOWN);
  if (!row.isSet) for (const source of sources) judgeUse(run, source, at);
  const [only, ...others] = sources;
  if (row.isSet || only === undefined) return UNKNOWN;
  return others.length === 0 ? textAt(run, only) : joinedText(sources.map((each) => textAt(run, each)));
}

/** Judges the maximum number of bytes that a call gets. */
function judgeLimit(run: Run, row: CopyRow, known: KnownBlock | undefined, limit: Value, at: Place): void {
  const call = row.call.split('.').at(-1)!;
  const size = known?.block.size;
  if (known !== undefined && size !== undefined && typeof limit.constant === 'number') {
    const most = row.isLimitOfSource ? size - 1 : size;
    if (!row.isLimitOfSource && limit.constant > most && isCertain(run, known.block))
      tell(
        run,
        overflowOf(known.block),
        at,
        `${call} may write ${bytes(limit.constant)}, and there are ${size} ${placeIn(known)}`,
      );
    return;
  }
  if (limit.taints.length === 0 || row.isLimitOfSource) return;
  if (known !== undefined && size !== undefined) report(run, { call, weakness: overflowOf(known.block) }, limit, at);
  judgeSign(run, call, limit, at);
}

/** Judges how much is read of the block that is copied. */
function judgeSource(run: Run, row: CopyRow, args: readonly EvaluatedArgument[], limit: Value, at: Place): void {
  const known = blockOf(run, args[row.from[0]!]?.value ?? UNKNOWN);
  const size = known?.block.size;
  if (known === undefined || size === undefined || size === 0) return;
  const call = row.call.split('.').at(-1)!;
  if (typeof limit.constant !== 'number') {
    const isOfSource = blockOf(run, args[row.to]?.value ?? UNKNOWN)?.block.size === undefined;
    if (isOfSource) report(run, { call, weakness: 'out-of-bounds-read' }, limit, at);
  } else if (limit.constant > size && isCertain(run, known.block))
    tell(
      run,
      'out-of-bounds-read',
      at,
      `${call} reads ${bytes(limit.constant)}, and there are ${size} ${placeIn(known)}`,
    );
}

/** A number that was compared only with the maximum may be below zero, and then counts as a very large one. */
export function judgeSign(run: Run, call: string, size: Value, at: Place): void {
  if (typeof size.constant === 'number' && size.constant < 0)
    tell(run, 'signed-size', at, `${size.constant} is taken for a very large size`);
  const checked = size.taints.filter(({ safe }) => (safe & SIZE) !== 0);
  if (checked.length > 0) report(run, { call, weakness: 'signed-size' }, ofTaints(checked), at);
}

/** Judges the length of a text that is written without a limit. */
function judgeLength(
  run: Run,
  row: CopyRow,
  known: KnownBlock,
  text: Value,
  before: number,
  args: readonly EvaluatedArgument[],
  at: Place,
  limit: Value | undefined,
): void {
  const call = row.call.split('.').at(-1)!;
  const size = known.block.size!;
  const ends = row.isBytes ? 0 : 1;
  const whole = leastLength(text);
  const cut = typeof limit?.constant === 'number' ? Math.min(whole, limit.constant) : whole;
  const least = before + (limit === undefined || typeof limit.constant === 'number' ? cut : 0) + ends;
  if (least > size) {
    if (isCertain(run, known.block))
      tell(
        run,
        overflowOf(known.block),
        at,
        `${call} writes at least ${bytes(least)}, and there are ${size} ${placeIn(known)}`,
      );
    return;
  }
  if (typeof limit?.constant === 'number' && limit.constant < size) return;
  const given =
    row.format === undefined ? row.from.map((position) => args[position]?.value ?? UNKNOWN) : textsOf(run, row, args);
  for (const source of given) {
    const most = mostLength(run, source);
    if (most !== undefined && most <= size) continue;
    report(run, { call, weakness: overflowOf(known.block) }, ofTaints(allTaints(run, source)), at);
  }
}

/** The arguments that a format writes in full, however long they are. */
const textsOf = (run: Run, row: CopyRow, args: readonly EvaluatedArgument[]): readonly Value[] =>
  partsOfFormat(
    run,
    args[row.format!]?.value ?? UNKNOWN,
    args.slice(row.format! + 1).map(({ value }) => value),
  ).whole;

/** The minimum length of a text, in bytes. */
export function leastLength({ constant, text }: Value): number {
  if (typeof constant === 'string') return new TextEncoder().encode(constant).length;
  return text === undefined ? 0 : text.replaceAll(HOLE, '').replaceAll(OWN_PART, '').length;
}

/** The maximum number of bytes of a text with its end, by the blocks that it may lie in; undefined if not known. */
function mostLength(run: Run, { objects, constant }: Value): number | undefined {
  if (typeof constant === 'string') return 0;
  if (objects.length === 0) return undefined;
  const sizes = objects.map((key) => run.state.object(key)?.block?.size);
  return sizes.includes(undefined) ? undefined : Math.max(...(sizes as number[]));
}

/** Writes untrusted input to the arguments that a row names. */
export function filled(
  run: Run,
  row: FillRow,
  args: readonly EvaluatedArgument[],
  written: readonly Expression[],
  at: Place,
): Value {
  const call = row.call.split('.').at(-1)!;
  const source = withSource(run, UNKNOWN, row.label, at, run.rules.harmless.get(row.call) ?? 0);
  if (row.format !== undefined) {
    scanned(run, row, args, written, source, at);
    return UNKNOWN;
  }
  const target = args[row.argument ?? 0]?.value ?? UNKNOWN;
  judgeUse(run, target, at);
  const known = blockOf(run, target);
  const limits = (row.limit ?? []).map((position) => args[position]?.value ?? UNKNOWN);
  if (row.limit === undefined) {
    report(run, { call, weakness: known ? overflowOf(known.block) : 'buffer-overflow' }, source, at);
  } else if (known?.block.size !== undefined) {
    const most = limits.reduce<number | undefined>(
      (product, { constant }) =>
        product === undefined || typeof constant !== 'number' ? undefined : product * constant,
      1,
    );
    if (most !== undefined && most > known.block.size)
      report(run, { call, weakness: overflowOf(known.block) }, source, at);
    for (const limit of limits)
      if (limit.taints.length > 0) report(run, { call, weakness: overflowOf(known.block) }, limit, at);
  }
  for (const limit of limits) judgeSign(run, call, limit, at);
  write(run, target, written[row.argument ?? 0], source, at);
  return row.returnsTarget ? (target.objects.length > 0 ? valueLike(target, { paths: [] }) : source) : UNKNOWN;
}

/** `scanf("%d %s", &number, text)` */
function scanned(
  run: Run,
  { format = 0, call, from }: FillRow,
  args: readonly EvaluatedArgument[],
  written: readonly Expression[],
  own: Value,
  at: Place,
): void {
  const pattern = args[format]?.value ?? UNKNOWN;
  const given = from === undefined ? own : withTaints(UNKNOWN, allTaints(run, args[from]?.value ?? UNKNOWN));
  if (given.taints.length === 0) return;
  const most = from === undefined ? undefined : mostLength(run, args[from]?.value ?? UNKNOWN);
  for (const [index, { isText, isCount, width }] of wordsOfScan(pattern.text ?? '').entries()) {
    const target = args[format + 1 + index]?.value;
    if (target === undefined) continue;
    const known = blockOf(run, target);
    const size = known?.block.size;
    if (
      isText &&
      known &&
      size !== undefined &&
      (width === undefined ? most === undefined || most > size : width + 1 > size)
    )
      report(run, { call: call.split('.').at(-1)!, weakness: overflowOf(known.block) }, given, at);
    write(
      run,
      target,
      written[format + 1 + index],
      isCount ? UNKNOWN : isText ? given : asNumber(madeSafe(given, TEXTS)),
      at,
    );
  }
}

/** Sets the memory that a pointer points to. A pointer of which nothing is known carries the taints itself. */
function write(run: Run, target: Value, written: Expression | undefined, value: Value, at: Place): void {
  if (target.objects.length > 0) {
    const known = blockOf(run, target);
    if (known?.object.fields.has('0') && known.block.size === undefined) {
      const { number } = known.block;
      const read = number === undefined ? value : number === 'signed' ? asNumber(value) : asUnsigned(asNumber(value));
      const fields = new Map(known.object.fields).set('0', read);
      run.state.setObject(known.key, objectLike(known.object, { fields }));
    } else putText(run, target, value);
  } else if (written?.kind === 'variable')
    run.assign({ kind: 'variable', id: written.id }, withTaints(target, value.taints), at);
  else if (written?.kind === 'field')
    run.assign({ kind: 'field', object: written.object, name: written.name }, withTaints(target, value.taints), at);
}

/** `cin >> word`: writes as many characters as arrive. */
export function readWord(run: Run, target: Value, value: Value, at: Place): Value {
  const known = blockOf(run, target);
  if (known?.block.size !== undefined) report(run, { call: '>>', weakness: overflowOf(known.block) }, value, at);
  putText(run, target, value);
  return UNKNOWN;
}
