import fc from 'fast-check';
import { type FingerprintedFinding, fingerprintFindings } from './fingerprint';

/** A file in which every line is different, with findings on some lines. */
const file = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{3,12}( = [a-z(]{1,8})?;$/), { minLength: 3, maxLength: 30 })
  .chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      faulty: fc.uniqueArray(fc.nat(lines.length - 1), { minLength: 1, maxLength: 8 }),
    }),
  );

const finding = (line: number, rule = 'rule'): FingerprintedFinding => ({
  rule,
  path: 'src/a.ts',
  line,
  message: `wrong in line ${line}`,
});
const fingerprintsOf = (lines: readonly string[], findings: readonly FingerprintedFinding[]) =>
  fingerprintFindings('tool', findings, () => lines);

describe('a fingerprint', () => {
  it('stays the same if lines elsewhere in the file are added or removed', () =>
    fc.assert(
      fc.property(
        file,
        fc.array(fc.array(fc.constantFrom('', '   ', '// inserted', 'inserted();'), { maxLength: 3 }), {
          minLength: 31,
          maxLength: 31,
        }),
        fc.infiniteStream(fc.boolean()),
        ({ lines, faulty }, insertions, removals) => {
          const looksAt = (at: number) => faulty.some((line) => Math.abs(line - at) <= 1);
          const next: string[] = [];
          const moved = new Map<number, number>();
          for (const [at, line] of [...lines, ''].entries()) {
            // only a blank line may come between the line and its neighbour
            const beside = faulty.includes(at - 1) || faulty.includes(at);
            next.push(...insertions[at]!.filter((text) => !beside || text.trim() === ''));
            const removed = removals.next().value && !looksAt(at);
            if (!removed) moved.set(at, next.push(line));
          }
          expect(
            fingerprintsOf(
              next,
              faulty.map((at) => finding(moved.get(at)!)),
            ),
          ).toEqual(
            fingerprintsOf(
              lines,
              faulty.map((at) => finding(at + 1)),
            ),
          );
        },
      ),
    ));

  it('stays the same if indentation, spacing or line ends change', () =>
    fc.assert(
      fc.property(
        file,
        fc.constantFrom('\t', '    ', ' '),
        fc.constantFrom('', '\r', '  \r'),
        ({ lines, faulty }, indentation, end) => {
          const findings = faulty.map((at) => finding(at + 1));
          const other = lines.map((line) => `${indentation}${line.replaceAll(' ', '  ')}${end}`);
          expect(fingerprintsOf(other, findings)).toEqual(fingerprintsOf(lines, findings));
        },
      ),
    ));

  it('differs between findings of a file that have the same code', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a();', 'b();', ''), { minLength: 1, maxLength: 30 }), (lines) => {
        const findings = lines.flatMap((_, at) => [
          finding(at + 1),
          finding(at + 1, 'another-rule'),
          { ...finding(at + 1), column: 7 },
        ]);
        expect(new Set(fingerprintsOf(lines, findings)).size).toBe(findings.length);
      }),
    ));

  it('does not depend on the order of the findings', () =>
    fc.assert(
      fc.property(
        file.chain(({ lines, faulty }) =>
          fc.tuple(fc.constant(lines), fc.constant(faulty), fc.shuffledSubarray(faulty, { minLength: faulty.length })),
        ),
        ([lines, faulty, shuffled]) => {
          const one = new Map(
            fingerprintsOf(
              lines,
              faulty.map((at) => finding(at + 1)),
            ).map((print, index) => [faulty[index]!, print]),
          );
          const other = new Map(
            fingerprintsOf(
              lines,
              shuffled.map((at) => finding(at + 1)),
            ).map((print, index) => [shuffled[index]!, print]),
          );
          expect([...other].sort()).toEqual([...one].sort());
        },
      ),
    ));

  it('changes with the tool, the rule, the path and the code', () => {
    const lines = ['before', 'wrong', 'after'];
    const base = fingerprintFindings('tool', [finding(2)], () => lines)[0];
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintFindings('other', [finding(2)], () => lines)).not.toContain(base);
    expect(fingerprintFindings('tool', [finding(2, 'other')], () => lines)).not.toContain(base);
    expect(fingerprintFindings('tool', [{ ...finding(2), path: 'src/b.ts' }], () => lines)).not.toContain(base);
    expect(fingerprintFindings('tool', [finding(2)], () => ['before', 'wrong!', 'after'])).not.toContain(base);
    expect(fingerprintFindings('tool', [{ ...finding(2), path: './src//a.ts' }], () => lines)).toEqual([base]);
  });

  it('is made of the message without its numbers if the finding has no line', () => {
    const without = (message: string): FingerprintedFinding => ({ rule: 'size', path: 'package.json', message });
    const [first] = fingerprintFindings('tool', [without('12 dependencies  are too many')], () => undefined);
    expect(fingerprintFindings('tool', [without('13 dependencies are too many')], () => undefined)).toEqual([first]);
    expect(fingerprintFindings('tool', [without('no licence')], () => undefined)).not.toContain(first);
    expect(
      fingerprintFindings('tool', [{ ...without('12 dependencies are too many'), line: 99 }], () => ['one line']),
    ).toEqual([first]);
  });

  it('reads and normalises a long line once for any number of findings on it', () => {
    const minified = ['x=1;'.repeat(500_000)];
    const findings = Array.from({ length: 5_000 }, (_, column) => ({ ...finding(1), column: column + 1 }));
    expect(new Set(fingerprintsOf(minified, findings)).size).toBe(5_000);
  });

  it('of a finding with a subject is its subject: neither its line nor what else is there counts', () => {
    const about = (subject: string, line: number) => ({ ...finding(line), subject });
    const [first, second] = fingerprintsOf(['a', 'b', 'c'], [about('x@1 CVE-1', 2), about('x@1 CVE-2', 2)]);
    expect(second).not.toBe(first);
    expect(fingerprintsOf(['new', 'other', 'c', 'd'], [about('x@1 CVE-2', 4)])).toEqual([second]);
  });
});
