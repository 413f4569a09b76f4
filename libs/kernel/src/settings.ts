import { resolve } from 'node:path';
import { type DirectoryRoot, parseDirectoryRoots } from './directory-roots';
import { parseKeys } from './key-text';
import { REQUIRED_PROTECTIONS, type RequiredProtection, type Role } from './setting-checks';
import { SETTINGS_TABLE, type SettingName } from './settings-table';
import type { TierId } from './vocabulary';

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
  /** The required protections of engines and browsers that the operator gives up where the machine lacks them. */
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
  /** The folder with the databases of known holes in packages, and the address that new ones come from. */
  readonly advisoriesDir: string;
  readonly advisoriesUrl: string;
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
  /** The file with the key of Ed25519 that signs exports for auditors. */
  readonly auditKeyFile: string;
  /**
   * Tokens for private repositories in scans from the command line. A service uses the tokens of each organization
   * instead.
   */
  readonly scanTokens: { readonly hosta: string | undefined; readonly hostb: string | undefined };
  /** The address by which others reach this service, without a slash at its end; undefined means nobody said. */
  readonly publicUrl: string | undefined;
  /** The app that a browser returns to after a checkout; undefined means a page of this service. */
  readonly appUrl: string | undefined;
  /** By which server mail is sent, and by whom; undefined means that none is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** The account at Stripe that takes the money for credits; undefined means the sandbox. */
  readonly stripe:
    | { readonly secretKey: string; readonly webhookSecret: string | undefined; readonly url: string }
    | undefined;
  readonly host: string;
  readonly port: number;
  readonly bootstrapTier: TierId;
  /** The price list; undefined means the one that comes with Assay. */
  readonly pricesFile: string | undefined;
  /** Sessions that run at once in this process. */
  readonly maxSessions: number;
  /** Engine processes that run at once in this process, over all sessions. */
  readonly engineSlots: number;
  /** Findings that are kept of one tool in one session: the most severe. */
  readonly findingsPerTool: number;
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
  /** Who writes the sentences of AI reports; undefined means rules. */
  readonly languageModel:
    | { readonly url: string; readonly name: string; readonly key: string | undefined; readonly timeout: number }
    | undefined;
  readonly logLevel: string;
  readonly listed: readonly Setting[];
}

const MEGABYTE = 1024 * 1024;
const HOUR = 3_600_000;
/** Where osv.dev publishes its advisories by ecosystem: https://google.github.io/osv.dev/data/ */
const OSV = 'https://osv-vulnerabilities.storage.googleapis.com';

function givenUp(value: string): ReadonlySet<RequiredProtection> {
  if (value === 'off') return new Set();
  if (value === 'allow') return new Set(REQUIRED_PROTECTIONS);
  return new Set(value.split(',').map((name) => name.trim() as RequiredProtection));
}

const languageModel = (
  address: string | undefined,
  rest: Omit<NonNullable<Settings['languageModel']>, 'url'>,
): Settings['languageModel'] => (address === undefined ? undefined : { url: address, ...rest });

/** Without either of them none is sent. */
const mail = (url: string | undefined, from: string | undefined): Settings['mail'] =>
  url === undefined || from === undefined ? undefined : { url, from };

function stripeAccount(
  valueOf: (name: SettingName) => string,
  unlessOff: (name: SettingName) => string | undefined,
): Settings['stripe'] {
  if (valueOf('ASSAY_PAYMENTS') !== 'stripe') return undefined;
  const secretKey = unlessOff('ASSAY_STRIPE_SECRET_KEY');
  if (secretKey === undefined)
    throw new InvalidSetting('ASSAY_STRIPE_SECRET_KEY', 'off', 'must be set where ASSAY_PAYMENTS is stripe');
  return { secretKey, webhookSecret: unlessOff('ASSAY_STRIPE_WEBHOOK_SECRET'), url: valueOf('ASSAY_STRIPE_URL') };
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
  const values = readValues(environment, options);
  const valueOf = (name: SettingName): string => values.get(name)!.value;
  const unlessOff = (name: SettingName): string | undefined => (valueOf(name) === 'off' ? undefined : valueOf(name));
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
    advisoriesDir: resolve(valueOf('ASSAY_ADVISORIES_DIR')),
    advisoriesUrl: valueOf('ASSAY_ADVISORIES_URL').replace(/^osv$/, OSV).replace(/\/+$/, ''),
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
    auditKeyFile: resolve(valueOf('ASSAY_AUDIT_KEY_FILE')),
    scanTokens: { hosta: unlessOff('ASSAY_HOSTA_TOKEN'), hostb: unlessOff('ASSAY_HOSTB_TOKEN') },
    languageModel: languageModel(unlessOff('ASSAY_MODEL_URL'), {
      name: valueOf('ASSAY_MODEL_NAME'),
      key: unlessOff('ASSAY_MODEL_KEY'),
      timeout: Number(valueOf('ASSAY_MODEL_TIMEOUT_MS')),
    }),
    mail: mail(unlessOff('ASSAY_SMTP_URL'), unlessOff('ASSAY_MAIL_FROM')),
    publicUrl: unlessOff('ASSAY_PUBLIC_URL')?.replace(/\/+$/, ''),
    appUrl: unlessOff('ASSAY_APP_URL'),
    stripe: stripeAccount(valueOf, unlessOff),
    host: valueOf('HOST'),
    port: Number(valueOf('PORT')),
    bootstrapTier: valueOf('ASSAY_BOOTSTRAP_TIER') as TierId,
    pricesFile: valueOf('ASSAY_PRICES') === 'included' ? undefined : resolve(valueOf('ASSAY_PRICES')),
    maxSessions: Number(valueOf('ASSAY_MAX_SESSIONS')),
    engineSlots: Number(valueOf('ASSAY_ENGINE_SLOTS')) || processors + 1,
    findingsPerTool: Number(valueOf('ASSAY_FINDINGS_PER_TOOL')),
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
      value: SETTINGS_TABLE[setting.name]?.hidden && setting.value !== 'off' ? HIDDEN : withoutPassword(setting.value),
    })),
  };
}

/**
 * Reads the value of each setting, in the order of the table: defaults depend on the folder of data, the first one.
 * @throws InvalidSetting
 */
function readValues(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, Setting> {
  const values = new Map<string, Setting>();
  for (const [name, { description, fallback, check, hidden = false }] of Object.entries(SETTINGS_TABLE)) {
    const [value, source] = pick(options[name], environment[name], () =>
      fallback(values.get('ASSAY_DATA_DIR')?.value ?? ''),
    );
    const problem = check?.(value);
    if (problem) throw new InvalidSetting(name, hidden ? HIDDEN : withoutPassword(value), problem);
    values.set(name, { name, value: name === 'ASSAY_DATA_DIR' ? resolve(value) : value, source, description });
  }
  return values;
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
