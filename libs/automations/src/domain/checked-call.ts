import { FieldProblems } from './field-problems';
import type { FiringTrigger } from './firing';

/** Characters that each field may have. */
const CALL_FIELDS = { commitSha: 64, branch: 255, author: 200, targetUrl: 2_048 } as const;
type CallField = keyof typeof CALL_FIELDS;

/**
 * What a call says of its event. It may say nothing, and what else it says is nobody's business.
 *
 * @throws RefusedError VALIDATION_ERROR for a body that is no object, or a field that is no text
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
