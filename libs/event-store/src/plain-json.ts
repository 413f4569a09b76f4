import { messageOf } from '@assay/kernel';
import { InvalidStoreRequest } from './errors';

/**
 * The JSON text of a value, if parsing it gives the same value. `JSON.stringify` alone loses silently: a Map becomes
 * `{}`, NaN becomes null, a Date becomes a string. Members that are `undefined` are left out.
 *
 * @param where the name of the value in an error: `data of ScanStarted`
 * @throws InvalidStoreRequest naming the member that is not JSON
 */
export function plainJson(value: unknown, where: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new InvalidStoreRequest(`${where} cannot be written as JSON: ${messageOf(error)}`, { cause: error });
  }
  refuseLossy(value, where);
  return text!;
}

function refuseLossy(value: unknown, where: string): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new InvalidStoreRequest(`${where} is ${value}, which JSON does not have`);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) refuseLossy(value[index], `${where}[${index}]`);
  } else if (typeof value === 'object' && isPlain(value)) {
    for (const key of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[key];
      // the path costs more than the look: not for strings
      if (typeof member !== 'string' && member !== undefined) refuseLossy(member, `${where}.${key}`);
    }
  } else {
    throw new InvalidStoreRequest(`${where} is ${kindOf(value)}, not plain JSON`);
  }
}

/** Whether an object is a literal, of whatever realm: its prototype is nothing, or itself the end of the chain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === null || Object.getPrototypeOf(prototype) === null) &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}

const kindOf = (value: unknown): string =>
  typeof value === 'object' ? `a ${value?.constructor?.name ?? 'object'}` : typeof value;
