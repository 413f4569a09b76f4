import { isRecord } from '@assay/kernel';
import { type ImageFault, ImageRefused } from './image-refused';

export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws ImageRefused with the given fault for what is no JSON object */
export function parseJsonObject(bytes: Buffer, fault: ImageFault, what: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new ImageRefused(fault, what, { cause });
  }
  if (!isRecord(parsed)) throw new ImageRefused(fault, what);
  return parsed;
}

export const objectOr = (value: unknown): JsonObject => (isRecord(value) ? value : {});
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
