import { InfrastructureError, deterministicId } from '@assay/kernel';
import { type AppendFault, FaultPlan } from '../../scanning/test/failing-event-store';
import { ModelFailed } from '../src/writing/language-model';
import { AiReportWorld } from './ai-report-world';

/** A starter's credits of a month, and what the two features cost. */
const CREDITS = 500;
/** The appends of one report: the request, the opened month, the charge, the report, the settlement. */
const APPENDS = 5;
/** Whether it was answered; a line that was cut is no fault. */
async function unlessCut(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (error instanceof InfrastructureError) return false;
    throw error;
  }
}

const idOf = (name: string): string => deterministicId('air', name);

describe('generating an AI report', () => {
  it('charges a feature once a scan, and nothing while nothing changes', async () => {
    const world = await AiReportWorld.begin();
    const { generate } = world.process();
    const { report: executive } = await generate('executive');
    expect(await world.soundBalance()).toBe(CREDITS - 1);
    const { report: full } = await generate('full');
    expect(await world.soundBalance()).toBe(CREDITS - 2);
    const again = await Promise.all([generate('executive'), generate('summary'), generate('full')]);
    expect(again.map(({ report: { reportId } }) => reportId)).toEqual([
      executive.reportId,
      full.reportId,
      full.reportId,
    ]);
    expect(again[1]!.report).not.toHaveProperty('developerReport');
    world.decisions.set('fnd_2', 'accepted');
    const { report: anew } = await generate('full');
    expect(anew.reportId).not.toBe(full.reportId);
    expect(anew.executiveSummary.keyMetrics.totalIssues).toBe(1);
    expect(await world.soundBalance()).toBe(CREDITS - 2);
  });

  it('costs nothing where the scan was charged for the features', async () => {
    const world = await AiReportWorld.begin({ paidFeatures: ['summary', 'priority_scoring'] });
    await world.process().generate('full');
    expect(await world.entries()).toEqual([]);
  });

  it('is refused below the tier that has it, before anything is recorded', async () => {
    const world = await AiReportWorld.begin({ tier: 'free' });
    await expect(world.process().generate('full')).rejects.toMatchObject({ refusal: { code: 'TIER_REQUIRED' } });
    expect((await world.reports()).pending).toBeUndefined();
  });

  it('refuses a second one while the first is being generated', async () => {
    const waiting: (() => void)[] = [];
    const started = new Promise<void>((begun) => waiting.push(begun));
    let write: (draft: object) => void = () => undefined;
    const writer = {
      kind: 'model' as const,
      name: 'slow',
      writeIssues: () => Promise.resolve({}),
      write: () => {
        waiting[0]!();
        return new Promise<object>((resolve) => (write = resolve));
      },
    };
    const world = await AiReportWorld.begin({ writer });
    const { generate } = world.process();
    const first = generate('full');
    await started;
    await expect(generate('executive')).rejects.toMatchObject({ refusal: { code: 'CONFLICT' } });
    write({});
    const { report } = await first;
    expect(report.writer).toMatchObject({ kind: 'model', filledByRules: expect.arrayContaining(['headline']) });
    expect(await world.soundBalance()).toBe(CREDITS - 2);
  });

  it('gives back what it charged where the model fails, and takes it once where the next try succeeds', async () => {
    let fails = true;
    const writer = {
      kind: 'model' as const,
      name: 'moody',
      writeIssues: () => Promise.resolve({}),
      write: () => (fails ? Promise.reject(new ModelFailed('refused', 'no')) : Promise.resolve({})),
    };
    const world = await AiReportWorld.begin({ writer });
    const { generate } = world.process();
    await expect(generate('full', idOf('one'))).rejects.toBeInstanceOf(InfrastructureError);
    expect(await world.soundBalance()).toBe(CREDITS);
    fails = false;
    await generate('full', idOf('one'));
    expect(await world.soundBalance()).toBe(CREDITS - 2);
  });

  it('makes so many appends', async () => {
    const world = await AiReportWorld.begin();
    const plan = new FaultPlan(new Map());
    await world.process(plan).generate('full');
    expect(plan.appends).toBe(APPENDS);
  });

  const faults: [number, AppendFault][] = Array.from({ length: APPENDS }, (_, index) => index + 1).flatMap((append) =>
    (['lost-before', 'lost-after', 'crash-before', 'crash-after'] as const).map((fault): [number, AppendFault] => [
      append,
      fault,
    ]),
  );

  it.each(faults)('is exact where append %d is %s, and where the request is repeated', async (append, fault) => {
    const world = await AiReportWorld.begin();
    const plan = new FaultPlan(new Map([[append, fault]]));
    await unlessCut(world.process(plan).generate('full', idOf('one')));
    expect(plan.appends).toBeGreaterThanOrEqual(append);
    // The next process reacts to what the log holds, and the client asks again.
    const next = world.process();
    await next.react();
    await next.generate('full', idOf('one'));
    await next.react();
    const { delivered, pending } = await world.reports();
    expect({ delivered: delivered.size, pending }).toEqual({ delivered: 1, pending: undefined });
    expect(await world.soundBalance()).toBe(CREDITS - 2);
  });

  it.each(faults)('is exact where append %d is %s, and nobody asks again', async (append, fault) => {
    const world = await AiReportWorld.begin();
    const plan = new FaultPlan(new Map([[append, fault]]));
    const isAnswered = await unlessCut(world.process(plan).generate('full', idOf('one')));
    await world.process().react();
    const { delivered } = await world.reports();
    expect(delivered.size).toBeGreaterThanOrEqual(isAnswered ? 1 : 0);
    // Before its first entry the ledger has no balance at all.
    const balance = (await world.entries()).length === 0 ? CREDITS : await world.soundBalance();
    expect(balance).toBe(CREDITS - 2 * delivered.size);
  });
});
