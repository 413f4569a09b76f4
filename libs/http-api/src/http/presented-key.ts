import type { IncomingHttpHeaders } from 'node:http';

/** The API key that a request carries, good or not. Both headers are accepted everywhere. */
export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
