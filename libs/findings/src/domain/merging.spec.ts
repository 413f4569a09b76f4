import fc from 'fast-check';
import { type Mergeable, mergeGroups } from './merging';

const found = (tool: string, more: Partial<Mergeable> = {}): Mergeable => ({
  tool,
  rule: `${tool}-rule`,
  file: 'a.ts',
  line: 3,
  weakness: 'eval',
  ...more,
});
const group = (finding: Mergeable): string => mergeGroups([finding])[0]!;

describe('findings of different tools', () => {
  it('are one where file, line and weakness are the same', () =>
    expect(group(found('alpha'))).toBe(group(found('beta'))));

  it.each<[string, Partial<Mergeable>]>([
    ['line', { line: 4 }],
    ['file', { file: 'b.ts' }],
    ['weakness', { weakness: 'injection' }],
  ])('are two where the %s is another', (_, more) =>
    expect(group(found('alpha', more))).not.toBe(group(found('beta'))),
  );

  it('are two where only one of them knows the weakness, or nothing says where it is', () => {
    expect(group(found('alpha', { weakness: undefined }))).not.toBe(group(found('beta', { weakness: undefined })));
    expect(group(found('alpha', { line: null }))).not.toBe(group(found('beta', { line: null })));
  });

  it('are one where they quote the same element, with more or less of what is in it', () => {
    const at = (tool: string, excerpt: string) => group(found(tool, { line: null, excerpt }));
    expect(at('alpha', '<a href="/">\n  Home</a>')).toBe(at('beta', '<a  href="/">'));
    expect(at('alpha', '<a href="/">')).not.toBe(at('beta', '<a href="/b">'));
    expect(at('alpha', 'server: nginx')).not.toBe(at('beta', 'server: apache'));
  });
});

it('two findings of one tool are never one, and its n-th of a place joins the n-th of another tool', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          rule: fc.constantFrom('a', 'b'),
          line: fc.constantFrom(1, 2, null),
          weakness: fc.constantFrom('w', undefined),
          excerpt: fc.constantFrom('<p>', undefined),
        }),
        { maxLength: 12 },
      ),
      (raw) => {
        const of = (tool: string) =>
          mergeGroups(
            raw.map(({ excerpt, ...finding }) =>
              found(tool, { ...finding, rule: `${tool}/${finding.rule}`, ...(excerpt && { excerpt }) }),
            ),
          );
        expect(new Set(of('alpha')).size).toBe(raw.length);
        const beta = of('beta');
        for (const [index, one] of of('alpha').entries()) {
          const { weakness, line, excerpt } = raw[index]!;
          expect(beta.includes(one)).toBe(weakness !== undefined && (line !== null || excerpt !== undefined));
        }
      },
    ),
  ));
