import { InfrastructureError, RefusedError, deterministicId } from '@assay/kernel';
import { type AppendFault, FaultPlan } from '../../scanning/test/failing-event-store';
import type { IssueBrief } from '../src/domain/issue-help';
import { SettledAiReports, SettledAiReportsHandler } from '../src/queries/settled-ai-reports/settled-ai-reports';
import { type LanguageModel, ModelFailed } from '../src/writing/language-model';
import { AiReportWorld, scanId } from './ai-report-world';

/** The credits that a month of the tier business includes. */
const CREDITS = 10_000;
const THREE = ['fnd_1', 'fnd_2', 'fnd_3'];
const idOf = (name: string): string => deterministicId('air', name);

/** Writes the given text about each finding, and records the requests. */
class FakeModel implements LanguageModel {
  readonly kind = 'model';
  asked: IssueBrief[] = [];

  constructor(
    private readonly says: (ref: string, brief: IssueBrief) => unknown = () => ['It runs input.'],
    readonly name = 'fake',
  ) {}

  write = (): Promise<unknown> => Promise.resolve({});
  async writeIssues(brief: IssueBrief): Promise<unknown> {
    this.asked.push(brief);
    return Object.fromEntries(brief.issues.map(({ ref }) => [ref, this.says(ref, brief)]));
  }
}
const begin = (writer: LanguageModel, tier = 'business') => AiReportWorld.begin({ tier, writer });
/** An interrupted connection is not a failure of the test. */
async function unlessCut(answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    if (!(error instanceof InfrastructureError)) throw error;
  }
}

