import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { type DirectoryRoot, directoryRootsProblem, parseDirectoryRoots } from './directory-roots';
import { KEY_BYTES, parseKeys } from './key-text';

/** A setting as `assay doctor` prints it. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly source: 'environment' | 'default' | 'option';
  readonly description: string;
}

/** The limits of every target. A tier may be stricter, but cannot exceed them. */
export interface TargetLimits {
  /** Bytes that may be received. The same limit applies to the bytes that are unpacked or staged. */
  readonly bytes: number;
  /** Entries of any kind. */
  readonly files: number;
  /** The depth of folders within folders. */
  readonly depth: number;
  /** Milliseconds that cloning or fetching the target may take. */
  readonly time: number;
}

/** All settings, typed. They are read once at the start. No other code reads the environment. */
export interface Settings {
  readonly dataDir: string;
  readonly eventStoreUrl: string;
  readonly readModelUrl: string;
  /** `embedded`, or `temporal://host:port/namespace`. */
  readonly orchestrator: string;
  /** The roles of this process. */
  readonly roles: ReadonlySet<Role>;
  /** The required protections of engines that the operator gives up where the machine lacks them. */
  readonly unconfined: ReadonlySet<RequiredProtection>;
  /** The prefix of the task queues at Temporal. Two services on one namespace need different ones. */
  readonly taskQueue: string;
  /** Milliseconds of silence after which a worker counts as lost and its sessions are staged again elsewhere. */
  readonly workerLoss: number;
  /** The address of this process's `/metrics`, `/health/live` and `/health/ready`; undefined means none. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  /** The OTLP/HTTP endpoint for traces; undefined means that no traces are made. */
  readonly tracesUrl: string | undefined;
  readonly directoryRoots: readonly DirectoryRoot[];
  /**
   * Private hosts, addresses and networks at which targets are allowed, as the setting writes them; undefined means
   * none.
   */
  readonly allowedTargets: string | undefined;
  /** The services for `owner/name`, packages and images. If one is undefined, such targets are refused. */
  readonly sources: {
    readonly hosta: string | undefined;
    readonly hostb: string | undefined;
    readonly pkgreg: string | undefined;
    readonly container: string | undefined;
  };
  readonly targetLimits: TargetLimits;
  /** Megabytes that stay free on the disk of the staged copies; 0 means none. */
  readonly freeDiskMb: number;
  /** The path of the browser for pages, or `off`; undefined means any installed Chromium. */
  readonly chromium: string | undefined;
  /** The folder for uploads. The API writes them and every worker reads them. */
  readonly uploadDir: string;
  /** Bytes of one upload. */
  readonly maxUpload: number;
  /** Bytes of all uploads that are kept at one time: of one organization, and of all. */
  readonly uploadQuota: { readonly organizationBytes: number; readonly totalBytes: number };
  /** How long an upload is kept, in milliseconds. */
  readonly uploadKept: number;
  /**
   * The folder for secrets, and their keys of 32 bytes each. The first key encrypts. If there are none, the keys in the
   * file are used.
   */
  readonly secrets: { readonly folder: string; readonly keys: readonly Buffer[]; readonly keyFile: string };
  /**
   * Tokens for private repositories in scans from the command line. A service uses the tokens of each organization
   * instead.
   */
  readonly scanTokens: { readonly hosta: string | undefined; readonly hostb: string | undefined };
  readonly host: string;
  readonly port: number;
  readonly bootstrapTier: string;
  /** Sessions that run at once in this process. */
  readonly maxSessions: number;
  /** Engine processes that run at once in this process, over all sessions. */
  readonly engineSlots: number;
  /** Requests per minute and organization; without a good key, per minute and address. */
  readonly rateLimit: number;
  /** Session starts per minute and organization. */
  readonly startRateLimit: number;
  /** Uploads per minute and organization. */
  readonly uploadRateLimit: number;
  /** Milliseconds that a request body may take; for an upload, between two of its bytes. */
  readonly bodyTimeout: number;
  /** Connections that are open at once to one process. */
  readonly maxConnections: number;
  /** API keys that an organization has at most. */
  readonly maxApiKeys: number;
  /** Streams of server-sent events that are open at once, per organization and process. */
  readonly maxStreams: number;
  /** Milliseconds between two heartbeats of a stream of server-sent events. */
  readonly heartbeat: number;
  /** Milliseconds after which a charge whose session has not started is refunded. */
  readonly unstartedGrace: number;
  readonly logLevel: string;
  readonly listed: readonly Setting[];
}

