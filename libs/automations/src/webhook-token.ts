import { randomBytes } from 'node:crypto';

/** Nobody guesses 32 random bytes. It is kept as it is, so that the address can be shown again. */
export const newWebhookToken = (): string => randomBytes(32).toString('base64url');
