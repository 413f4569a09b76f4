import { catalogue, counts, severityIn } from '@assay/analysis';
import { isAtLeast } from './group-findings';
import { MISTAKE_KINDS } from './definite-mistakes';

describe('the rules about definite mistakes', () => {
  it('are rules of the catalogue that the first screen may show: of medium severity or above by default', () => {
    const profile = { profile: 'recommended' } as const;
    const shown = new Set(
      catalogue.flatMap((tool) =>
        Object.entries(tool.rules)
          .filter(
            ([rule, { severity }]) =>
              counts(profile, tool, rule) && isAtLeast(severityIn(profile, tool, rule, severity, undefined), 'medium'),
          )
          .map(([rule]) => `${tool.id}/${rule}`),
      ),
    );
    expect([...MISTAKE_KINDS.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });
});
