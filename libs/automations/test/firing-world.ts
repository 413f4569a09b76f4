import { WrongExpectedRevision } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { defaultPriceList, type Settings, InfrastructureError, refused } from '@assay/kernel';
import type { Reactor } from '@assay/read-models';
import { CancelSession, StartSession, startOf } from '@assay/scanning';
import { FailingAppends } from '../../billing/test/failing-appends';
import { type Fired, FireAutomation, type FiringRequest, fireAutomations, followAutomationScans } from '../src';
import { FireAutomationHandler } from '../src/commands/fire-automation/fire-automation';
import type { StoredFields } from '../src/domain/automation';
import type { FiringEvent, FiringTrigger } from '../src/domain/firing';
import { BranchTurnKeeper } from '../src/firing/branch-turn-keeper';
import { Firings } from '../src/firing/firings';
import { ScanStarter } from '../src/firing/scan-starter';
import { commandBusOf } from '../../platform/test/buses';

/** The commit of a push by its number. */
export const commitSha = (number: number): string => String(number).padStart(40, '0');

const AT = '2026-11-05T10:00:00.000Z';
export const AUTOMATION = 'aut_1';
export const about = { organizationId: 'org_1', at: AT };

/** One automation on a store whose appends can fail, with sessions that end when the test says so. */
export class FiringWorld {
  readonly events = new FailingAppends();
  /** How StartSession is refused; undefined if it is not. */
  refusal: Parameters<typeof refused> | undefined;
  readonly started: StartSession['input'][] = [];
  /** Happens once, while a session is being started. */
  whileStarting: (() => Promise<unknown>) | undefined;
  private readonly firings: Firings;
  private readonly handler: FireAutomationHandler;
  private readonly reactors: readonly Reactor[];
  private readonly reacted: number[];
  private ends = 0;

  private constructor(sources: Partial<Settings['sources']>) {
    const clock = { now: () => new Date(AT) };
    const commands = commandBusOf((command) => this.execute(command));
    const settings = { sources: { hosta: undefined, hostb: undefined, pkgreg: undefined, container: undefined } };
    const tiers = new Tiers(this.events, defaultPriceList(), clock);
    const starter = new ScanStarter(this.events, { sources: { ...settings.sources, ...sources } }, commands, tiers);
    this.firings = new Firings(this.events, clock, new BranchTurnKeeper(this.events), starter, commands);
    this.handler = new FireAutomationHandler(this.events, this.firings);
    this.reactors = [fireAutomations(this.firings), followAutomationScans(this.firings, this.events)] as Reactor[];
    this.reacted = this.reactors.map(() => 0);
  }

