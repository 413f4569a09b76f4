import { SettledAiReports, SettledAiReportsHandler } from '../src/queries/settled-ai-reports/settled-ai-reports';
import { ModelFailed } from '../src/writing/language-model';
import { RuleBasedWriter } from '../src/writing/rule-based-writer';
import { AiReportWorld, scanId } from './ai-report-world';

describe('settlements of AI reports beside the reports', () => {
  const differences = async (world: AiReportWorld, reportId: string, refunded: number) =>
    new SettledAiReportsHandler(world.store).execute(
      new SettledAiReports({ settlements: [{ reportId, scanId, projectId: null, charged: 2, refunded }] }),
    );

  it('agree where a delivered report keeps its charge, and one that failed has it back', async () => {
    const rules = new RuleBasedWriter();
    let fails = true;
    const write: RuleBasedWriter['write'] = (brief) =>
      fails ? Promise.reject(new ModelFailed('refused', 'no')) : rules.write(brief);
    const world = await AiReportWorld.begin({
      writer: { kind: 'model', name: 'moody', write, writeIssues: () => rules.writeIssues() },
    });
    const { generate } = world.process();
    await expect(generate('full', 'air_failed')).rejects.toThrow('no');
    fails = false;
    await generate('full', 'air_delivered');
    expect(await differences(world, 'air_delivered', 0)).toEqual([]);
    expect(await differences(world, 'air_failed', 2)).toEqual([]);
    expect(await differences(world, 'air_delivered', 2)).toEqual([
      'AI report air_delivered is to have 0 of 2 credits back, the ledger says 2',
    ]);
    expect(await differences(world, 'air_failed', 0)).toEqual([
      'AI report air_failed is to have 2 of 2 credits back, the ledger says 0',
    ]);
    expect(await differences(world, 'air_invented', 0)).toEqual([
      'air_invented is settled in this ledger, and there is no such AI report',
    ]);
  });
});
