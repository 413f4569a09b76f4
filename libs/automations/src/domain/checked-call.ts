import { FieldProblems } from './field-problems';
import type { FiringTrigger } from './firing';

/** The most characters of each field. */
const CALL_FIELDS = { commitSha: 64, branch: 255, author: 200, targetUrl: 2_048 } as const;
type CallField = keyof typeof CALL_FIELDS;

/**
 * The fields of a call that describe its event. All are optional, and unknown fields are ignored.
 *
 * @throws RefusedError VALIDATION_ERROR for a body that is not an object, or a field that is not a string
 */
export function checkedCall(body: unknown): Pick<FiringTrigger, CallField> {
  if (body == null) return {};
  const problems = new FieldProblems();
  if (typeof body !== 'object' || Array.isArray(body)) problems.add('', 'must be a JSON object');
  const given = body as Readonly<Record<string, unknown>>;
  const called = (Object.keys(CALL_FIELDS) as CallField[])
    .filter((field) => given[field] != null)
    .map((field) => [field, problems.text(field, given[field], CALL_FIELDS[field])] as const);
  problems.refuse();
  return Object.fromEntries(called);
}
