import { type PushLink, type PushOrder, hostOrder, withLink } from './push-order';

type Told = Partial<PushOrder> & { readonly commit: string };
const at = (second: number) => ({ changedAt: new Date(second * 1_000).toISOString() });
const linksOf = (...pushes: readonly PushOrder[]) =>
  pushes.reduce<readonly PushLink[]>((links, push) => withLink(links, push), []);
/** The pushes in the order of arrival; the last of the first list is the newest so far. */
const orderAfter = (known: readonly Told[], told: Told) => hostOrder(told, known.at(-1)!, linksOf(...known));

const [AB, BC, CD] = [
  { before: 'a', commit: 'b' },
  { before: 'b', commit: 'c' },
  { before: 'c', commit: 'd' },
];

describe('a push that is told after another', () => {
  it.each<[string, readonly Told[], Told]>([
    ['it led to where the other began', [BC], AB],
    ['it led to where one before the other began', [BC, CD], AB],
    ['the host says an earlier time', [{ commit: 'd', ...at(9) }], { commit: 'b', ...at(8) }],
    ['the host says an earlier time of one by force', [{ ...CD, ...at(9) }], { commit: 'b', forced: true, ...at(8) }],
    [
      'it is told again, though the branch was set back to where it began',
      [
        { ...AB, ...at(1) },
        { before: 'b', commit: 'a', forced: true, ...at(2) },
      ],
      { ...AB, ...at(1) },
    ],
    ['it made the branch', [{ ...AB, ...at(1) }], { commit: 'a', ...at(1) }],
  ])('is late where %s', (_, known, told) => expect(orderAfter(known, told)).toBe('before'));

  it.each<[string, readonly Told[], Told]>([
    ['it goes on from the other', [AB], BC],
    ['it goes on from the other, whatever the times say', [{ ...AB, ...at(9) }], { ...BC, ...at(8) }],
    ['it goes back by force', [AB, BC], { before: 'c', commit: 'a', forced: true }],
    ['it goes back by force, and what was between is not known', [AB, BC], { before: 'x', commit: 'b', forced: true }],
    ['it goes forward again after that', [AB, { before: 'b', commit: 'a' }], AB],
    ['nothing tells their order', [AB], { before: 'x', commit: 'y' }],
    ['they are of one second, and nothing else tells their order', [{ ...AB, ...at(1) }], { commit: 'y', ...at(1) }],
    ['the host says no more than the commit', [{ commit: 'b' }], { commit: 'c' }],
    ['it is the other, told again', [BC, CD], CD],
  ])('is the newer one where %s', (_, known, told) => expect(orderAfter(known, told)).not.toBe('before'));

  it('is the newer one for certain where it goes on from the other, or the host says a later time', () => {
    expect(orderAfter([AB], BC)).toBe('after');
    expect(orderAfter([{ commit: 'd', ...at(8) }], { commit: 'b', ...at(9) })).toBe('after');
  });

  it('is compared with the last 20 pushes', () => {
    const chain = Array.from({ length: 60 }, (_, index) => ({ before: `c${index}`, commit: `c${index + 1}` }));
    expect(linksOf(...chain)).toEqual(chain.slice(-20));
    expect(linksOf(AB, BC, AB)).toEqual([BC, AB]);
  });
});
