import { readHostb } from './hostb-payload';
import { type OpenRequests, afterDelivery, branchOfRequests, followedOf } from './open-requests';
import {
  type MergeRequestFields,
  NO_COMMIT,
  mergeRequest,
  push as pushed,
} from '../../../../test/support/hosting/hostb-payloads';
import type { Happening } from './happening';

const commit = (name: string): string => name.charCodeAt(0).toString(16).padEnd(40, '0');

const read = (payload: object): Happening => {
  const reading = readHostb('', payload);
  if ('ignored' in reading) throw new Error(reading.ignored);
  return reading.happening;
};
const push = (before: string | undefined, after: string): Happening =>
  read(pushed({ ref: 'refs/heads/feature', before: before ? commit(before) : NO_COMMIT, after: commit(after) }));
const request = (fields: MergeRequestFields = {}): Happening => read(mergeRequest({ commit: commit('a'), ...fields }));
const update = (before: string, after: string, fields: MergeRequestFields = {}): Happening =>
  request({ action: 'update', oldrev: commit(before), commit: commit(after), ...fields });

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 5) + minutes * 60_000).toISOString();

/** The events that automations follow for each delivery in turn: the kind, and the merge request. */
const told = (...happenings: readonly Happening[]): string[][] =>
  toldAt(...happenings.map((happening, index) => [index, happening] as const));

/** @param deliveries each with the minute at which it comes */
function toldAt(...deliveries: readonly (readonly [minute: number, happening: Happening])[]): string[][] {
  let open: OpenRequests = [];
  return deliveries.map(([minute, happening], index) => {
    const delivery = { deliveryId: String(index), happening, at: at(minute) };
    open = afterDelivery(delivery, open);
    const followed = followedOf(delivery, open);
    // After a crash the same delivery comes again.
    const again = afterDelivery(delivery, open);
    expect({ open: again, followed: followedOf(delivery, again) }).toEqual({ open, followed });
    return followed.map(({ key, happening: each }) => {
      const about =
        each.kind === 'pull-request' ? `${each.event} !${each.number} into ${each.targetBranch}` : each.kind;
      return `${key} ${about}`;
    });
  });
}

