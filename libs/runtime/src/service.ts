import { PriceVersions } from '@assay/billing';
import type { Role, Settings } from '@assay/kernel';
import { type FollowedPlatform, type Health, ProcessState, healthOf } from '@assay/platform';
import { type Protection, letEnginesGiveWay } from '@assay/sandbox';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pTimeout from 'p-timeout';
import { ContextsModule } from './contexts.module';
import { anchorLedgers } from './ledger-anchoring';
import { replayOnThread } from './ledger-replays';
import { askAboutPurchases } from './ask-about-purchases';
import { startAdminServer } from './admin/admin-server';
import { ClosingSteps } from './close-in-order';
import { lookAfterTopups } from './due-topups';
import { lapseCredits } from './lapse-credits';
import { giveBackMemory } from './give-back-memory';
import { recordTime } from './record-ledger-time';
import { watchLedgers } from './ledger-watch';
import { type Observation, openObservation } from './observation';
import { caughtUp } from './platform';
import { type OpenedPlatform, openReadModels } from './read-models';
import { type ConfinementRule, checkConfinement } from './confinement-rules';
import { checkRoles } from './role-rules';
import { startSessions } from './sessions';
import { CONFIGURED, type Openers } from './stores';
import { turnPeriods } from './turn-periods';
import type { BuildReporter } from './reported-builds';
import { sweepUploads } from './uploads';

/** The roles of one process, running. */
export interface Service {
  /** The contexts; with the role `api` it is {@link http}. */
  readonly app: INestApplicationContext;
  /** Not listening yet; undefined without the role `api`. */
  readonly http: NestFastifyApplication | undefined;
  readonly platform: FollowedPlatform;
  /** Where the admin port listens, where there is one. */
  readonly adminUrl: string | undefined;
  /** The required protections that engines of this process do without. */
  readonly unprotected: readonly Protection[];
  /**
   * Drains and ends in order, within half a minute: readiness says no, what is being answered is answered, event
   * streams end between two events, sessions are given away. What was running is resumed by the next start, or by
   * another worker.
   */
  close(): Promise<void>;
}

interface HttpService extends Service {
  readonly app: NestFastifyApplication;
}

