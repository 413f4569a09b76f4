import type { Severity } from '@assay/kernel';
import { PUBLISHABLE, SIGNS } from '../../../catalogue/secret-writing/names';
import { withoutSlashComments } from '../../kit/slash-comments';
import type { Assignment } from './assignment';
import { hasRemoteHost } from './hosts';
import { isMadeUp } from './made-up';
import { type SecretKind, wordsOf } from './names';
import type { Surroundings } from './judge';
import { classOf, isUuid, isWordAndDigits } from './values';

// The worth of a written value for a stranger. A value that is not worth a look is reported as low, and as info in
// files where people try something out.

/** `DOCKER_INFLUXDB_INIT_ADMIN_TOKEN`: what a server gives to its first user when it starts for the first time. */
export const SETS_UP = /(?:^|_)INIT(?:DB)?_/;
/** The services of a composition are reached from beside it. */
export const COMPOSITION = /(?:^|\/)(?:docker-|podman-)?compose[\w.-]*\.ya?ml$/i;
/** The shared part of settings that a file beside it completes: `settings/base.py`. */
const SHARED_PART = /(?:^|\/)(?:settings|config|conf|environments)\/(?:base|common|default|defaults|shared)\.[a-z]+$/i;
const IN_MILD_TESTS = /^\s*#\[cfg\(test\)\]\s*(?:pub\s+)?mod\s+\w+\s*\{/m;
/** `PHX_HOST=localhost`, `APP_URL: http://localhost:8080`; a check of health asks the own machine, too. */
const OF_OWN_MACHINE = /\b\w{0,30}(?:HOST|HOSTNAME|DOMAIN|URL)["']?\s{0,3}[:=]\s{0,3}["']?(?:https?:\/\/)?localhost\b/i;
const SEARCH_OF_DOCUMENTS = /\b(?:indexName|algolia|appId)\b/i;
const NEAR = 240;

export function worthOf(kind: SecretKind, assignment: Assignment, surroundings: Surroundings): Severity {
  const { path, text, writing, isTrial } = surroundings;
  if (isTrial || isInUnitTest(assignment, surroundings) || isMadeUp(assignment, path, text, writing)) return 'info';
  return kind === 'password' ? ofPassword(assignment, surroundings) : ofKey(kind, assignment, surroundings);
}

/** The unit tests of Rust stand at the end of the file that they test. */
function isInUnitTest({ start }: Assignment, { path, text }: Surroundings): boolean {
  if (!path.endsWith('.rs')) return false;
  const begin = text.search(IN_MILD_TESTS);
  return begin >= 0 && begin < start;
}

/** A password is of use to everybody who reaches the host. One that nobody can guess is of use wherever the host is. */
function ofPassword(assignment: Assignment, { path, text }: Surroundings): Severity {
  const kind = classOf(assignment.value);
  if (COMPOSITION.test(path)) return kind === 'random' ? 'low' : 'info';
  if (isGuessable(kind)) return 'low';
  const isGuessedFirst = isWordAndDigits(assignment.value);
  // As in an address.
  if (hasRemoteHost(text, assignment)) return isGuessedFirst ? 'medium' : 'high';
  return kind === 'random' && !isGuessedFirst ? 'medium' : 'low';
}

const isGuessable = (kind: ReturnType<typeof classOf>): boolean => kind !== 'random' && kind !== 'mixed';

/** `JWT_KEY = "SecretKeyOfAWholeShop"`: a shorter word is often the name of a key. */
const LONG_WORD = 16;

/** Somebody who knows the key that signs tokens or sessions can act as any user. Other keys open one service. */
function ofKey(kind: SecretKind, assignment: Assignment, surroundings: Surroundings): Severity {
  const { path, text } = surroundings;
  const { value, start, end } = assignment;
  const what = classOf(value);
  const signs = doesSign(kind, assignment, surroundings) && assignment.by !== 'comparison';
  if (isUuid(value) || isOfInstalledProgram(assignment, surroundings)) return 'low';
  if (SETS_UP.test(assignment.name) && COMPOSITION.test(path)) return 'low';
  if (kind === 'salt' || isPurpose(assignment, surroundings) || (what === 'word' && value.length < LONG_WORD))
    return 'low';
  if (signs && COMPOSITION.test(path) && what === 'random')
    return OF_OWN_MACHINE.test(text.slice(Math.max(0, start - NEAR), end + NEAR)) ? 'low' : 'medium';
  if (signs) return what === 'random' && !SHARED_PART.test(path) ? 'high' : SHARED_PART.test(path) ? 'low' : 'medium';
  return what === 'random' && !isPublishable(kind, assignment, surroundings) ? 'medium' : 'low';
}

/** `shop/settings/production.py`, `config.php` */
const SETTINGS = /(?:^|[/._-])(?:settings?|config\w*|conf|env|environments?|secrets?|credentials?)(?:[/._-]|$)/i;
/**
 * A client secret in code: a program that people install carries it, which makes it known to all of them. A server has
 * it in its settings.
 */
const isOfInstalledProgram = ({ name }: Assignment, { path, writing }: Surroundings): boolean =>
  writing === 'code' && !SETTINGS.test(path) && /\b(?:client|consumer) ?secret/.test(wordsOf(name).join(' '));

/**
 * The data protection of .NET takes a purpose, which tells one use of its keys from another, and no key. A constant
 * that nothing else than that or a choice of it takes is one.
 */
function isPurpose({ name }: Assignment, { path, text }: Surroundings): boolean {
  if (!path.endsWith('.cs') || !/^\w+$/.test(name)) return false;
  const code = withoutSlashComments(text);
  const taken = [...code.matchAll(new RegExp(`\\b${name}\\b(?!\\s*=[^=])`, 'g'))].map(({ index }) =>
    code.slice(Math.max(0, code.lastIndexOf(';', index) + 1), index),
  );
  return (
    /\.CreateProtector\(\s*\w+/.test(code) &&
    taken.length > 0 &&
    taken.every((before) => /\.CreateProtector\(\s*$|\bpurpose\s*=/i.test(before))
  );
}

/** `JWT_SECRET`, `secret_key_base`, and `secret:` behind `session(`. */
function doesSign(kind: SecretKind, { name, start }: Assignment, { text }: Surroundings): boolean {
  const words = wordsOf(name).join(' ');
  if (/client secret/.test(words)) return false;
  const near = text.slice(Math.max(0, start - NEAR), start);
  // `access_key: …`, `secret_key: …`: the two of a store of objects.
  if (/\bsecret ?key$/.test(words) && /access_?key/i.test(near)) return false;
  if (SIGNS.test(words) || name === 'APP_KEY') return true;
  return kind === 'secret' && words === 'secret' && /session|jwt|cookie|sign/i.test(near);
}

/** A key that programs of strangers are given anyway: that of a map, of a search, of a page that counts visitors. */
function isPublishable(kind: SecretKind, { name, start, end }: Assignment, { text }: Surroundings): boolean {
  if (kind !== 'key' && kind !== 'token') return false;
  if (PUBLISHABLE.test(wordsOf(name).join(' '))) return true;
  return SEARCH_OF_DOCUMENTS.test(text.slice(Math.max(0, start - NEAR), Math.min(text.length, end + NEAR)));
}
