import type { ClassForm, Expression, Place } from '../../ir';
import type { Run } from '../run';
import { UNKNOWN, type Value, doubted, withTaints } from '../values';
import { cleanedData } from './forms';

const VALIDATOR = /^pydantic\.(?:\w+\.)*(?:field_validator|validator)$/;

/** A field that a framework fills, where the class says more of it than a declaration does. */
export const filledField = (run: Run, value: Value, name: string, at: Place): Value | undefined =>
  cleanedData(run, value, name, at) ?? checkedField(run, value, name);

/** A field of a model of pydantic that a method of the model checks, or changes, before anybody reads it. */
function checkedField(run: Run, { objects, classes, taints }: Value, name: string): Value | undefined {
  if (taints.length === 0 || objects.length > 0 || classes.length === 0) return undefined;
  return classes.every((form) => checks(run, form, name))
    ? doubted(withTaints(UNKNOWN, taints), 'validated')
    : undefined;
}

/** `@field_validator('locale', 'name')` */
const checks = (run: Run, { methods }: ClassForm, name: string): boolean =>
  methods.some(({ function: { decorators } }) =>
    decorators.some((each) => names(each, name) && isValidator(run, each as Call)),
  );

type Call = Extract<Expression, { kind: 'call' }>;

const names = (decorator: Expression, field: string): boolean =>
  decorator.kind === 'call' &&
  decorator.args.some(({ value }) => value.kind === 'literal' && (value.value === field || value.value === '*'));

const isValidator = (run: Run, { callee }: Call): boolean =>
  run.evaluate(callee).paths.some((path) => VALIDATOR.test(path));
