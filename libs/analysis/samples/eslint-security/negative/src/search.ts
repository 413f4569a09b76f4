import crypto from 'node:crypto';

const SEPARATOR = /[,;]\s?/u;

export const split = (line: string): string[] => line.split(SEPARATOR);

export const validName = (name: string): boolean => /^\w+(?: \w+)*$/.test(name);

export function authorized(given: Buffer, secret: Buffer): boolean {
  return given.length === secret.length && crypto.timingSafeEqual(given, secret);
}

export const token = (): string => crypto.randomBytes(16).toString('hex');
