import { entryAbout } from './entry-about';

const share = (tool: string, amount: number) => ({ item: `tool:${tool}`, category: 'security', tool, amount });

describe('what a ledger entry is about', () => {
  it('names the tools of a refund and its reason', () =>
    expect(entryAbout({ type: 'refund', reason: 'timed-out', details: { lines: [share('regex-dos', 0.5)] } })).toBe(
      'timed-out: regex-dos 0.5',
    ));
  it('adds a charge up by category, to the last millionth', () =>
    expect(
      entryAbout({
        type: 'scan',
        details: {
          lines: [
            { item: 'base', category: 'base', tool: null, amount: 1 },
            ...Array.from({ length: 20 }, (_, index) => share(`t${index}`, 0.047619)),
            share('t20', 0.04762),
          ],
        },
      }),
    ).toBe('base 1, security 1'));
  it('names the period that was opened', () =>
    expect(entryAbout({ type: 'period-opened', details: { period: '2026-11' } })).toBe('2026-11'));
});
