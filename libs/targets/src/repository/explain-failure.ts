import { InfrastructureError } from '@assay/kernel';
import { plainText } from '@assay/source-text';
import { TargetUnreachable, type UnreachableReason } from '../network/errors';
import { type RepositoryFault, RepositoryUnreadable } from './errors';

interface Circumstances {
  readonly name: string;
  readonly branch: string;
  readonly withToken: boolean;
}

/**
 * Translates the error output of a git that could not fetch. It is in English because of LC_ALL=C, and does not contain
 * messages of the server. The first match counts.
 */
export function explainFailure(errorOutput: string, { name, branch, withToken }: Circumstances): Error {
  const matches = (pattern: RegExp) => pattern.test(errorOutput);
  const unreadable = (fault: RepositoryFault, what: string) => new RepositoryUnreadable(name, fault, what);
  const unreachable = (reason: UnreachableReason, what: string) => new TargetUnreachable(name, reason, what);
  if (matches(/No space left on device|Disk quota exceeded/))
    return new InfrastructureError('no space is left to clone the repository');
  const broken =
    /^(?:error|fatal): (?:object [0-9a-f]{40,64}|fsck error in packed object): (?:[0-9a-f]+: )?(\w+)/m.exec(
      errorOutput,
    )?.[1];
  if (broken !== undefined || matches(/fsck error|hasDotgit|malformed object|invalid path/i))
    return unreadable(
      'hostile content',
      `git refuses what is in it${broken === undefined ? '' : ` (${plainText(broken, 60)})`}`,
    );
  // The server says this, or git itself if the server has declared that it gives no commits by their ids.
  if (matches(/not our ref|unadvertised object/))
    return unreadable('missing commit', 'the server does not give the commit');
  if (matches(/couldn't find remote ref/))
    return unreadable('missing branch', `there is no branch "${branch}", or nothing in the repository`);
  if (matches(/could not read Username|terminal prompts disabled|Authentication failed|returned error: (401|403)/)) {
    return withToken
      ? unreadable('credential refused', 'the access token of the integration was refused')
      : unreadable('credential needed', 'it does not exist, or is private: no access token is set');
  }
  if (matches(/repository '.*' not found|returned error: (404|410)/))
    return unreadable(
      'missing repository',
      withToken ? 'it does not exist, or the access token does not reach it' : 'it does not exist',
    );
  if (matches(/returned error: 3\d\d|unable to update url base from redirection/))
    return unreadable('redirect', 'the server redirects elsewhere; name the address where the repository is now');
  if (matches(/certificate|SSL|TLS/)) return unreachable('certificate', 'no trusted encrypted connection can be made');
  if (matches(/returned error: 5\d\d/)) return unreachable('answer', 'the server fails');
  if (matches(BROKEN_CONNECTION)) return unreachable('connection', 'the connection cannot be made, or it broke');
  if (matches(NOT_A_REPOSITORY)) return unreadable('not a repository', 'what answers there is not a repository');
  return unreadable('not a repository', `git cannot fetch it: ${plainText(lastFault(errorOutput), 200)}`);
}

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const BROKEN_CONNECTION = anyOf(
  'Could not resolve host',
  'Failed to connect',
  "Couldn't connect",
  'Connection (refused|reset)',
  'timed out',
  'too slow',
  'Empty reply',
  'early EOF',
  'unexpected disconnect',
  'RPC failed',
  'Recv failure',
  'hung up',
);

const NOT_A_REPOSITORY = anyOf(
  'not valid: is this a git repository',
  'dumb http',
  'protocol error',
  'bad line length',
  'expected flush',
  'not a git repository',
  'Transport .* not allowed',
  'bad pack',
  'index-pack failed',
  'inflate',
);

const lastFault = (errorOutput: string): string =>
  errorOutput
    .split('\n')
    .findLast((line) => /^(fatal|error): /.test(line))
    ?.replace(/^(fatal|error): /, '') ?? 'it gives no reason';
