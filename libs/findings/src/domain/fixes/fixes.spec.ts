import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TextEdit, applyEdits, inOrder, withoutOverlaps } from './fix';
import { unifiedDiff } from './unified-diff';

const text = fc
  .array(fc.constantFrom('a\n', 'bb\n', '\n', 'é😀 c\r\n', '  d', 'e\n'), { maxLength: 40 })
  .map((parts) => parts.join(''));

const changed = text.chain((before) =>
  fc
    .array(
      fc.record({
        start: fc.nat(before.length),
        size: fc.nat(6),
        text: fc.constantFrom('', 'x', 'y\n', '\n\n', 'z\nw'),
      }),
      { maxLength: 6 },
    )
    .map((edits) => {
      const placed = edits.map(({ start, size, text: inserted }) => ({
        edits: [{ start, end: Math.min(before.length, start + size), text: inserted }],
      }));
      return {
        before,
        edits: inOrder(withoutOverlaps<{ edits: TextEdit[] }>(placed).chosen.flatMap((each) => each.edits)),
      };
    }),
);

describe('a unified diff', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-diff-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leads Git from the text to the edited text', () => {
    fc.assert(
      fc.property(changed, ({ before, edits }) => {
        const after = applyEdits(before, edits);
        fc.pre(!/\p{Surrogate}/u.test(after)); // half a character is no text
        const diff = unifiedDiff('file.txt', before, edits);
        expect(diff === '').toBe(after === before);
        // Git makes no file empty by a diff that does not remove it.
        if (diff === '' || after === '' || before === '') return;
        writeFileSync(join(folder, 'file.txt'), before);
        execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder, input: diff });
        expect(readFileSync(join(folder, 'file.txt'), 'utf8')).toBe(after);
      }),
      { numRuns: 60 },
    );
  });

  it('shows a change with three lines around it', () =>
    expect(unifiedDiff('a.js', '1\n2\n3\n4\nvar a;\n6\n7\n8\n9\n', [{ start: 8, end: 11, text: 'let' }])).toBe(
      '--- a/a.js\n+++ b/a.js\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-var a;\n+let a;\n 6\n 7\n 8\n',
    ));
});

describe('fixes that overlap', () => {
  const edit = (start: number, end: number) => ({ start, end, text: 'x' });
  it('leave the later one, as a whole', () => {
    const first = { edits: [edit(0, 3)] };
    const later = { edits: [edit(2, 4), edit(20, 21)] };
    const apart = { edits: [edit(20, 21)] };
    expect(withoutOverlaps([first, later, apart])).toEqual({ chosen: [first, apart], left: [later] });
  });

  it('are also those that touch, for instance two insertions at one place', () => {
    const [first, later] = [{ edits: [edit(3, 3)] }, { edits: [edit(3, 3)] }];
    expect(withoutOverlaps([first, later])).toEqual({ chosen: [first], left: [later] });
  });
});
