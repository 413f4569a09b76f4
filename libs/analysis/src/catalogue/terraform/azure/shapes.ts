import { type Condition, type TerraformRule, absent, all, is, isnt, secret } from '../rule';
import { TASTE } from '../shapes';

export const OLD_TLS = ['TLS1_0', 'TLS1_1', '1.0', '1.1', 'TLS10', 'TLS11', 1] as const;

export const password = (id: string, on: string, path: string, head: string): TerraformRule => ({
  id,
  on,
  severity: 'high',
  cwe: 'CWE-798',
  title: 'Password written in the configuration',
  why: 'Everybody who reads the repository or the state can log in.',
  fix: 'Revoke it. Use `random_password`, a key vault, or logins of Entra ID.',
  breaks: secret(path),
  bad: `${head}\n${path} = "q9Zt4LrVb1XeYw0H"`,
  good: `variable "password" {\n  sensitive = true\n}\n\nresource "${on}" "example" {\n${head.replace(/^/gm, '  ')}\n  ${path} = var.password\n}`,
});

/** A rule about access from every network, whether it is the service's default or set. */
export const publicNetwork = (id: string, on: string | readonly string[], what: string, head: string, unless?: Condition): TerraformRule => ({
  id,
  on,
  severity: 'low',
  cwe: 'CWE-284',
  title: `${what} reached from every network`,
  why: 'It is enabled unless it is told otherwise: a stolen key or token is enough.',
  fix: 'Set `public_network_access_enabled = false` and use a private endpoint.',
  optional: true,
  breaks: unless === undefined ? isnt('public_network_access_enabled', false) : all(isnt('public_network_access_enabled', false), unless),
  bad: head,
  good: `${head}\npublic_network_access_enabled = false`,
});

/** The same rule for a setting with another name or other values. */
export const publicBy = (id: string, on: string | readonly string[], what: string, head: string, path: string, closed: string | boolean, unless?: Condition): TerraformRule => ({
  ...publicNetwork(id, on, what, head),
  fix: `Set \`${path} = ${JSON.stringify(closed)}\` and use a private endpoint.`,
  breaks: unless === undefined ? isnt(path, closed) : all(isnt(path, closed), unless),
  good: `${head}\n${path} = ${JSON.stringify(closed)}`,
});

/** A rule about access keys besides the logins of Entra ID. They are on by default. */
export const localLogins = (id: string, on: string | readonly string[], what: string, head: string, path: string, also: readonly string[] = []): TerraformRule => ({
  id,
  on,
  ...TASTE,
  cwe: 'CWE-522',
  title: `${what} that takes keys beside logins`,
  why: 'A key is nobody’s, opens everything and never ends. It is enabled by default.',
  fix: `Set \`${path} = false\`, and use logins of Entra ID.`,
  breaks: all(...[path, ...also].map((each) => isnt(each, false))),
  bad: head,
  good: `${head}\n${path} = false`,
});

/**
 * A rule about encryption with the provider’s keys, which is the default. `own` holds if the customer's own key is
 * used.
 */
export const ownKey = (id: string, on: string | readonly string[], what: string, head: string, without: Condition, good: string): TerraformRule => ({
  id,
  on,
  ...TASTE,
  cwe: 'CWE-311',
  title: `${what} without a key of one’s own`,
  why: 'It is encrypted with a key of Microsoft, which cannot be taken away from it.',
  fix: 'Name a key of a key vault where rules ask for it.',
  breaks: without,
  bad: head,
  good: `${head}\n${good}`,
});

export const withoutIdentity = (id: string, on: string | readonly string[], what: string, head: string): TerraformRule => ({
  id,
  on,
  ...TASTE,
  cwe: 'CWE-522',
  title: `${what} without a managed identity`,
  why: 'What it reaches then needs passwords or keys, which are stored somewhere.',
  fix: 'Add `identity { type = "SystemAssigned" }`.',
  breaks: absent('identity'),
  bad: head,
  good: `${head}\nidentity {\n  type = "SystemAssigned"\n}`,
});

/** Network rules that allow every network explicitly. */
export const openByDefault = (path: string): Condition => all(is(path, 'Allow'), isnt('public_network_access_enabled', false));