export interface ServiceOptions {
  readonly openers?: Partial<Openers>;
  /** Changes what HTTP is given of the platform; fault tests put themselves there. */
  readonly wrap?: (platform: FollowedPlatform) => FollowedPlatform;
  /** The roles that make the whole service, where that is not all of them. */
  readonly needed?: ReadonlySet<Role>;
  /** The rule for a machine that does not confine engines. */
  readonly confinement?: ConfinementRule;
  /**
   * Is given HTTP before the read models are there: while they are built from the log, the listener answers 503 and
   * says how far they are.
   */
  readonly whileStarting?: (http: NestFastifyApplication) => Promise<void>;
  /** Is told at some steps how far that is. */
  readonly onBuild?: BuildReporter;
  /** Ends a start that waits for something, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts the roles that the settings give this process. The one composition: `assay serve`, `assay scan`, the entry
 * points of single roles and the tests all come here.
 *
 * @throws StartRefused if the roles cannot work on these engines, or engines would not be confined; Unreachable where
 *   an engine does not answer in time
 */
export async function startService(
  settings: Settings,
  { wrap = (platform) => platform, needed, confinement, openers, ...options }: ServiceOptions = {},
): Promise<Service> {
  checkRoles(settings, needed);
  const unprotected = await checkConfinement(settings, confinement);
  const observation = await openObservation(settings);
  const { log, tracing } = observation;
  const closing = new ClosingSteps(log);
  const state = new ProcessState();
  if (unprotected.length > 0 && confinement?.missing !== 'accept')
    log.warn({ missing: unprotected }, 'engines are not confined on this machine: ASSAY_UNCONFINED allows it');
  closing.add('traces', () => tracing.close());
  try {
    return await startRoles({
      settings,
      openers: { ...CONFIGURED, ...openers },
      unprotected,
      observation,
      closing,
      state,
      wrap,
      signal: options.signal,
      whileStarting: options.whileStarting,
      onBuild: options.onBuild,
    });
  } catch (error) {
    state.drain();
    await closing.close();
    throw error;
  }
}

interface Starting extends Required<Pick<ServiceOptions, 'wrap'>> {
  readonly settings: Settings;
  readonly openers: Openers;
  readonly unprotected: readonly Protection[];
  readonly observation: Observation;
  readonly closing: ClosingSteps;
  readonly state: ProcessState;
  readonly signal: AbortSignal | undefined;
  readonly whileStarting: ServiceOptions['whileStarting'];
  readonly onBuild: BuildReporter | undefined;
}

/** Opens and starts each part after those that it uses. Parts that were opened are closed by `closing`. */
async function startRoles(starting: Starting): Promise<Service> {
  const { settings, openers, unprotected, observation, closing, state } = starting;
  let platform: FollowedPlatform | undefined;
  const health = async (): Promise<Health> =>
    platform
      ? healthOf(platform)
      : { status: state.draining.aborted ? 'draining' : 'starting', checks: {}, projections: [] };
  const adminUrl = await openAdminPort(starting, health);
  const opened = await openReadModels(settings, starting);
  platform = opened.platform;
  const application = await createApplication(platform, starting);
  const { app, http } = application;
  try {
    await startWork(starting, opened, application);
  } catch (error) {
    await application.close();
    throw error;
  }
  await startKeeping({ settings, platform, app, log: observation.log, closing });
  // A thread opens the store by its address: one that the caller has opened itself is out of its reach.
  if (http && openers.openEventStore === CONFIGURED.openEventStore) replayOnThread({ app, settings, closing });
  if (http) giveBackMemory({ log: observation.log, closing });
  watchLedgers(state, app);
  closing.add('http', application.close);
  state.serve();
  return {
    app,
    http,
    platform,
    adminUrl,
    unprotected,
    close() {
      state.drain();
      return closing.close();
    },
  };
}

/** Opens the admin port before the stores, so that it says how far a start is. @returns its address */
async function openAdminPort(
  { settings, unprotected, observation: { metrics, log }, closing }: Starting,
  health: () => Promise<Health>,
): Promise<string | undefined> {
  if (!settings.admin || !metrics) return undefined;
  const admin = await startAdminServer(settings.admin, { health, metrics, log, unprotected });
  closing.add('admin port', () => admin.close());
  return admin.url;
}

interface Application extends Pick<Service, 'app' | 'http'> {
  readonly close: () => Promise<void>;
}

/** The contexts of this process, with HTTP if it has the role `api`. */
async function createApplication(
  platform: FollowedPlatform,
  { settings, observation, wrap }: Starting,
): Promise<Application> {
  if (!settings.roles.has('api')) {
    const app = await createContexts(platform, observation);
    return { app, http: undefined, close: () => app.close() };
  }
  const served = loadHttp();
  letEnginesGiveWay();
  const http = await served.createHttp(wrap(platform), observation);
  return { app: http, http, close: () => served.closeHttp(http) };
}

/** Starts the sessions, once the read models that this process needs are there. */
async function startWork(
  { settings, openers, observation, closing, signal, whileStarting }: Starting,
  opened: OpenedPlatform,
  { app, http }: Application,
): Promise<void> {
  if (http) await whileStarting?.(http);
  // A process that answers from its own read models, or resumes sessions by them, begins when they are there. One
  // that only projects has nobody waiting.
  if (opened.projector && (settings.roles.has('api') || settings.orchestrator === 'embedded'))
    await pTimeout(caughtUp(opened.projector, opened.platform), { milliseconds: Number.POSITIVE_INFINITY, signal });
  await startSessions({ ...opened, settings, openers, app, observation, closing, signal });
  signal?.throwIfAborted();
}

interface Keeping {
  readonly settings: Settings;
  readonly platform: FollowedPlatform;
  readonly app: INestApplicationContext;
  readonly log: Observation['log'];
  readonly closing: ClosingSteps;
}

/** Starts what is looked after from time to time, beside sessions and requests. */
async function startKeeping({ settings, platform, app, log, closing }: Keeping): Promise<void> {
  sweepUploads({ settings, app, log, closing });
  await app.get(PriceVersions).recorded();
  recordTime({ app, log, closing });
  if (!settings.roles.has('projector')) return;
  anchorLedgers({ app, log, closing });
  turnPeriods({ app, log, closing });
  lapseCredits({ app, log, closing });
  askAboutPurchases({ app, readModels: platform.readModels, log, closing });
  lookAfterTopups({ platform, app, log, closing });
}

/** A process without the role `api`, and `assay scan`, start sooner without the modules of HTTP. */
const loadHttp = () => require('./http') as typeof import('./http');

/** Without HTTP no answer says "not found": there is nothing to check. */
const createContexts = (platform: FollowedPlatform, { commands }: Observation): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(ContextsModule.forRoot(platform, { commands }), {
    logger: ['fatal', 'error', 'warn'],
    abortOnError: false,
  });

/** The same for settings that are known to have the role `api`. */
export async function startHttpService(settings: Settings, options?: ServiceOptions): Promise<HttpService> {
  const service = await startService(settings, options);
  if (service.http) return { ...service, app: service.http };
  await service.close();
  throw new RangeError('a service without the role api has no HTTP');
}
