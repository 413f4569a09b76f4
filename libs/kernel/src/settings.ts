import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** A setting as `assay doctor` prints it. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly source: 'environment' | 'default' | 'option';
  readonly description: string;
}

/** Everything that can be configured, typed. Read once at the start; nothing else reads the environment. */
export interface Settings {
  readonly dataDir: string;
  readonly eventStoreUrl: string;
  readonly readModelUrl: string;
  readonly orchestrator: string;
  /** Absolute paths. */
  readonly directoryRoots: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly bootstrapTier: string;
  /** Sessions that run at once in this process. */
  readonly maxSessions: number;
  /** Engine processes that run at once in this process, over all sessions. */
  readonly engineSlots: number;
  /** Requests a minute and key. */
  readonly rateLimit: number;
  /** Session starts a minute and key. */
  readonly startRateLimit: number;
  /** Milliseconds between two heartbeats of a stream of server-sent events. */
  readonly heartbeat: number;
  /** Milliseconds after which a charge whose session has not started is refunded. */
  readonly unstartedGrace: number;
  readonly logLevel: string;
  readonly listed: readonly Setting[];
}

interface Definition { readonly description: string; readonly fallback: (dataDir: string) => string; readonly check?: (value: string) => string | undefined }

const wholeNumber = (least: number, most: number) => (value: string): string | undefined =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? undefined : `must be a whole number from ${least} to ${most}`;
const oneOf = (...values: string[]) => (value: string): string | undefined => (values.includes(value) ? undefined : `must be one of ${values.join(', ')}`);
const url = (...schemes: string[]) => (value: string): string | undefined =>
  schemes.some((scheme) => value.startsWith(`${scheme}:`)) ? undefined : `must begin with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`;

const DEFINITIONS: Readonly<Record<string, Definition>> = {
  ASSAY_DATA_DIR: { description: 'where the embedded stores, staged targets and uploads are kept', fallback: () => join(homedir(), '.assay') },
  ASSAY_EVENT_STORE_URL: { description: 'the event store: sqlite:<file>', fallback: (dataDir) => `sqlite:${join(dataDir, 'events.db')}`, check: url('sqlite') },
  ASSAY_READ_MODEL_URL: { description: 'the read models: sqlite:<file>', fallback: (dataDir) => `sqlite:${join(dataDir, 'read-models.db')}`, check: url('sqlite') },
  ASSAY_ORCHESTRATOR: { description: 'what runs the session workflows', fallback: () => 'embedded', check: oneOf('embedded') },
  ASSAY_DIRECTORY_ROOTS: { description: 'the directories that sessions may analyse, separated as in PATH', fallback: () => process.cwd() },
  HOST: { description: 'the address to listen on', fallback: () => '127.0.0.1' },
  PORT: { description: 'the port to listen on; 0 takes a free one', fallback: () => '3000', check: wholeNumber(0, 65_535) },
  ASSAY_BOOTSTRAP_TIER: { description: 'the tier of the organization that the first start creates', fallback: () => 'business', check: oneOf('free', 'starter', 'pro', 'business') },
  ASSAY_MAX_SESSIONS: { description: 'sessions that run at once in one process', fallback: () => '4', check: wholeNumber(1, 1_000) },
  ASSAY_ENGINE_SLOTS: { description: 'engine processes that run at once in one process; 0 takes one for each processor and one more', fallback: () => '0', check: wholeNumber(0, 1_000) },
  ASSAY_RATE_LIMIT: { description: 'requests a minute and API key', fallback: () => '600', check: wholeNumber(1, 1_000_000) },
  ASSAY_START_RATE_LIMIT: { description: 'session starts a minute and API key', fallback: () => '30', check: wholeNumber(1, 1_000_000) },
  ASSAY_HEARTBEAT_MS: { description: 'milliseconds between two heartbeats of an event stream', fallback: () => '10000', check: wholeNumber(100, 15_000) },
  ASSAY_UNSTARTED_GRACE_MS: { description: 'milliseconds after which a charge whose session never started is refunded', fallback: () => '30000', check: wholeNumber(100, 3_600_000) },
  ASSAY_LOG_LEVEL: { description: 'what is logged: fatal, error, warn, info, debug, trace or silent', fallback: () => 'warn', check: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent') },
};

/** A setting that cannot be used. The message names it and says what it must be. */
export class InvalidSetting extends Error {
  constructor(name: string, value: string, problem: string) {
    super(`${name} ${problem} (it is "${value}")`);
    this.name = 'InvalidSetting';
  }
}

/**
 * @param environment the process environment, or what stands for it
 * @param options what the command line says; it wins
 * @throws InvalidSetting
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, options: Readonly<Record<string, string | undefined>> = {}, processors = 2): Settings {
  const values = new Map<string, Setting>();
  for (const [name, { description, fallback, check }] of Object.entries(DEFINITIONS)) {
    const [value, source] = pick(options[name], environment[name], () => fallback(values.get('ASSAY_DATA_DIR')?.value ?? ''));
    const problem = check?.(value);
    if (problem) throw new InvalidSetting(name, value, problem);
    values.set(name, { name, value: name === 'ASSAY_DATA_DIR' ? resolve(value) : value, source, description });
  }
  const of = (name: string): string => values.get(name)!.value;
  return {
    dataDir: of('ASSAY_DATA_DIR'),
    eventStoreUrl: of('ASSAY_EVENT_STORE_URL'),
    readModelUrl: of('ASSAY_READ_MODEL_URL'),
    orchestrator: of('ASSAY_ORCHESTRATOR'),
    directoryRoots: of('ASSAY_DIRECTORY_ROOTS').split(delimiter).filter(Boolean).map((root) => (isAbsolute(root) ? root : resolve(root))),
    host: of('HOST'),
    port: Number(of('PORT')),
    bootstrapTier: of('ASSAY_BOOTSTRAP_TIER'),
    maxSessions: Number(of('ASSAY_MAX_SESSIONS')),
    engineSlots: Number(of('ASSAY_ENGINE_SLOTS')) || processors + 1,
    rateLimit: Number(of('ASSAY_RATE_LIMIT')),
    startRateLimit: Number(of('ASSAY_START_RATE_LIMIT')),
    heartbeat: Number(of('ASSAY_HEARTBEAT_MS')),
    unstartedGrace: Number(of('ASSAY_UNSTARTED_GRACE_MS')),
    logLevel: of('ASSAY_LOG_LEVEL'),
    listed: [...values.values()],
  };
}

const pick = (option: string | undefined, variable: string | undefined, fallback: () => string): [string, Setting['source']] => {
  if (option !== undefined && option !== '') return [option, 'option'];
  if (variable !== undefined && variable !== '') return [variable, 'environment'];
  return [fallback(), 'default'];
};

/** The injection token of the {@link Settings}. */
export const SETTINGS = Symbol('Settings');