describe('what hostb tells of a branch', () => {
  it('is a push, where no merge request is known', () =>
    expect(told(push('a', 'b'), push('b', 'c'))).toEqual([['0 push'], ['1 push']]));

  it('is an update of the merge request, once, whichever way it is told first', () =>
    expect(told(request(), push('a', 'b'), update('a', 'b'), update('b', 'c'), push('b', 'c'))).toEqual([
      ['0 opened !12 into main'],
      ['1/12 synchronize !12 into main'],
      [],
      ['3 synchronize !12 into main'],
      [],
    ]));

  it('is an update where the host tells of one way only', () => {
    expect(told(request(), push('a', 'b'), push('b', 'c')).slice(1)).toEqual([
      ['1/12 synchronize !12 into main'],
      ['2/12 synchronize !12 into main'],
    ]);
    expect(told(request(), update('a', 'b'), update('b', 'c')).slice(1)).toEqual([
      ['1 synchronize !12 into main'],
      ['2 synchronize !12 into main'],
    ]);
  });

  it('is told twice also where a push comes in between', () =>
    expect(told(request(), push('a', 'b'), push('b', 'c'), update('a', 'b'), update('b', 'c')).slice(3)).toEqual([
      [],
      [],
    ]));

  it('is nothing new where an update of quick pushes names the newest commit with each', () =>
    expect(told(request(), push('a', 'b'), push('b', 'c'), update('a', 'c'), update('b', 'c')).slice(3)).toEqual([
      [],
      [],
    ]));

  it('is followed each time where a branch is set back and forward again', () =>
    expect(
      told(
        request(),
        push('a', 'b'),
        update('a', 'b'),
        push('b', 'a'),
        update('b', 'a'),
        push('a', 'b'),
        update('a', 'b'),
      ).map((each) => each.length),
    ).toEqual([1, 1, 0, 1, 0, 1, 0]));

  it('is nothing new where the push of a commit comes after the merge request that was opened with it', () =>
    expect(told(request(), push('z', 'a'), push('a', 'b')).slice(1)).toEqual([[], ['2/12 synchronize !12 into main']]));

  it('is an update of each merge request that is open', () =>
    expect(
      told(
        request(),
        request({ number: 13, targetBranch: 'next' }),
        push('a', 'b'),
        update('a', 'b', { number: 13, targetBranch: 'next' }),
        update('a', 'b'),
      ).slice(2),
    ).toEqual([['2/12 synchronize !12 into main', '2/13 synchronize !13 into next'], [], []]));

  it('is an update of a merge request that was opened before anybody listened', () =>
    expect(told(update('a', 'b'), push('a', 'b'), push('b', 'c'))).toEqual([
      ['0 synchronize !12 into main'],
      [],
      ['2/12 synchronize !12 into main'],
    ]));

  it.each<[string, Happening]>([
    ['merged', request({ action: 'merge' })],
    ['closed', request({ action: 'close' })],
    [
      'a draft again',
      request({ action: 'update', draft: true, changes: { draft: { previous: false, current: true } } }),
    ],
    ['without its branch', { kind: 'branch-deleted', repository: 'group/shop', branch: 'feature' }],
  ])('is a push again when the merge request is %s', (_, left) =>
    expect(told(request(), left, push('a', 'b'))[2]).toEqual(['2 push']),
  );

  it('is a push while the merge request is a draft, and an update when it is ready', () => {
    const changes = { draft: { previous: true, current: false } };
    const ready = request({ action: 'update', commit: commit('b'), changes });
    expect(told(request({ draft: true }), push('a', 'b'), ready, push('b', 'c')).slice(1)).toEqual([
      ['1 push'],
      ['2 ready_for_review !12 into main'],
      ['3/12 synchronize !12 into main'],
    ]);
  });

  it('is compared anew when it is to be merged into another branch, or is opened again', () => {
    const moved = { action: 'update', targetBranch: 'next', changes: { target_branch: { previous: 1, current: 2 } } };
    expect(told(request(), request(moved as MergeRequestFields), push('a', 'b')).slice(1)).toEqual([
      ['1 synchronize !12 into next'],
      ['2/12 synchronize !12 into next'],
    ]);
    expect(told(request(), request({ action: 'close' }), request({ action: 'reopen' }))[2]).toEqual([
      '2 reopened !12 into main',
    ]);
  });

  it('is a push again when the host tells of the merge request no more, whose end nobody was told', () => {
    const pushes = toldAt([0, request()], [1, push('a', 'b')], [60, push('b', 'c')], [62, push('c', 'd')]);
    expect(pushes.slice(2)).toEqual([['2/12 synchronize !12 into main'], ['3 push']]);
    // It was told of late, when it was closed already.
    const late = [
      [2, update('a', 'b')],
      [3, push('b', 'c')],
      [70, push('c', 'd')],
    ] as const;
    expect(toldAt([0, request()], [1, request({ action: 'close' })], ...late).slice(-2)).toEqual([
      ['3/12 synchronize !12 into main'],
      ['4 push'],
    ]);
  });

  it('is an update again as soon as the host tells of the merge request', () =>
    expect(
      toldAt(
        [0, request()],
        [1, push('a', 'b')],
        [90, push('b', 'c')],
        [90, update('b', 'c')],
        [900, push('c', 'd')],
      ).slice(2),
    ).toEqual([['2 push'], ['3 synchronize !12 into main'], ['4/12 synchronize !12 into main']]));

  it('is an update, however seldom is pushed, where each push is told both ways', () =>
    expect(
      toldAt(
        [0, request()],
        [1, push('a', 'b')],
        [2, push('b', 'c')],
        // The newest commit of both.
        [3, update('a', 'c')],
        [5_000, push('c', 'd')],
        [5_001, update('c', 'd')],
        [9_000, push('d', 'e')],
      )
        .flat()
        .slice(-2),
    ).toEqual(['4/12 synchronize !12 into main', '6/12 synchronize !12 into main']));

  it('is bounded, whatever is opened and pushed', () => {
    let open: OpenRequests = [];
    for (let number = 1; number <= 30; number += 1)
      open = afterDelivery({ deliveryId: `r${number}`, happening: request({ number }), at: at(0) }, open);
    for (let count = 0; count < 60; count += 1) {
      const happening = { ...push('a', 'b'), commit: String(count).padStart(40, '0') } as Happening;
      open = afterDelivery({ deliveryId: `p${count}`, happening, at: at(1) }, open);
    }
    expect(open.map(({ number, moves }) => [number, moves.length])).toEqual(
      Array.from({ length: 10 }, (_, index) => [21 + index, 10]),
    );
    expect(JSON.stringify(open).length).toBeLessThan(40_000);
  });

  it('is of no branch of the project where it is of a fork or a tag', () => {
    expect(branchOfRequests(request({ fork: 'eve/shop' }))).toBeUndefined();
    expect(branchOfRequests({ kind: 'tag', repository: 'group/shop', tag: 'feature', deleted: false })).toBeUndefined();
    expect(branchOfRequests(request())).toBe('feature');
  });
});
