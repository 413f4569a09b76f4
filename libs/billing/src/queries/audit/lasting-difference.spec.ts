import { microcredits } from '@assay/kernel';
import { lastingDifference } from './lasting-difference';

const at = (ledger: number, readModel: number) => ({
  ledger: microcredits(ledger),
  readModel: microcredits(readModel),
});
const noWait = () => Promise.resolve();

describe('the difference between a ledger and its read model', () => {
  it('is none when a charge came between the two reads', async () => {
    const reads = [at(10, 9), at(9, 9)];
    expect(await lastingDifference(async () => reads.shift()!, noWait)).toEqual({ ...at(9, 9), difference: 0 });
    expect(reads).toEqual([]);
  });

  it('is what remains after several reads', async () => {
    let reads = 0;
    const drifted = async () => ((reads += 1), at(10, 7));
    expect(await lastingDifference(drifted, noWait)).toEqual({ ...at(10, 7), difference: -3 });
    expect(reads).toBe(11);
  });
});
