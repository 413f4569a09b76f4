import { AiReportWorld } from '../../test/ai-report-world';
import { ModelServer, answers, beginsWith, hangsUp, piece, says } from '../../test/model-server';
import { OpenAiModel } from './openai-model';

/** A starter's credits of a month. */
const CREDITS = 500;
const HEADLINE = 'The risk of shop is high, with 2 open findings.';
const draft = (...headline: object[]): string => JSON.stringify({ headline });
const honest = { text: HEADLINE, cites: ['all'] };

describe('a language model', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await ModelServer.listen();
  });
  afterAll(() => server.close());

  const generate = async (behaves: ModelServer['behaves'], timeout = 20_000) => {
    server.behaves = behaves;
    const writer = new OpenAiModel({ url: server.url, name: 'small', key: 'sk-test', timeout });
    const world = await AiReportWorld.begin({ writer });
    const generated = world.process().generate('full');
    return { world, generated };
  };

  it('writes the sentences, and is sent the evidence without code or ids of findings', async () => {
    server.asked.length = 0;
    const { generated } = await generate(answers(draft(honest)));
    const { report } = await generated;
    expect(report.executiveSummary.headline).toBe(HEADLINE);
    expect(report.writer).toMatchObject({ kind: 'model', name: 'small', dropped: {} });
    const [{ authorization, model, messages }] = server.asked as [(typeof server.asked)[number]];
    expect({ authorization, model }).toEqual({ authorization: 'Bearer sk-test', model: 'small' });
    const { evidence } = JSON.parse(messages[1]!.content) as { evidence: { ref: string }[] };
    expect(evidence.map(({ ref }) => ref)).toContain('rule1');
    expect(messages[1]!.content).not.toMatch(/fnd_|eval\(input\)/);
  });

  it.each([
    ['puts JSON into a fence', '```json\n' + draft(honest) + '\n```', {}],
    ['invents a finding', draft({ text: 'See fnd_999.', cites: ['fnd_999'] }, honest), { unknown_evidence: 1 }],
    ['invents a number', draft({ text: 'There are 97 open findings.', cites: ['all'] }, honest), { unknown_number: 1 }],
    ['sends a link', draft({ text: 'Visit https://evil.example/', cites: ['all'] }, honest), { unsafe_text: 1 }],
    ['gives no ground', draft({ text: 'All is lost.', cites: [] }, honest), { malformed: 1 }],
    ['answers in another shape', '["sorry"]', {}],
    ['writes too much', draft({ text: 'x'.repeat(500), cites: ['all'] }, honest), { too_long: 1 }],
  ])('that %s gets a correct report', async (_, answer, dropped) => {
    const { world, generated } = await generate(answers(answer));
    const { report } = await generated;
    expect(report.executiveSummary.headline).toMatch(/^The risk of shop is high/);
    expect(report.writer.dropped).toEqual(dropped);
    expect(report.writer.filledByRules).toContain('topConcerns');
    expect(await world.soundBalance()).toBe(CREDITS - 2);
  });

  it.each([
    ['is slow', beginsWith(piece({ content: '{' })), 'timed_out', 300],
    ['never answers', () => undefined, 'timed_out', 300],
    ['refuses', beginsWith(piece({ refusal: 'I cannot help with that.' })), 'refused', 20_000],
    ['filters its answer', answers('{"headline":', 'content_filter'), 'refused', 20_000],
    ['streams garbage', beginsWith('data: {"choices": [\n\n'), 'unreadable', 20_000],
    ['answers with prose', answers('Here is your report!'), 'unreadable', 20_000],
    ['is cut off', answers('{"headline": [', 'length'), 'too_long', 20_000],
    [
      'never ends',
      beginsWith(...Array.from({ length: 70 }, () => piece({ content: 'x'.repeat(1_000) }))),
      'too_long',
      20_000,
    ],
    ['does not know the key', says(401, '{"error": {"message": "Incorrect API key"}}'), 'refused', 20_000],
    ['does not know the model', says(404, '{"error": {"message": "no such model"}}'), 'refused', 20_000],
    ['is down', says(500, 'oops', { 'x-should-retry': 'false' }), 'unreachable', 20_000],
    ['hangs up', hangsUp, 'unreachable', 20_000],
  ] as const)('that %s costs nothing, and the error says so', async (_, behaves, reason, timeout) => {
    const { world, generated } = await generate(behaves, timeout);
    await expect(generated).rejects.toMatchObject({
      refusal: { code: 'UNAVAILABLE', message: expect.stringContaining(reason) },
    });
    expect(await world.soundBalance()).toBe(CREDITS);
  });

  it('writes about single findings, and is sent their facts without code or ids', async () => {
    server.asked.length = 0;
    server.behaves = answers(JSON.stringify({ finding1: ['eval() runs what it is given, at line 7.'] }));
    const writer = new OpenAiModel({ url: server.url, name: 'small', key: 'sk-test', timeout: 20_000 });
    const world = await AiReportWorld.begin({ tier: 'pro', writer });
    const { issues } = await world.process().explain(['fnd_1', 'fnd_2']);
    expect(issues).toEqual([
      { findingId: 'fnd_1', text: 'eval() runs what it is given, at line 7.', source: 'model' },
      { findingId: 'fnd_2', text: 'Rules explain fnd_2.', source: 'rules' },
    ]);
    expect(await world.soundBalance()).toBe(2_000 - 0.1);
    const [{ messages }] = server.asked as [(typeof server.asked)[number]];
    expect(messages[0]!.content).toContain('explain what is wrong');
    expect(JSON.parse(messages[1]!.content)).toMatchObject({
      findings: [{ ref: 'finding1', facts: { rule: 'detect-eval', line: 7 } }, { ref: 'finding2' }],
    });
    expect(messages[1]!.content).not.toMatch(/fnd_|eval\(input\)/);
  });

  it('is asked again where it has too much to do', async () => {
    let tries = 0;
    const { generated } = await generate((response, request) => {
      tries += 1;
      (tries === 1 ? says(429, '{}', { 'retry-after-ms': '1' }) : answers(draft(honest)))(response, request);
    });
    expect((await generated).report.executiveSummary.headline).toBe(HEADLINE);
    expect(tries).toBe(2);
  });
});
