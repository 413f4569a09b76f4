import { isAbsolute } from 'node:path';
import { KEY_BYTES, parseKeys } from './key-text';

// A check takes the text of a setting and says what it must be; undefined if it is that.

/**
 * `api` answers over HTTP, `projector` keeps the read models and reacts to events, `worker` runs the sessions'
 * activities.
 */
export const ROLES = ['api', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The protections without which a process with the role `worker` does not start, unless they are given up by name. */
export const REQUIRED_PROTECTIONS = ['network', 'process-tree', 'files', 'own-root', 'privileges'] as const;
export type RequiredProtection = (typeof REQUIRED_PROTECTIONS)[number];

export const wholeNumber =
  (least: number, most: number) =>
  (value: string): string | undefined =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
export const oneOf =
  (...values: string[]) =>
  (value: string): string | undefined =>
    values.includes(value) ? undefined : `must be one of ${values.join(', ')}`;
export const url =
  (...schemes: string[]) =>
  (value: string): string | undefined =>
    schemes.some((scheme) => value.startsWith(`${scheme}:`))
      ? undefined
      : `must begin with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`;

/** An address must not have a password, because addresses appear in messages. */
export const address = (value: string): string | undefined => {
  const parsed = /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || parsed.search !== '' || parsed.hash !== '')
    return 'must be an http:// or https:// address without a query';
  return parsed.username === '' && parsed.password === ''
    ? undefined
    : 'must be an address without a user name or a password';
};

export const port = wholeNumber(0, 65_535);
export const oneOrOff =
  (check: (value: string) => string | undefined) =>
  (value: string): string | undefined =>
    value === 'off' ? undefined : check(value) && `${check(value)}, or off`;
export const browser = (value: string): string | undefined =>
  value === 'auto' || value === 'off' || isAbsolute(value) ? undefined : 'must be an absolute path, auto or off';
export const roles = (value: string): string | undefined => {
  const names = value.split(',').map((name) => name.trim());
  return names.every((name) => (ROLES as readonly string[]).includes(name))
    ? undefined
    : `must be a list of ${ROLES.join(', ')}, separated by commas`;
};
export const protections = (value: string): string | undefined =>
  value === 'allow' ||
  value.split(',').every((name) => (REQUIRED_PROTECTIONS as readonly string[]).includes(name.trim()))
    ? undefined
    : `must be allow, or a list of ${REQUIRED_PROTECTIONS.join(', ')}, separated by commas`;
export const orchestrator = (value: string): string | undefined =>
  value === 'embedded' || /^temporal:\/\/[^/\s]+:\d+\/[^/\s]+$/.test(value)
    ? undefined
    : 'must be embedded or temporal://<host>:<port>/<namespace>';

export const secretKeys = (value: string): string | undefined =>
  parseKeys(value.split(',')) ? undefined : `must be keys of ${KEY_BYTES} bytes in base64 or hex, separated by commas`;
export const token = (value: string): string | undefined =>
  /^[\x21-\x7e]{8,1024}$/.test(value) ? undefined : 'must be 8 to 1024 printable ASCII characters without spaces';
/** An address of e-mail, with a name before it or alone. */
export const sender = (value: string): string | undefined =>
  /^(?:[^<>@\p{Cc}]{1,100}<[^\s<>@]{1,64}@[\w.-]{1,200}>|[^\s<>@]{1,64}@[\w.-]{1,200})$/u.test(value)
    ? undefined
    : 'must be an address of e-mail, alone or as Name <address>';