interface Definition {
  readonly description: string;
  readonly fallback: (dataDir: string) => string;
  readonly check?: (value: string) => string | undefined;
  /** Whether the value is secret. It is never shown, not even in an error message. */
  readonly hidden?: boolean;
}

/**
 * `api` answers over HTTP, `projector` keeps the read models and reacts to events, `worker` runs the sessions'
 * activities.
 */
export const ROLES = ['api', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** The protections without which a process with the role `worker` does not start, unless they are given up by name. */
export const REQUIRED_PROTECTIONS = ['network', 'process-tree', 'files', 'own-root', 'privileges'] as const;
export type RequiredProtection = (typeof REQUIRED_PROTECTIONS)[number];

const wholeNumber =
  (least: number, most: number) =>
  (value: string): string | undefined =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
const oneOf =
  (...values: string[]) =>
  (value: string): string | undefined =>
    values.includes(value) ? undefined : `must be one of ${values.join(', ')}`;
const url =
  (...schemes: string[]) =>
  (value: string): string | undefined =>
    schemes.some((scheme) => value.startsWith(`${scheme}:`))
      ? undefined
      : `must begin with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`;

/** An address must not have a password, because addresses appear in messages. */
const address = (value: string): string | undefined => {
  const parsed = /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || parsed.search !== '' || parsed.hash !== '')
    return 'must be an http:// or https:// address without a query';
  return parsed.username === '' && parsed.password === ''
    ? undefined
    : 'must be an address without a user name or a password';
};

const MEGABYTE = 1024 * 1024;
const HOUR = 3_600_000;
/** Milliseconds. The preparation of a session has one hour, and staging follows the fetch. */
const MAX_FETCH_TIME = 2_700_000;
const port = wholeNumber(0, 65_535);
const oneOrOff =
  (check: (value: string) => string | undefined) =>
  (value: string): string | undefined =>
    value === 'off' ? undefined : check(value) && `${check(value)}, or off`;
const browser = (value: string): string | undefined =>
  value === 'auto' || value === 'off' || isAbsolute(value) ? undefined : 'must be an absolute path, auto or off';
const roles = (value: string): string | undefined => {
  const names = value.split(',').map((name) => name.trim());
  return names.every((name) => (ROLES as readonly string[]).includes(name))
    ? undefined
    : `must be a list of ${ROLES.join(', ')}, separated by commas`;
};
const protections = (value: string): string | undefined =>
  value === 'allow' ||
  value.split(',').every((name) => (REQUIRED_PROTECTIONS as readonly string[]).includes(name.trim()))
    ? undefined
    : `must be allow, or a list of ${REQUIRED_PROTECTIONS.join(', ')}, separated by commas`;
const orchestrator = (value: string): string | undefined =>
  value === 'embedded' || /^temporal:\/\/[^/\s]+:\d+\/[^/\s]+$/.test(value)
    ? undefined
    : 'must be embedded or temporal://<host>:<port>/<namespace>';

const secretKeys = (value: string): string | undefined =>
  parseKeys(value.split(',')) ? undefined : `must be keys of ${KEY_BYTES} bytes in base64 or hex, separated by commas`;
const token = (value: string): string | undefined =>
  /^[\x21-\x7e]{8,1024}$/.test(value) ? undefined : 'must be 8 to 1024 printable ASCII characters without spaces';

