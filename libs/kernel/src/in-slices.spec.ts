import { inSlices } from './in-slices';

describe('work in slices', () => {
  it('lets others have their turn after each 50 items', async () => {
    async function* items() {
      for (let item = 0; item < 260; item += 1) yield item;
    }
    const done: number[] = [];
    const turnsAfter: number[] = [];
    const yieldTurn = () => Promise.resolve(void turnsAfter.push(done.length));
    for await (const item of inSlices(items(), yieldTurn)) done.push(item);
    expect(done).toHaveLength(260);
    expect(turnsAfter).toEqual([50, 100, 150, 200, 250]);
  });
});
