import { isIP, isIPv6 } from 'node:net';
import type { CheckedEndpoint } from '../network/guard';

/**
 * These settings switch off everything in git that runs, fetches or rewrites something because a repository, a server
 * or this machine's user says so. They are passed in the environment (GIT_CONFIG_COUNT). So they override every
 * configuration file, and also apply to the processes that git starts.
 */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.alternateRefsCommand', 'false'],
  ['core.symlinks', 'false'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.autocrlf', 'false'],
  ['core.safecrlf', 'false'],
  ['filter.lfs.smudge', ''],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.version', '2'],
  // A server can send a client to other addresses: by a redirect, by alternates (which followRedirects controls too),
  // by bundles, and by pack files elsewhere.
  ['http.followRedirects', 'false'],
  ['transfer.bundleURI', 'false'],
  ['fetch.uriProtocols', ''],
  ['http.emptyAuth', 'false'],
  ['http.sslVerify', 'true'],
  ['http.lowSpeedLimit', '100'],
  ['http.lowSpeedTime', '60'],
  ['transfer.fsckObjects', 'true'],
  ['fetch.fsckObjects', 'true'],
  // Old tools wrote these mistakes into honest histories. They are harmless.
  ...[
    'badTimezone',
    'badDate',
    'badDateOverflow',
    'zeroPaddedDate',
    'missingSpaceBeforeDate',
    'badName',
    'badEmail',
    'missingEmail',
    'missingNameBeforeEmail',
    'missingSpaceBeforeEmail',
    'multipleAuthors',
    'zeroPaddedFilemode',
  ].map((oddity) => [`fetch.fsck.${oddity}`, 'ignore'] as const),
  // Everything arrives in one pack of any size, so that its bytes can be counted. Large blobs are streamed and do not
  // fill the memory.
  ['transfer.unpackLimit', '1'],
  ['fetch.unpackLimit', '1'],
  ['core.bigFileThreshold', '16m'],
  ['pack.threads', '1'],
  ['core.packedGitLimit', '64m'],
  ['core.deltaBaseCacheLimit', '32m'],
];

export interface GitRemote {
  readonly cloneUrl: string;
  readonly endpoint: CheckedEndpoint;
  /** `Basic …`. It is sent only to this origin. */
  readonly authorization?: string;
}

/** @param remote the only remote that may be contacted. Without it, every protocol of git is off. */
export function gitEnvironment(remote?: GitRemote): Record<string, string> {
  const settings = [...SETTINGS, ...(remote ? remoteSettings(remote) : [])];
  return {
    PATH: process.env['PATH'] ?? '',
    LC_ALL: 'C',
    // libcurl would read .netrc in the home folder, and git its configuration.
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

function remoteSettings({ cloneUrl, endpoint, authorization }: GitRemote): [string, string][] {
  const { protocol, origin } = new URL(cloneUrl);
  const addresses = endpoint.addresses.map(({ address }) => (isIPv6(address) ? `[${address}]` : address)).join(',');
  return [
    [`protocol.${protocol.slice(0, -1)}.allow`, 'always'],
    // Git dials the addresses that were checked, whatever a name server answers later. A literal address needs no
    // entry, because it is not looked up.
    ...(isIP(endpoint.hostname) === 0
      ? [['http.curloptResolve', `${endpoint.hostname}:${endpoint.port}:${addresses}`] as [string, string]]
      : []),
    ...(authorization === undefined
      ? []
      : [[`http.${origin}/.extraHeader`, `Authorization: ${authorization}`] as [string, string]]),
  ];
}
