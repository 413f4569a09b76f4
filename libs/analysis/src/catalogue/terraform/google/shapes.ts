import { type TerraformRule, absent, all, is, matches } from '../rule';
import { TASTE, nested } from '../shapes';

export const EVERYBODY = ['allUsers', 'allAuthenticatedUsers'] as const;
export const EVERYBODY_PATTERN = /^(?:allUsers|allAuthenticatedUsers)$/;

/** A rule about members that are everybody, on any kind of resource. */
export const forEverybody = (id: string, type: string, what: string, head: string, role: string, severity: 'high' | 'medium' = 'high', cis?: string): TerraformRule => ({
  id,
  on: `${type}_iam_member`,
  severity,
  cwe: 'CWE-732',
  title: `${what} for everybody`,
  ...(cis !== undefined && { benchmark: cis }),
  why: 'allUsers is the internet; allAuthenticatedUsers is everybody with a Google account.',
  fix: 'Name users, groups or service accounts.',
  breaks: is('member', ...EVERYBODY),
  also: [{ on: `${type}_iam_binding`, breaks: matches('members', EVERYBODY_PATTERN) }],
  bad: `${head}\nrole   = "${role}"\nmember = "allUsers"`,
  good: `${head}\nrole   = "${role}"\nmember = "group:readers@example.com"`,
});

/** A rule about encryption with the provider’s keys, which is the default. */
export const ownKey = (id: string, on: string | readonly string[], what: string, head: string, path: string, also: readonly string[] = []): TerraformRule => ({
  id,
  on,
  ...TASTE,
  cwe: 'CWE-311',
  title: `${what} without a key of one’s own`,
  why: 'It is encrypted with a key of Google, which cannot be taken away from it.',
  fix: `Name a key of Cloud KMS in \`${path}\` where rules ask for it.`,
  breaks: all(...[path, ...also].map(absent)),
  bad: head,
  good: `${head}\n${nested(path, '"k"')}`,
});
