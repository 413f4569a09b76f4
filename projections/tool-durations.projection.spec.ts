import { projected } from '../libs/read-models/test/projected';
import { completed } from '../libs/scanning/test/session-facts';
import { toolDurations } from './tool-durations.projection';

const after = (...durations: number[]) =>
  projected(
    toolDurations,
    durations.map((duration, index) => completed('a', index, duration)),
  );

describe("the read model of tools' durations", () => {
  it('has the mean of the first runs', () =>
    expect(after(100, 200, 300)).toEqual({ a: { tool: 'a', runs: 3, mean: 200 } }));

  it('counts a later run for a fifth, so that the mean follows what a tool costs now', () =>
    expect(after(...Array.from({ length: 20 }, () => 100), 600)).toEqual({ a: { tool: 'a', runs: 21, mean: 200 } }));
});
