import fc from 'fast-check';
import { matchingByFile } from './match-by-file';
import { type MatchedFindings, type MatchingOptions, matchFindings } from './match-findings';
import type { MatchableFinding } from './matchable';

interface Named extends MatchableFinding {
  readonly id: string;
}

const anyFindings = (prefix: string) =>
  fc
    .array(
      fc.record({
        rule: fc.constantFrom('eval', 'unused'),
        file: fc.constantFrom('a.js', 'b.js', 'moved.js', null),
        line: fc.option(fc.nat(40)),
        code: fc.constantFrom('eval(input)', 'const unused = 1', 'run(eval(input))', null),
        title: fc.constantFrom('Code is evaluated', 'Nobody uses it'),
      }),
      { maxLength: 25 },
    )
    .map((findings) =>
      findings.map(
        (each, index): Named => ({
          ...each,
          id: `${prefix}${index}`,
          tool: 'lint',
          // Like a real fingerprint: equal for the same code in the same file.
          fingerprint: `${each.rule} ${each.file} ${each.code}`,
          description: '',
        }),
      ),
    );

function byFile(before: readonly Named[], after: readonly Named[], options: MatchingOptions = {}) {
  const listed = (items: readonly Named[]) => ({
    items,
    fileOf: ({ file }: Named) => file,
    findingOf: (finding: Named) => finding,
  });
  const steps = matchingByFile(listed(before), listed(after), options);
  for (let rests = 0; ; rests += 1) {
    const { done, value } = steps.next();
    if (done) return { rests, result: value };
  }
}
const told = ({ matched, gone, fresh }: MatchedFindings<Named, Named>) => ({
  matched: matched.map(([one, other]) => `${one.id} ${other.id}`).sort(),
  gone: gone.map(({ id }) => id).sort(),
  fresh: fresh.map(({ id }) => id).sort(),
});

describe('matching file by file', () => {
  it('finds what matching in one go finds, also in a file that has moved', () =>
    fc.assert(
      fc.property(anyFindings('before'), anyFindings('after'), fc.boolean(), (before, after, moved) => {
        const options = { ...(moved && { isGone: (file: string) => file === 'a.js' }) };
        const found = moved ? after.filter(({ file }) => file !== 'a.js') : after;
        expect(told(byFile(before, found, options).result)).toEqual(told(matchFindings(before, found, options)));
      }),
      { numRuns: 300 },
    ));

  it('rests the more often, the more findings there are', () => {
    const findings = (count: number): Named[] =>
      Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        tool: 'lint',
        rule: 'eval',
        fingerprint: `${index}`,
        file: `${index % 100}.js`,
        line: index,
        code: `eval(${index})`,
        title: 'Code is evaluated',
        description: '',
      }));
    const rests = [2_000, 20_000].map((count) => byFile(findings(count), findings(count)).rests);
    expect(rests[0]).toBeGreaterThanOrEqual(4);
    expect(rests[1]).toBeGreaterThanOrEqual(40);
  });
});
