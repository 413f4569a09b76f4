import type { SinkRow } from '../../../catalogue/flow/rows';
import { bitOf } from '../rules';
import type { Place } from '../ir';
import { allTaints } from './contents';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import type { Run } from './run';
import { ARRIVED, HOLE, type Taint, type Value, joinTaints } from './values';

const SQL = [
  /\bselect\b[\s\S]*\bfrom\b|\bunion\s+select\b/i,
  /\binsert\s+into\b|\bupdate\b[\s\S]*\bset\b|\bdelete\s+from\b|\bvalues\s*\(/i,
  /\b(?:create|drop|alter)\s+table\b|\bwhere\b|\border\s+by\b/i,
];

/** Reports what reaches a dangerous call. */
export function sinksOfCall(
  run: Run,
  rows: readonly SinkRow[] | undefined,
  { receiver, args, at }: Pick<EvaluatedCall, 'receiver' | 'args' | 'at'>,
): void {
  for (const row of rows ?? []) {
    if (!isDangerous(run, row, args)) continue;
    if (row.receiver) {
      if (receiver) report(run, row, receiver, at);
      continue;
    }
    for (const position of row.arguments ?? [0])
      for (const argument of argumentsAt(args, position)) report(run, row, argument.value, at);
  }
}

function argumentsAt(args: readonly EvaluatedArgument[], position: number | string): readonly EvaluatedArgument[] {
  if (typeof position === 'string') return args.filter(({ name }) => name === position);
  const positional = args.filter(({ name }) => name === undefined);
  const found = positional[position];
  if (found) return [found];
  // `f(...all)`: any of them may be it.
  return positional.filter(({ isSpread }) => isSpread);
}

function isDangerous(
  run: Run,
  { onlyWith, unlessWith, unless, imports }: SinkRow,
  args: readonly EvaluatedArgument[],
): boolean {
  if (imports !== undefined && !imports.some((name) => run.imports.has(name))) return false;
  if (onlyWith !== undefined && !isSet(run, args, onlyWith)) return false;
  if (unlessWith !== undefined && isSet(run, args, unlessWith)) return false;
  return !unless?.some((path) => args.some(({ value }) => value.paths.includes(path)));
}

/** Whether a keyword argument, or a field of an argument by that name, is true or may be. */
function isSet(run: Run, args: readonly EvaluatedArgument[], name: string): boolean {
  const fields = args.flatMap(({ value }) =>
    value.objects.flatMap((key) => run.state.object(key)?.fields.get(name) ?? []),
  );
  const value = args.find((argument) => argument.name === name)?.value ?? fields[0];
  return value !== undefined && value.constant !== false && value.constant !== null;
}

/** `element.innerHTML = value` */
export function sinkOfAssignment(run: Run, object: Value, name: string, value: Value, at: Place): void {
  const paths = object.paths.map((path) => run.rules.known(`${path}.${name}`));
  for (const row of run.rules.find(run.rules.assigned, paths, name) ?? []) report(run, row, value, at);
}

export function report(run: Run, row: SinkRow, value: Value, at: Place): void {
  if (!isOfForm(run, row, value)) return;
  const bit = bitOf(row.weakness);
  const taints = row.only === 'object' ? rawTaints(run, value) : allTaints(run, value);
  for (const taint of taints)
    if ((taint.safe & bit) === 0)
      run.found({ weakness: row.weakness, file: run.file, at, taint: arrived(run, taint, at) });
}

/** What lies in a query as it came: a text that it was joined to can bring no operator along. */
function rawTaints(run: Run, value: Value, depth = 3): readonly Taint[] {
  if (value.text !== undefined) return [];
  const inner = depth === 0 ? [] : value.objects.flatMap((key) => contentsOf(run, key));
  return inner.reduce<readonly Taint[]>((all, each) => joinTaints(all, rawTaints(run, each, depth - 1)), value.taints);
}

function contentsOf(run: Run, key: number): readonly Value[] {
  const object = run.state.object(key);
  if (object === undefined) return [];
  // `{ $eq: value }` compares the value as it is, whatever it holds.
  const fields = [...object.fields].flatMap(([name, field]) => (name === '$eq' ? [] : [field]));
  return [object.rest, ...fields];
}

const arrived = (run: Run, taint: Taint, at: Place): Taint =>
  taint.step.file === run.file && taint.step.at === at
    ? taint
    : {
        ...taint,
        step: { file: run.file, at, note: ARRIVED, before: taint.step, length: taint.step.length + 1 },
      };

function isOfForm(run: Run, { only }: SinkRow, value: Value): boolean {
  switch (only) {
    case undefined:
      return true;
    case 'sql-text':
      return value.text !== undefined && value.text.includes(HOLE) && SQL.some((part) => part.test(value.text!));
    case 'text':
      // What is sent as an object is sent as JSON.
      return value.objects.length === 0;
    case 'object':
      // A text cannot bring operators of a query along; what was parsed from JSON or a query string can.
      return value.text === undefined && rawTaints(run, value).length > 0;
    case 'shell-text':
      return value.objects.length === 0;
  }
}
