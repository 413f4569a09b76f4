import type { ClassForm, FunctionForm, Parameter } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import { MAX_ANCESTORS, basesOf } from './kin';
import type { Run } from './run';
import type { Closure, Value } from './values';

/** The overloads that accept the number and types of the arguments; all of them if none does. */
export function fitting(
  run: Run,
  closures: readonly Closure[],
  args: readonly EvaluatedArgument[],
): readonly Closure[] {
  if (closures.length < 2 || args.some(({ isSpread }) => isSpread)) return closures;
  const names = args.flatMap(({ name }) => name ?? []);
  const counted = closures.filter(({ form }) => {
    const { least, most } = countsOf(form);
    const known = names.every((name) => form.parameters.some((each) => each.name === name));
    return known && args.length >= least && args.length <= most;
  });
  if (counted.length === 0) return closures;
  if (counted.length === 1) return counted;
  const typed = counted.filter(({ form }) => args.every((argument, index) => mayTake(run, form, index, argument)));
  const exact = typed.filter(({ form }) =>
    args.every((argument, index) => !isText(argument.value) || takesText(run, form, index, argument)),
  );
  if (exact.length > 0) return exact;
  return typed.length === 0 ? counted : typed;
}

/** Input of which no type is known most often is a text, too. */
const isText = ({ objects, functions, classes, text, taints, paths }: Value): boolean =>
  objects.length + functions.length + classes.length === 0 &&
  (text !== undefined || taints.length > 0 || paths.length > 0) &&
  paths.every((path) => TEXT.test(path));
const TEXT = /^[sS]tring(?:\.(?!getBytes|toCharArray|chars|split|lines)\w+\(\))?$/;

/** Whether a function declares a text for an argument: what a class may be made of is less exact. */
function takesText(run: Run, form: FunctionForm, index: number, { name }: EvaluatedArgument): boolean {
  const parameter = parameterFor(form, index, name);
  return parameter?.type !== undefined && typeOf(run, form, parameter).paths.some((path) => TEXT.test(path));
}

const parameterFor = ({ parameters }: FunctionForm, index: number, name: string | undefined): Parameter | undefined =>
  name === undefined ? parameters[index] : parameters.find((each) => each.name === name);

interface Counts {
  readonly least: number;
  readonly most: number;
}

const knownCounts = new WeakMap<FunctionForm, Counts>();

/** How many arguments a function takes. */
function countsOf(form: FunctionForm): Counts {
  const known = knownCounts.get(form);
  if (known) return known;
  const { parameters } = form;
  const counts = {
    least: parameters.filter(({ fallback, takes }) => fallback === undefined && takes === undefined).length,
    most: parameters.some(({ takes }) => takes !== undefined) ? Infinity : parameters.length,
  };
  knownCounts.set(form, counts);
  return counts;
}

/** Types of .NET and Java that hold no function and no instance of a class of the target. */
const PLAIN = new RegExp(
  `^(?:${[
    's?byte|u?short|u?int|u?long|nu?int|float|double|decimal|bool|char|string|U?Int(?:16|32|64)|Boolean|Double',
    'Int|Char|String|Guid|DateTime(?:Offset)?|DateOnly|TimeOnly|TimeSpan|CancellationToken|Uri',
    'boolean|Byte|Short|Integer|Long|Float|Character|BigDecimal|BigInteger|UUID|URI|URL|Duration|LocalDate(?:Time)?',
  ].join('|')})$`,
);
/** Types of .NET and Java that hold functions and nothing else. */
const FUNCTIONS = new RegExp(
  `^(?:${[
    'Action|Func|Predicate|Comparison|Converter|EventHandler',
    'Runnable|Callable|Comparator|(?:Bi)?(?:Function|Consumer|Predicate)|(?:Unary|Binary)Operator|Supplier',
  ].join('|')})$`,
);

/** Whether the type of a parameter accepts an argument, as far as both are known. */
function mayTake(run: Run, form: FunctionForm, index: number, { name, value }: EvaluatedArgument): boolean {
  const parameter = parameterFor(form, index, name);
  if (parameter?.type === undefined || parameter.takes !== undefined) return true;
  const type = typeOf(run, form, parameter);
  if (value.functions.length > 0 || isOf(value, FUNCTIONS)) {
    // A lambda of Java may be the one method of an interface of the target.
    const isFunction = type.classes.length === 0 || run.language.holdsTypes === true;
    return isFunction && !isOf(type, PLAIN);
  }
  if (value.constant !== undefined && value.constant !== null) return !isOf(type, FUNCTIONS);
  if (isOf(value, PLAIN)) return type.classes.length === 0 && !isOf(type, FUNCTIONS);
  const classes = classesOf(run, value);
  if (classes.length === 0) return true;
  if (type.classes.length === 0) return !isOf(type, FUNCTIONS) && !isOf(type, PLAIN);
  // A cast is not recorded for a value whose class is known.
  return classes.some((one) => type.classes.some((other) => isKind(run, one, other, 0) || isKind(run, other, one, 0)));
}

const isOf = ({ classes, objects, paths }: Value, kind: RegExp): boolean =>
  classes.length + objects.length === 0 && paths.some((path) => kind.test(path));

/** The classes of the target that a value is an instance of. */
const classesOf = (run: Run, { classes, objects }: Value): readonly ClassForm[] =>
  classes.length > 0 ? classes : objects.flatMap((key) => run.state.object(key)?.kin?.of ?? []);

const knownTypes = new WeakMap<Run, Map<Parameter, Value>>();

/** The meaning of a parameter's type in the file where it is written. */
function typeOf(run: Run, form: FunctionForm, parameter: Parameter): Value {
  const known = knownTypes.get(run) ?? new Map<Parameter, Value>();
  knownTypes.set(run, known);
  const type = known.get(parameter) ?? run.within(form, form.at, () => run.evaluate(parameter.type!));
  known.set(parameter, type);
  return type;
}

/** Whether a class is another one or extends it. Classes of one name are not distinguished. */
const isKind = (run: Run, form: ClassForm, other: ClassForm, depth: number): boolean =>
  form.name === other.name ||
  depth >= MAX_ANCESTORS ||
  basesOf(run, form, depth).some(({ classes }) => classes.some((each) => isKind(run, each, other, depth + 1)));