describe('help with single findings', () => {
  it('is charged by the finding, once, and told in the order in which it was asked for', async () => {
    const model = new FakeModel((ref) => [`It runs input (${ref}).`.replace(/\d/, ''), 'Anybody can send some.']);
    const world = await begin(model);
    const { explain } = world.process();
    const { issues, reportId } = await explain(['fnd_2', 'fnd_1', 'fnd_2']);
    const text = 'It runs input (finding). Anybody can send some.';
    expect(issues).toEqual([
      { findingId: 'fnd_2', text, source: 'model' },
      { findingId: 'fnd_1', text, source: 'model' },
    ]);
    expect(reportId).toMatch(/^air_/);
    expect(await world.soundBalance()).toBe(CREDITS - 0.2);
    // Two explanations exist, and only the third is bought.
    expect((await explain(['fnd_1', 'fnd_2'])).reportId).toBeUndefined();
    expect((await explain(THREE)).issues.map(({ source }) => source)).toEqual(['model', 'model', 'model']);
    expect(await world.soundBalance()).toBe(CREDITS - 0.3);
    expect(model.asked.map((brief) => brief.issues.length)).toEqual([2, 1]);
  });

  it('is bought by the feature, and anew where what it rests on has changed', async () => {
    const world = await begin(new FakeModel());
    const { explain } = world.process();
    await explain(['fnd_1']);
    await explain(['fnd_1'], { feature: 'fix_suggestions' });
    expect(await world.soundBalance()).toBe(CREDITS - 0.25);
    world.suggestion = 'Use JSON.parse.';
    await explain(['fnd_1'], { feature: 'fix_suggestions' });
    expect(await world.soundBalance()).toBe(CREDITS - 0.4);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty list', []],
    ['no sentence', [{ text: 'no' }]],
    ['a number of its own', ['There are 97 such places.']],
    ['a link', ['See https://evil.example/ for more.']],
    ['what is too long', ['x'.repeat(500)]],
  ])('comes back, and is told by rules, where the model writes %s', async (_, said) => {
    const world = await begin(new FakeModel((ref) => (ref === 'finding2' ? said : ['It runs input.'])));
    const { issues, reportId } = await world.process().explain(THREE);
    expect(issues[1]).toEqual({ findingId: 'fnd_2', text: 'Rules explain fnd_2.', source: 'rules' });
    expect(issues.map(({ source }) => source)).toEqual(['model', 'rules', 'model']);
    expect(await world.soundBalance()).toBe(CREDITS - 0.2);
    const settled = (refunded: number) =>
      new SettledAiReportsHandler(world.store).execute(
        new SettledAiReports({
          settlements: [{ reportId: reportId!, scanId, projectId: null, charged: 0.3, refunded }],
        }),
      );
    expect(await settled(0.1)).toEqual([]);
    expect(await settled(0)).toEqual([`AI report ${reportId} is to have 0.1 of 0.3 credits back, the ledger says 0`]);
  });

  it('comes back for those of which the model failed, and whole where it failed at all of them', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `fnd_${n + 1}`);
    let failsAt = 1;
    const world = await begin(
      new FakeModel((_, { issues }) => {
        if (issues.some(({ ref }) => Number(ref.slice('finding'.length)) >= failsAt))
          throw new ModelFailed('refused', 'no');
        return ['It runs input.'];
      }),
    );
    const { explain } = world.process();
    await expect(explain(ids)).rejects.toMatchObject({ refusal: { code: 'UNAVAILABLE' } });
    expect(await world.soundBalance()).toBe(CREDITS);
    failsAt = 11;
    expect((await explain(ids)).issues.filter(({ source }) => source === 'model')).toHaveLength(10);
    expect(await world.soundBalance()).toBe(CREDITS - 1);
  });

  it('is told by rules for nothing where no model is there', async () => {
    const world = await AiReportWorld.begin({ tier: 'business' });
    const { issues, reportId } = await world.process().explain(['fnd_1'], { feature: 'fix_suggestions' });
    expect(issues).toEqual([{ findingId: 'fnd_1', text: 'Rules mend fnd_1.', source: 'rules' }]);
    expect(reportId).toBeUndefined();
    expect(await world.entries()).toEqual([]);
  });

  it('is refused to a tier that lacks it, and for a finding of another scan', async () => {
    const codeOf = (answer: Promise<unknown>) =>
      answer.catch((error: unknown) => (error instanceof RefusedError ? error.refusal : error));
    const pro = (await begin(new FakeModel(), 'pro')).process();
    expect(await codeOf(pro.explain(['fnd_1'], { feature: 'fix_suggestions' }))).toMatchObject({
      code: 'TIER_REQUIRED',
      details: { requiredTier: 'business' },
    });
    expect(await codeOf(pro.explain(['fnd_1', 'fnd_other']))).toMatchObject({ code: 'FINDING_NOT_FOUND' });
  });

  const half = () => new FakeModel((ref) => (ref === 'finding2' ? undefined : ['It runs input.']));
  /** The request, the month with its charge (two appends), the delivery, and the settlement with its refund. */
  it('makes so many appends', async () => {
    const plan = new FaultPlan(new Map());
    await (await begin(half())).process(plan).explain(THREE);
    expect(plan.appends).toBe(APPENDS);
  });

  const APPENDS = 5;
  const faults = Array.from({ length: APPENDS }, (_, n) => n + 1).flatMap((append) =>
    (['lost-before', 'lost-after', 'crash-before', 'crash-after'] as const).map((fault): [number, AppendFault] => [
      append,
      fault,
    ]),
  );

  it.each(faults)('is exact where append %d is %s, and where the request is repeated', async (append, fault) => {
    const world = await begin(half());
    await unlessCut(world.process(new FaultPlan(new Map([[append, fault]]))).explain(THREE, { reportId: idOf('one') }));
    const next = world.process();
    await next.react();
    const { issues } = await next.explain(THREE, { reportId: idOf('one') });
    expect(issues.map(({ source }) => source)).toEqual(['model', 'rules', 'model']);
    await next.react();
    expect((await world.reports()).pending).toBeUndefined();
    expect(await world.soundBalance()).toBe(CREDITS - 0.2);
  });

  it.each(faults)('is exact where append %d is %s, and nobody asks again', async (append, fault) => {
    const world = await begin(half());
    await unlessCut(world.process(new FaultPlan(new Map([[append, fault]]))).explain(THREE, { reportId: idOf('one') }));
    await world.process().react();
    const { helped } = await world.reports();
    const balance = (await world.entries()).length === 0 ? CREDITS : await world.soundBalance();
    expect(balance).toBe(CREDITS - 0.2 * helped.size);
  });

  it('names what was bought and the newest entry of its charge, also where the request is repeated', async () => {
    const world = await begin(half());
    const { explain } = world.process();
    const { reportId, position } = await explain(THREE, { reportId: idOf('one') });
    const newest = (await world.entries()).at(-1);
    expect(newest).toMatchObject({ type: 'ChargeSettled', data: { refunded: 100_000 }, position });
    expect(await explain(THREE, { reportId: idOf('one') })).toMatchObject({ reportId, position });
    expect(reportId).toBe(idOf('one'));
  });

  it('settles with a repeated request what a crash left open', async () => {
    const world = await begin(half());
    const plan = new FaultPlan(new Map([[APPENDS, 'crash-before']]));
    await unlessCut(world.process(plan).explain(THREE, { reportId: idOf('one') }));
    await world.process().explain(THREE, { reportId: idOf('one') });
    expect(await world.soundBalance()).toBe(CREDITS - 0.2);
  });

  it.each(faults)('is of what was charged where append %d is %s, and another model goes on', async (append, fault) => {
    const world = await begin(new FakeModel());
    await world.process().explain(['fnd_1']);
    const plan = new FaultPlan(new Map([[append, fault]]));
    await unlessCut(world.process(plan).explain(THREE, { reportId: idOf('one') }));
    const another = new FakeModel((ref) => (ref === 'finding1' ? undefined : ['It runs input.']), 'another');
    const next = world.process(undefined, another);
    const { reportId = '' } = await next.explain(THREE, { reportId: idOf('one') });
    await next.react();
    const { charged = 0, missing = [] } = (await world.reports()).helped.get(reportId) ?? {};
    const charges = (await world.entries()).flatMap(({ type, data }) => (type === 'CreditsCharged' ? [data] : []));
    expect(charges.find(({ sessionId }) => sessionId === reportId)?.lines).toHaveLength(charged);
    expect(await world.soundBalance()).toBe((CREDITS * 10 - 1 - charged + missing.length) / 10);
    const of = { reportId, scanId, projectId: null };
    const settlement = { ...of, charged: charged / 10, refunded: missing.length / 10 };
    const compared = new SettledAiReports({ settlements: [settlement] });
    expect(await new SettledAiReportsHandler(world.store).execute(compared)).toEqual([]);
  });
});
