import { projected } from '../libs/read-models/test/projected';
import { at, completed, failed } from '../libs/scanning/test/session-facts';
import { toolHealth } from './tool-health.projection';

/** The state of a closed breaker, and of a tool that was never probed. */
const quiet = { openings: {}, forAll: null, probedAt: null };

describe("the read model of tools' health", () => {
  it('has the failures of a tool since it last completed', () =>
    expect(projected(toolHealth, [failed('a', 1, 'x'), failed('a', 2, 'y')])).toEqual({
      a: {
        tool: 'a',
        failures: [
          { at: at(1), organizationId: 'org_1', target: 'x' },
          { at: at(2), organizationId: 'org_1', target: 'y' },
        ],
        ...quiet,
      },
    }));

  it('is well again when it completes', () =>
    expect(projected(toolHealth, [failed('a', 1, 'x'), completed('a', 2)])).toEqual({
      a: { tool: 'a', failures: [], ...quiet },
    }));

  it('has nothing of a tool that never failed, nor of a failure that says nothing of the tool', () =>
    expect(projected(toolHealth, [completed('a', 1), failed('b', 2)])).toEqual({}));
});
