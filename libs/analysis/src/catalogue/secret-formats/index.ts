import { AI_FORMATS } from './ai';
import { CLOUD_FORMATS } from './cloud';
import { CODE_HOST_FORMATS } from './code-hosts';
import type { SecretFormat } from './format';
import { MESSAGE_FORMATS } from './messages';
import { MONEY_FORMATS } from './money';
import { SERVICE_FORMATS } from './services';

export type { Checksum, SecretFormat } from './format';

/** The kinds of credentials with a form of their own, besides those that the preset of secretlint knows. */
export const SECRET_FORMATS: readonly SecretFormat[] = [...CLOUD_FORMATS, ...CODE_HOST_FORMATS, ...AI_FORMATS, ...MONEY_FORMATS, ...MESSAGE_FORMATS, ...SERVICE_FORMATS];
