import fc from 'fast-check';
import { FairQueue } from './fair-queue';

const drained = (queue: FairQueue, names: ReadonlyMap<unknown, string>): string[] => {
  const order: string[] = [];
  for (let run = queue.dequeue(); run; run = queue.dequeue()) order.push(names.get(run)!);
  return order;
};

function queueOf(owners: readonly string[]) {
  const queue = new FairQueue();
  const names = new Map<unknown, string>();
  for (const [index, owner] of owners.entries()) {
    const run = async () => index;
    names.set(run, `${owner}${index}`);
    queue.enqueue(run, { owner });
  }
  return { queue, names };
}

describe('the fair queue', () => {
  it('serves owners in turn, and the entries of each owner in the order of their arrival', () => {
    const { queue, names } = queueOf(['a', 'a', 'a', 'b', 'b', 'c']);
    expect(queue.size).toBe(6);
    expect(drained(queue, names)).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2']);
    expect(queue.size).toBe(0);
  });

  it('serves each entry once, and no owner twice while another owner waits', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), (owners) => {
        const { queue, names } = queueOf(owners);
        const order = drained(queue, names);
        expect([...order].sort()).toEqual([...names.values()].sort());
        for (const owner of ['a', 'b', 'c']) {
          const own = order.filter((name) => name.startsWith(owner)).map((name) => Number(name.slice(1)));
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
        for (let index = 1; index < order.length; index += 1) {
          const [before, now] = [order[index - 1]![0], order[index]![0]];
          const noOtherWaits = order.slice(index).every((name) => name[0] === now);
          expect(before !== now || noOtherWaits).toBe(true);
        }
      }),
    ));
});