  static async open(
    fields: Partial<StoredFields> = {},
    { repositoryUrl = 'https://git.example/ada/engine' as string | null, sources = {} } = {},
  ): Promise<FiringWorld> {
    const world = new FiringWorld(sources);
    const project = { name: 'Shop', description: null, platforms: ['web'], repositoryUrl, defaultBranch: 'main' };
    const automation: StoredFields = {
      name: 'On push',
      projectId: 'prj_1',
      trigger: { type: 'webhook', config: {} },
      action: { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } },
      enabled: true,
      webhookAddress: 'hook_1',
      webhookToken: null,
      ...fields,
    };
    for (const [stream, type, data] of [
      ['organization-org_1', 'OrganizationCreated', { ...about, name: 'Acme', tier: 'free' }],
      ['project-prj_1', 'ProjectCreated', { ...about, projectId: 'prj_1', ...project }],
      [`automation-${AUTOMATION}`, 'AutomationCreated', { ...about, automationId: AUTOMATION, ...automation }],
    ] as const)
      await world.events.append(stream, [{ type, data }]);
    return world;
  }

  fire(firing: Partial<FiringRequest> & Pick<FiringRequest, 'key'>): Promise<Fired> {
    return this.handler.execute(
      new FireAutomation({ automationId: AUTOMATION, at: AT, trigger: { type: 'webhook' }, ...firing }),
    );
  }

  /** A push as a code host delivers it: again, until it is taken. */
  async push(number: number, branch = 'main', order: Partial<FiringTrigger> = {}): Promise<Fired> {
    const trigger = { type: 'webhook', branch, commitSha: commitSha(number), ...order } as const;
    for (;;)
      try {
        return await this.fire({ key: `push-${branch}-${number}`, trigger });
      } catch (error) {
        if (!(error instanceof InfrastructureError)) throw error;
      }
  }

  /** Each reactor handles what it has not handled: again, where a store failed it. */
  async react(): Promise<void> {
    for (const [index, { handles, react }] of this.reactors.entries())
      while (this.reacted[index]! < this.events.log.length) {
        const event = this.events.log[this.reacted[index]!]!;
        if (event.type in handles && !(await succeeds(react(event)))) continue;
        this.reacted[index]! += 1;
      }
  }

  /** A process that lost its checkpoints meets every event again. */
  forgetCheckpoints(): void {
    this.reacted.fill(0);
  }

  openSessions(): string[] {
    const over = new Set(this.of('ScanCompleted', 'ScanCanceled', 'SessionDeleted').map(({ stream }) => stream));
    return this.of('ScanStarted')
      .map(({ stream }) => stream)
      .filter((stream) => !over.has(stream));
  }

  /** The session ends as it would: canceled, if that was asked for. */
  async endSession(stream: string): Promise<void> {
    const isCanceled = this.of('ScanCancelRequested').some((event) => event.stream === stream);
    const at = new Date(Date.parse(AT) + 1_000 + (this.ends += 1)).toISOString();
    const end = isCanceled
      ? { type: 'ScanCanceled', data: { at } }
      : { type: 'ScanCompleted', data: { at, status: 'completed' } };
    await persistently(() => this.events.append(stream, [end]));
  }

  /** The session goes with the project that it was started in: `facts` are left of it. */
  async deleteSession(stream: string, facts: readonly { type: string; data: object }[] = []): Promise<void> {
    await this.events.deleteStream(stream);
    if (facts.length > 0) await this.events.append(stream, facts);
  }

  /** Until nothing is left to do. */
  async rest(): Promise<void> {
    for (let seen = -1; seen < this.events.log.length; ) {
      seen = this.events.log.length;
      await this.react();
      for (const stream of this.openSessions()) await this.endSession(stream);
    }
  }

  of<Type extends string>(...types: Type[]) {
    return this.events.log.filter(({ type }) => (types as string[]).includes(type));
  }

  /** The facts of firings, by firing. */
  rows(): Map<string, FiringEvent[]> {
    const rows = new Map<string, FiringEvent[]>();
    for (const event of this.events.log)
      if (event.stream.startsWith('firing-'))
        rows.set(event.stream, [...(rows.get(event.stream) ?? []), event as unknown as FiringEvent]);
    return rows;
  }

  private async execute(command: unknown): Promise<unknown> {
    if (command instanceof StartSession) return this.start(command.input);
    if (command instanceof CancelSession) return this.cancel(command.input);
    throw new Error('not a command of this world');
  }

  private async start(input: StartSession['input']) {
    if (this.refusal) refused(...this.refusal);
    this.started.push(input);
    const happens = this.whileStarting;
    this.whileStarting = undefined;
    await happens?.();
    const sessionId = input.sessionId!;
    const scanId = sessionId.replace('ses_', 'scn_');
    const data = { sessionId, scanId, at: AT, automation: input.automation, target: input.target };
    try {
      await this.events.append(`session-${sessionId}`, [{ type: 'ScanStarted', data }], {
        expectedRevision: 'no-stream',
      });
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
    return { sessionId, scanId, position: undefined, isQueued: false };
  }

  private async cancel({ sessionId }: CancelSession['input']) {
    const stream = `session-${sessionId}`;
    if ((await startOf(stream, this.events)) === undefined) return refused('SESSION_NOT_FOUND', 'Session not found');
    if (!this.openSessions().includes(stream)) return refused('SESSION_ALREADY_ENDED', 'It is over');
    if (!this.of('ScanCancelRequested').some((event) => event.stream === stream))
      await this.events.append(stream, [{ type: 'ScanCancelRequested', data: { at: AT } }]);
    return { position: undefined };
  }
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof InfrastructureError) return false;
      throw error;
    },
  );

async function persistently(work: () => Promise<unknown>): Promise<void> {
  while (!(await succeeds(work())));
}
