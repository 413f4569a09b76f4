import { type TreeRun, runOn } from '../../../test/run-on';
import { httpAnswerTools } from '../../catalogue/site';
import { profileOf } from '../engine-table';

const profile = profileOf('http-answers');

const [, securityHeaders] = httpAnswerTools;

describe('a tool that judges records', () => {
  const run = (records: Readonly<Record<string, unknown>>): Promise<TreeRun> =>
    runOn(
      profile,
      [securityHeaders!],
      Object.fromEntries(
        Object.entries(records).map(([name, record]) => [
          name,
          typeof record === 'string' ? record : JSON.stringify(record),
        ]),
      ),
    );
  const missing = (because: string, reason: string) => ({
    url: 'https://a.example/',
    answer: { missing: reason, because },
  });
  const answered = {
    url: 'https://a.example/',
    answer: {
      observed: {
        finalUrl: 'https://a.example/',
        status: 200,
        html: false,
        headers: [['x-content-type-options', 'nosniff']],
        redirects: [],
        cookies: [],
        metaPolicies: [],
      },
    },
  };

  it('is skipped if the installation lacks what observing needs', async () => {
    const { tool } = await run({
      'http/1.json': missing('skipped', 'no browser'),
      'http/2.json': missing('skipped', 'no browser'),
    });
    expect(tool('security-headers')).toMatchObject({
      outcome: { status: 'skipped', reason: 'no browser' },
      findingsCount: 0,
    });
  });

  it('fails if nothing could be observed', async () => {
    const { tool } = await run({
      'http/1.json': missing('skipped', 'no browser'),
      'http/2.json': missing('failed', 'no answer'),
    });
    expect(tool('security-headers').outcome).toEqual({ status: 'failed', reason: 'no answer', timedOut: false });
  });

  it('judges the observed pages and lists the others, in the order of the pages', async () => {
    const run10 = await run({
      'http/10.json': missing('failed', 'no answer'),
      'http/9.json': missing('failed', 'no answer'),
      'http/1.json': answered,
    });
    expect(run10.tool('security-headers')).toMatchObject({ outcome: { status: 'completed' }, filesChecked: 3 });
    expect(run10.found).toEqual(['http/1.json:undefined hsts-missing']);
    expect(run10.unreadable).toEqual(['http/9.json', 'http/10.json']);
  });

  it.each([
    ['no JSON', '{"url": '],
    ['nothing', 'null'],
    ['another record', '{"url": "https://a.example/"}'],
    ['a record of other types', '{"answer": {"observed": {"finalUrl": 1, "headers": "x"}}}'],
  ])('reads on where a record is %s', async (_, content) => {
    const { tool, found, unreadable } = await run({ 'http/1.json': content, 'http/2.json': answered });
    expect(tool('security-headers').outcome).toEqual({ status: 'completed' });
    expect(found).toEqual(['http/2.json:undefined hsts-missing']);
    expect(unreadable).toEqual(['http/1.json']);
  });
});
