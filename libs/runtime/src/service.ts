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
import { recordTime } from './record-ledger-time';
import { watchLedgers } from './ledger-watch';
import { type Observation, openObservation } from './observation';
import { caughtUp } from './platform';
import { openReadModels } from './read-models';
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
  {
    wrap = (platform) => platform,
    needed,
    signal,
    confinement,
    whileStarting,
    onBuild,
    ...options
  }: ServiceOptions = {},
): Promise<Service> {
  checkRoles(settings, needed);
  const unprotected = await checkConfinement(settings, confinement);
  const openers = { ...CONFIGURED, ...options.openers };
  const observation = await openObservation(settings);
  const { log, tracing, metrics } = observation;
  const closing = new ClosingSteps(log);
  const state = new ProcessState();
  if (unprotected.length > 0 && confinement?.missing !== 'accept')
    log.warn({ missing: unprotected }, 'engines are not confined on this machine: ASSAY_UNCONFINED allows it');
  closing.add('traces', () => tracing.close());
  try {
    let platform: FollowedPlatform | undefined;
    const health = async (): Promise<Health> =>
      platform
        ? healthOf(platform)
        : { status: state.draining.aborted ? 'draining' : 'starting', checks: {}, projections: [] };
    const admin =
      settings.admin && metrics && (await startAdminServer(settings.admin, { health, metrics, log, unprotected }));
    if (admin) closing.add('admin port', () => admin.close());

    const opened = await openReadModels(settings, { openers, observation, state, closing, signal, onBuild });
    platform = opened.platform;
    const served = settings.roles.has('api') ? loadHttp() : undefined;
    if (served) letEnginesGiveWay();
    const http = await served?.createHttp(wrap(platform), observation);
    const app = http ?? (await createContexts(platform, observation));
    const closeApp = () => (served && http ? served.closeHttp(http) : app.close());
    try {
      if (http) await whileStarting?.(http);
      // A process that answers from its own read models, or resumes sessions by them, begins when they are there. One
      // that only projects has nobody waiting.
      if (opened.projector && (settings.roles.has('api') || settings.orchestrator === 'embedded'))
        await pTimeout(caughtUp(opened.projector, platform), { milliseconds: Number.POSITIVE_INFINITY, signal });
      await startSessions({ ...opened, settings, openers, app, observation, closing, signal });
      signal?.throwIfAborted();
    } catch (error) {
      await closeApp();
      throw error;
    }
    await startKeeping({ settings, platform, app, log, closing });
    // A thread opens the store by its address: one that the caller has opened itself is out of its reach.
    if (http && openers.openEventStore === CONFIGURED.openEventStore) replayOnThread({ app, settings, closing });
    watchLedgers(state, app);
    closing.add('http', closeApp);
    state.serve();
    return {
      app,
      http,
      platform,
      adminUrl: admin?.url,
      unprotected,
      close() {
        state.drain();
        return closing.close();
      },
    };
  } catch (error) {
    state.drain();
    await closing.close();
    throw error;
  }
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
