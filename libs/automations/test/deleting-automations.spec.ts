import type { CommandBus } from '@nestjs/cqrs';
import { automationHistory } from '../../../projections/automation-history.projection';
import { verdictTurns } from '../../../projections/verdict-turns.projection';
import { type RunningContext, startContext } from '../../identity/test/running-context';
import { verdictGiven } from '../../notifications/test/verdicts';
import { deleteAutomationHistory } from '../src';
import { branchTurnsStream } from '../src/domain/branch-turns';
import { BranchTurnKeeper } from '../src/firing/branch-turn-keeper';
import { Firings } from '../src/firing/firings';
import type { ScanStarter } from '../src/firing/scan-starter';

const AT = '2026-11-05T10:00:00.000Z';
const about = { automationId: 'aut_1', organizationId: 'org_1', at: AT };
const TURNS = branchTurnsStream('aut_1', 'branch/main');

describe('an automation that is deleted', () => {
  let context: RunningContext;
  beforeEach(async () => {
    context = await startContext({ modules: [], projections: [automationHistory, verdictTurns], at: AT });
  });
  afterEach(() => context.stop());

  const append = (stream: string, type: string, data: object) => context.events.append(stream, [{ type, data }]);
  const typesOf = async (stream: string) => {
    const types = [];
    for await (const { type } of context.events.readStream(stream)) types.push(type);
    return types;
  };
  const react = async () => {
    const clock = { now: () => new Date(AT) };
    const turns = new BranchTurnKeeper(context.events);
    const firings = new Firings(context.events, clock, turns, {} as ScanStarter, {} as CommandBus);
    const reactor = deleteAutomationHistory({
      events: context.events,
      readModels: context.projector,
      firings,
      reached: (position) => context.projector.waitFor(position),
    });
    for await (const event of context.events.readAll({ filter: { types: Object.keys(reactor.handles) } }))
      await reactor.react(event as Parameters<typeof reactor.react>[0]);
    await context.projector.waitFor(await context.events.head());
  };

  it('leaves of all that was recorded of it that it is gone, and nothing of its neighbours is touched', async () => {
    const trigger = { type: 'hosta_push', branch: 'main', commitSha: 'c'.repeat(40), author: 'ada' };
    const turns = { automationId: 'aut_1', holder: 'run_1', waiting: null, newest: null, displaced: [] };
    const fired = { historyId: 'run_1', projectId: 'prj_1', trigger, action: { type: 'scan', config: {} } };
    await append('automation-aut_1', 'AutomationCreated', { ...about, name: 'A', webhookAddress: 'hook_1' });
    await append('firing-run_1', 'AutomationTriggered', { ...about, ...fired });
    await append(TURNS, 'BranchTurnDecided', turns);
    await append('due-aut_1', 'DueTimesDecided', { ...about, through: AT, firings: [], newestRun: null });
    await append('due-aut_2', 'DueTimesDecided', { ...about, automationId: 'aut_2', firings: [], newestRun: null });
    await append('verdict-ses_1', 'VerdictGiven', verdictGiven(1, 'fail').data);
    await append('verdict-ses_2', 'VerdictGiven', verdictGiven(2, 'fail', { automationId: 'aut_2' }).data);
    await append('automation-aut_1', 'AutomationDeleted', about);
    await react();
    expect(await typesOf('automation-aut_1')).toEqual(['AutomationDeleted']);
    expect(await typesOf('firing-run_1')).toEqual(['AutomationFiringDeleted']);
    expect([await typesOf(TURNS), await typesOf('due-aut_1')]).toEqual([[], []]);
    expect(await typesOf('due-aut_2')).toEqual(['DueTimesDecided']);
    const documents = await context.projector.collection(verdictTurns).find({});
    expect(documents.map(({ id }) => id)).toEqual(['["aut_2","main"]']);
    await react();
    expect(await typesOf('firing-run_1')).toEqual(['AutomationFiringDeleted']);
  });
});
