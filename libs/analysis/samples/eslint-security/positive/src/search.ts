import crypto from 'node:crypto';

export function matches(line: string, pattern: string): boolean {
  return new RegExp(pattern, 'i').test(line);
}

export function authorized(given: string, secret: string): boolean {
  if (given === secret) {
    return true;
  }
  return false;
}

export const token = (): string => crypto.pseudoRandomBytes(16).toString('hex');
