import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '@assay/kernel';
import { InvalidStoreRequest } from '../errors';

export interface EndPoint {
  readonly address: string;
  readonly port: number;
}

/** The settings in a connection string. Times in milliseconds, `gossipTimeout` in seconds as the string has it. */
export interface ConnectionSettings {
  readonly endpoints: readonly EndPoint[];
  /** Ask the endpoints for the members of the cluster and choose one of those. */
  readonly discover: boolean;
  readonly tls: boolean;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly tlsCaFile?: string;
  readonly userCertFile?: string;
  readonly userKeyFile?: string;
  readonly connectionName: string;
  /** -1: as many as fit into the deadline. */
  readonly maxDiscoverAttempts: number;
  readonly discoveryInterval: number;
  readonly gossipTimeout: number;
  readonly keepAliveInterval: number;
  readonly keepAliveTimeout: number;
  readonly deadline: number;
}

const DEFAULT_PORT = 2113;
const KNOWN = [
  'tls',
  'tlsVerifyCert',
  'tlsCaFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'nodePreference',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'defaultDeadline',
  'throwOnAppendFailure',
];

/**
 * Reads `esdb://user:password@host:port,host:port?tls=true&…`; `kurrentdb://` means the same, `+discover` asks the
 * first host for the cluster. The client's own parser prints the whole string, password and all, when it meets a
 * setting that it does not know: so this one reads it, and quotes none of it in its errors.
 *
 * @throws InvalidStoreRequest
 */
export function parseConnectionString(url: string): ConnectionSettings {
  const match =
    /^(?:esdb|kurrentdb|kurrent|kdb)(?<discover>\+discover)?:\/\/(?<authority>[^?]*)(?:\?(?<query>.*))?$/.exec(
      url.trim(),
    );
  if (!match?.groups)
    throw unreadable('it begins with esdb:// or kurrentdb://, either with +discover before the colon');
  const authority = match.groups['authority']!.replace(/\/+$/, '');
  const at = authority.lastIndexOf('@');
  const endpoints = authority
    .slice(at + 1)
    .split(',')
    .map(endPoint);
  const settings = settingsOf(match.groups['query'] ?? '');
  return {
    endpoints,
    discover: match.groups['discover'] !== undefined || endpoints.length > 1,
    ...(at !== -1 && { credentials: credentialsOf(authority.slice(0, at)) }),
    ...settings,
  };
}

function settingsOf(query: string): Omit<ConnectionSettings, 'endpoints' | 'discover' | 'credentials'> {
  const given = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(query)) {
    const name = KNOWN.find((known) => flat(known) === flat(key));
    if (name === undefined) throw unreadable(`one of its settings is not known; known are ${KNOWN.join(', ')}`);
    given.set(name, value.trim());
  }
  const files = {
    tlsCaFile: given.get('tlsCaFile'),
    userCertFile: given.get('userCertFile'),
    userKeyFile: given.get('userKeyFile'),
  };
  if ((files.userCertFile === undefined) !== (files.userKeyFile === undefined))
    throw unreadable('userCertFile and userKeyFile go together');
  if (truth(given, 'tlsVerifyCert', true) === false)
    throw unreadable('tlsVerifyCert=false is not supported: name the authority of the certificate in tlsCaFile');
  requireLeader(given.get('nodePreference'));
  return {
    tls: truth(given, 'tls', true),
    ...(files.tlsCaFile !== undefined && { tlsCaFile: files.tlsCaFile }),
    ...(files.userCertFile !== undefined && { userCertFile: files.userCertFile, userKeyFile: files.userKeyFile! }),
    connectionName: given.get('connectionName') ?? 'assay',
    maxDiscoverAttempts: count(given, 'maxDiscoverAttempts', -1),
    discoveryInterval: count(given, 'discoveryInterval', 100),
    gossipTimeout: count(given, 'gossipTimeout', 1),
    keepAliveInterval: count(given, 'keepAliveInterval', 10_000),
    keepAliveTimeout: count(given, 'keepAliveTimeout', 10_000),
    deadline: count(given, 'defaultDeadline', 10_000),
  };
}

/** How the server is called in messages: without credentials. */
export const addressOf = ({ endpoints }: Pick<ConnectionSettings, 'endpoints'>): string =>
  endpoints.map(({ address, port }) => `${address}:${port}`).join(',');

export function readFileOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new InvalidStoreRequest(`${setting} names ${file}, which cannot be read`, { cause: error });
  }
}

/** The certificates of a PEM file. gRPC ignores a file without any, and then trusts nobody. */
export function readCertificates(setting: string, file: string): Buffer {
  const pem = readFileOf(setting, file);
  try {
    parseCertificate(pem);
  } catch (error) {
    throw new InvalidStoreRequest(
      `${setting} names ${file}, which holds no certificate in PEM format (${messageOf(error)})`,
      { cause: error },
    );
  }
  return pem;
}

const parseCertificate = (pem: Buffer): X509Certificate => new X509Certificate(pem);

function endPoint(host: string): EndPoint {
  const [address, port = `${DEFAULT_PORT}`, ...rest] = host.trim().split(':');
  if (!address || rest.length > 0 || !/^\d{1,5}$/.test(port))
    throw unreadable('a host is a name, or a name, a colon and a port');
  return { address, port: Number(port) };
}

function credentialsOf(userInfo: string): { username: string; password: string } {
  const colon = userInfo.indexOf(':');
  if (colon < 1) throw unreadable('before the @ stand the user, a colon and the password');
  try {
    return {
      username: decodeURIComponent(userInfo.slice(0, colon)),
      password: decodeURIComponent(userInfo.slice(colon + 1)),
    };
  } catch {
    throw unreadable('the user or the password has a % that begins no escape');
  }
}

function requireLeader(preference = 'leader'): void {
  if (flat(preference) !== 'leader')
    throw unreadable(
      'nodePreference can only be leader: other nodes may be behind it, and a read there would miss what was just ' +
        'written',
    );
}

function truth(given: ReadonlyMap<string, string>, name: string, fallback: boolean): boolean {
  const value = given.get(name) ?? String(fallback);
  if (value !== 'true' && value !== 'false') throw unreadable(`${name} is true or false`);
  return value === 'true';
}

function count(given: ReadonlyMap<string, string>, name: string, fallback: number): number {
  const value = given.get(name) ?? String(fallback);
  if (!/^-?\d+$/.test(value)) throw unreadable(`${name} is a whole number`);
  return Number(value);
}

const flat = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');
const unreadable = (why: string) =>
  new InvalidStoreRequest(`the connection string of the event store cannot be read: ${why}`);
