import { finding } from '../../test/finding';
import { groupByRule } from './group-findings';

describe('the order of findings', () => {
  it('of one line and severity is that of every scan, whatever their ids are', () => {
    const parts = ['one', 'two', 'three'].map((fingerprint) => ({ fingerprint, line: 3 }));
    const orders = [
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
      ['b', 'c', 'a'],
    ].map((ids) =>
      groupByRule(parts.map((each, index) => finding({ ...each, id: ids[index]! })))[0]!.findings.map(
        ({ fingerprint }) => fingerprint,
      ),
    );
    expect(new Set(orders.map((order) => order.join())).size).toBe(1);
  });
});