const DEFINITIONS: Readonly<Record<string, Definition>> = {
  ASSAY_DATA_DIR: {
    description: 'where the embedded stores, staged targets and uploads are kept',
    fallback: () => join(homedir(), '.assay'),
  },
  ASSAY_EVENT_STORE_URL: {
    description:
      'the event store: sqlite:<file>, or the connection string of an EventStoreDB (esdb://…, kurrentdb://…)',
    fallback: (dataDir) => `sqlite:${join(dataDir, 'events.db')}`,
    check: url('sqlite', 'esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'),
  },
  ASSAY_READ_MODEL_URL: {
    description: 'the read models: sqlite:<file>, or the connection string of a MongoDB (mongodb://…/<database>)',
    fallback: (dataDir) => `sqlite:${join(dataDir, 'read-models.db')}`,
    check: url('sqlite', 'mongodb', 'mongodb+srv'),
  },
  ASSAY_ORCHESTRATOR: {
    description: 'what runs the session workflows: embedded, or temporal://<host>:<port>/<namespace>',
    fallback: () => 'embedded',
    check: orchestrator,
  },
  ASSAY_ROLES: {
    description: 'what this process does: a list of api, projector, worker',
    fallback: () => ROLES.join(','),
    check: roles,
  },
  ASSAY_UNCONFINED: {
    description:
      `the protections of engines that may be missing on this machine: a list of ${REQUIRED_PROTECTIONS.join(', ')}, ` +
      'or allow for any, or off',
    fallback: () => 'off',
    check: oneOrOff(protections),
  },
  ASSAY_TASK_QUEUE: { description: 'the prefix of the task queues at Temporal', fallback: () => 'assay' },
  ASSAY_WORKER_LOSS_MS: {
    description:
      'milliseconds of silence after which a worker counts as lost and its sessions are staged again elsewhere',
    fallback: () => '30000',
    check: wholeNumber(1_000, 600_000),
  },
  ASSAY_ADMIN_HOST: { description: 'the address that the admin port listens on', fallback: () => '127.0.0.1' },
  ASSAY_ADMIN_PORT: {
    description: 'the port of /metrics, /health/live and /health/ready of this process, or off; 0 takes a free one',
    fallback: () => 'off',
    check: oneOrOff(port),
  },
  ASSAY_TRACES_URL: {
    description: 'the OTLP/HTTP endpoint that takes traces, or off',
    fallback: () => 'off',
    check: oneOrOff(url('http', 'https')),
  },
  ASSAY_DIRECTORY_ROOTS: {
    description:
      'the directories that sessions may analyse, separated as in PATH: org_…=<path> for named organizations, ' +
      '*=<path> for all, and a plain path for the only organization of a service',
    fallback: () => process.cwd(),
    check: directoryRootsProblem,
  },
  ASSAY_ALLOWED_TARGETS: {
    description:
      'hosts, addresses and networks that targets may be at although they are private, ' +
      'with :port or :* where it is no usual one, separated by commas, or off',
    fallback: () => 'off',
  },
  ASSAY_HOSTA_URL: {
    description: 'the address of the hosta service, where owner/name is cloned from, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_HOSTB_URL: {
    description: 'the address of the hostb service, where group/name is cloned from, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_PKGREG_URL: {
    description: 'the address of the npm-compatible registry that packages are fetched from, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_CONTAINER_URL: {
    description: 'the address of the registry of images whose name has no host, or off',
    fallback: () => 'off',
    check: oneOrOff(address),
  },
  ASSAY_TARGET_MB: {
    description: 'megabytes of a target: of what is received, and of what is unpacked and staged of it',
    fallback: () => '2000',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_TARGET_FILES: {
    description: 'files and folders of a target',
    fallback: () => '500000',
    check: wholeNumber(1, 10_000_000),
  },
  ASSAY_TARGET_DEPTH: {
    description: 'folders within folders of a target',
    fallback: () => '64',
    check: wholeNumber(1, 500),
  },
  ASSAY_TARGET_MS: {
    description: 'milliseconds that cloning or fetching a target may take',
    fallback: () => '600000',
    check: wholeNumber(1_000, MAX_FETCH_TIME),
  },
  ASSAY_FREE_DISK_MB: {
    description:
      'megabytes that stay free on the disk of the staged copies: with less, new targets wait; or 0 for none',
    fallback: () => '500',
    check: wholeNumber(0, 100_000_000),
  },
  ASSAY_CHROMIUM: {
    description: 'the browser that looks at pages: a path, auto for any Chromium that is installed, or off',
    fallback: () => 'auto',
    check: browser,
  },
  ASSAY_UPLOAD_DIR: {
    description: 'where uploads are kept: one folder for the API and all workers',
    fallback: (dataDir) => join(dataDir, 'uploads'),
  },
  ASSAY_UPLOAD_MB: { description: 'megabytes of one upload', fallback: () => '200', check: wholeNumber(1, 100_000) },
  ASSAY_UPLOAD_ORGANIZATION_MB: {
    description: 'megabytes of all uploads that are kept at one time for one organization',
    fallback: () => '2000',
    check: wholeNumber(1, 10_000_000),
  },
  ASSAY_UPLOAD_TOTAL_MB: {
    description: 'megabytes of all uploads that are kept at one time',
    fallback: () => '20000',
    check: wholeNumber(1, 100_000_000),
  },
  ASSAY_UPLOAD_HOURS: {
    description: 'hours that an upload is kept',
    fallback: () => '24',
    check: wholeNumber(1, 8_760),
  },
  ASSAY_SECRET_DIR: {
    description: 'where secrets are kept, encrypted: one folder for the API and all workers',
    fallback: (dataDir) => join(dataDir, 'secrets'),
  },
  ASSAY_SECRET_KEY: {
    description:
      'the key that secrets are encrypted with, 32 bytes in base64 or hex, then old ones that only decrypt, ' +
      'separated by commas; off: those of ASSAY_SECRET_KEY_FILE',
    fallback: () => 'off',
    check: oneOrOff(secretKeys),
    hidden: true,
  },
  ASSAY_SECRET_KEY_FILE: {
    description: 'the file with those keys, one a line; the first secret makes it where it is not there',
    fallback: (dataDir) => join(dataDir, 'secret.key'),
  },
  ASSAY_HOSTA_TOKEN: {
    description: 'for assay scan: the access token that it clones private repositories of hosta with, or off',
    fallback: () => 'off',
    check: oneOrOff(token),
    hidden: true,
  },
  ASSAY_HOSTB_TOKEN: { description: 'the same for hostb', fallback: () => 'off', check: oneOrOff(token), hidden: true },
  HOST: { description: 'the address to listen on', fallback: () => '127.0.0.1' },
  PORT: { description: 'the port to listen on; 0 takes a free one', fallback: () => '3000', check: port },
  ASSAY_BOOTSTRAP_TIER: {
    description: 'the tier of the organization that the first start creates',
    fallback: () => 'business',
    check: oneOf('free', 'starter', 'pro', 'business'),
  },
  ASSAY_MAX_SESSIONS: {
    description: 'sessions that run at once in one process',
    fallback: () => '4',
    check: wholeNumber(1, 1_000),
  },
  ASSAY_ENGINE_SLOTS: {
    description: 'engine processes that run at once in one process; 0 takes one for each processor and one more',
    fallback: () => '0',
    check: wholeNumber(0, 1_000),
  },
  ASSAY_RATE_LIMIT: {
    description: 'requests a minute and organization; without a good API key, a minute and address',
    fallback: () => '600',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_START_RATE_LIMIT: {
    description: 'session starts a minute and organization',
    fallback: () => '30',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_UPLOAD_RATE_LIMIT: {
    description: 'uploads a minute and organization',
    fallback: () => '30',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_BODY_TIMEOUT_MS: {
    description: 'milliseconds that a request body may take; for an upload, between two of its bytes',
    fallback: () => '30000',
    check: wholeNumber(100, 600_000),
  },
  ASSAY_MAX_CONNECTIONS: {
    description: 'connections that are open at once to one process; further ones are closed at once',
    fallback: () => '5000',
    check: wholeNumber(1, 1_000_000),
  },
  ASSAY_MAX_API_KEYS: {
    description: 'API keys that an organization has at most; an operator may make more',
    fallback: () => '100',
    check: wholeNumber(1, 10_000),
  },
  ASSAY_MAX_STREAMS: {
    description: 'event streams that one organization has open at once in one process',
    fallback: () => '20',
    check: wholeNumber(1, 100_000),
  },
  ASSAY_HEARTBEAT_MS: {
    description: 'milliseconds between two heartbeats of an event stream',
    fallback: () => '10000',
    check: wholeNumber(100, 15_000),
  },
  ASSAY_UNSTARTED_GRACE_MS: {
    description: 'milliseconds after which a charge whose session never started is refunded',
    fallback: () => '30000',
    check: wholeNumber(100, 3_600_000),
  },
  ASSAY_LOG_LEVEL: {
    description: 'what is logged: fatal, error, warn, info, debug, trace or silent',
    fallback: () => 'warn',
    check: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
};

function givenUp(value: string): ReadonlySet<RequiredProtection> {
  if (value === 'off') return new Set();
  if (value === 'allow') return new Set(REQUIRED_PROTECTIONS);
  return new Set(value.split(',').map((name) => name.trim() as RequiredProtection));
}

/** A setting has an invalid value. The message names it and says what it must be. */
export class InvalidSetting extends Error {
  constructor(name: string, value: string, problem: string) {
    super(`${name} ${problem} (it is "${value}")`);
    this.name = 'InvalidSetting';
  }
}

/**
 * Reads the settings from the command line, the environment and the defaults, in this order of precedence.
 * @param environment the process environment
 * @param options the options of the command line
 * @throws InvalidSetting
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string | undefined>> = {},
  processors = 2,
): Settings {
  const values = new Map<string, Setting>();
  for (const [name, { description, fallback, check, hidden = false }] of Object.entries(DEFINITIONS)) {
    const [value, source] = pick(options[name], environment[name], () =>
      fallback(values.get('ASSAY_DATA_DIR')?.value ?? ''),
    );
    const problem = check?.(value);
    if (problem) throw new InvalidSetting(name, hidden ? HIDDEN : withoutPassword(value), problem);
    values.set(name, { name, value: name === 'ASSAY_DATA_DIR' ? resolve(value) : value, source, description });
  }
  const valueOf = (name: string): string => values.get(name)!.value;
  const unlessOff = (name: string): string | undefined => (valueOf(name) === 'off' ? undefined : valueOf(name));
  const adminPort = unlessOff('ASSAY_ADMIN_PORT');
  return {
    dataDir: valueOf('ASSAY_DATA_DIR'),
    eventStoreUrl: valueOf('ASSAY_EVENT_STORE_URL'),
    readModelUrl: valueOf('ASSAY_READ_MODEL_URL'),
    orchestrator: valueOf('ASSAY_ORCHESTRATOR'),
    unconfined: givenUp(valueOf('ASSAY_UNCONFINED')),
    roles: new Set(
      valueOf('ASSAY_ROLES')
        .split(',')
        .map((name) => name.trim() as Role),
    ),
    taskQueue: valueOf('ASSAY_TASK_QUEUE'),
    workerLoss: Number(valueOf('ASSAY_WORKER_LOSS_MS')),
    admin: adminPort === undefined ? undefined : { host: valueOf('ASSAY_ADMIN_HOST'), port: Number(adminPort) },
    tracesUrl: unlessOff('ASSAY_TRACES_URL'),
    directoryRoots: parseDirectoryRoots(valueOf('ASSAY_DIRECTORY_ROOTS')),
    allowedTargets: unlessOff('ASSAY_ALLOWED_TARGETS'),
    sources: {
      hosta: unlessOff('ASSAY_HOSTA_URL'),
      hostb: unlessOff('ASSAY_HOSTB_URL'),
      pkgreg: unlessOff('ASSAY_PKGREG_URL'),
      container: unlessOff('ASSAY_CONTAINER_URL'),
    },
    targetLimits: {
      bytes: Number(valueOf('ASSAY_TARGET_MB')) * MEGABYTE,
      files: Number(valueOf('ASSAY_TARGET_FILES')),
      depth: Number(valueOf('ASSAY_TARGET_DEPTH')),
      time: Number(valueOf('ASSAY_TARGET_MS')),
    },
    freeDiskMb: Number(valueOf('ASSAY_FREE_DISK_MB')),
    chromium: valueOf('ASSAY_CHROMIUM') === 'auto' ? undefined : valueOf('ASSAY_CHROMIUM'),
    uploadDir: resolve(valueOf('ASSAY_UPLOAD_DIR')),
    maxUpload: Number(valueOf('ASSAY_UPLOAD_MB')) * MEGABYTE,
    uploadQuota: {
      organizationBytes: Number(valueOf('ASSAY_UPLOAD_ORGANIZATION_MB')) * MEGABYTE,
      totalBytes: Number(valueOf('ASSAY_UPLOAD_TOTAL_MB')) * MEGABYTE,
    },
    uploadKept: Number(valueOf('ASSAY_UPLOAD_HOURS')) * HOUR,
    secrets: {
      folder: resolve(valueOf('ASSAY_SECRET_DIR')),
      keys: parseKeys(unlessOff('ASSAY_SECRET_KEY')?.split(',') ?? []) ?? [],
      keyFile: resolve(valueOf('ASSAY_SECRET_KEY_FILE')),
    },
    scanTokens: { hosta: unlessOff('ASSAY_HOSTA_TOKEN'), hostb: unlessOff('ASSAY_HOSTB_TOKEN') },
    host: valueOf('HOST'),
    port: Number(valueOf('PORT')),
    bootstrapTier: valueOf('ASSAY_BOOTSTRAP_TIER'),
    maxSessions: Number(valueOf('ASSAY_MAX_SESSIONS')),
    engineSlots: Number(valueOf('ASSAY_ENGINE_SLOTS')) || processors + 1,
    rateLimit: Number(valueOf('ASSAY_RATE_LIMIT')),
    startRateLimit: Number(valueOf('ASSAY_START_RATE_LIMIT')),
    uploadRateLimit: Number(valueOf('ASSAY_UPLOAD_RATE_LIMIT')),
    bodyTimeout: Number(valueOf('ASSAY_BODY_TIMEOUT_MS')),
    maxConnections: Number(valueOf('ASSAY_MAX_CONNECTIONS')),
    maxApiKeys: Number(valueOf('ASSAY_MAX_API_KEYS')),
    maxStreams: Number(valueOf('ASSAY_MAX_STREAMS')),
    heartbeat: Number(valueOf('ASSAY_HEARTBEAT_MS')),
    unstartedGrace: Number(valueOf('ASSAY_UNSTARTED_GRACE_MS')),
    logLevel: valueOf('ASSAY_LOG_LEVEL'),
    listed: [...values.values()].map((setting) => ({
      ...setting,
      value:
        DEFINITIONS[setting.name]?.hidden && unlessOff(setting.name) !== undefined
          ? HIDDEN
          : withoutPassword(setting.value),
    })),
  };
}

const HIDDEN = '***';

/** Hides the password of a connection string, because listed settings are printed. */
const withoutPassword = (value: string): string => value.replace(/^([a-z+]+:\/\/[^\s:@/]*):[^\s/]*@/, '$1:***@');

const pick = (
  option: string | undefined,
  variable: string | undefined,
  fallback: () => string,
): [string, Setting['source']] => {
  if (option !== undefined && option !== '') return [option, 'option'];
  if (variable !== undefined && variable !== '') return [variable, 'environment'];
  return [fallback(), 'default'];
};

/** The injection token of the {@link Settings}. */
export const SETTINGS = Symbol('Settings');
