import fc from 'fast-check';
import { verdictOf } from '../../test/pull-request-world';
import { type ShownFinding, commentBody } from './comment-body';
import { quoted } from './quoted-text';

const finding: ShownFinding = {
  severity: 'high',
  title: 'eval is called',
  description: 'The text that is evaluated is a parameter.',
  suggestion: '',
  file: 'src/a.js',
  line: 3,
  tool: 'js-eval',
  rule: 'no-eval',
};
const bodyOf = (more: Partial<Parameters<typeof commentBody>[0]> = {}) =>
  commentBody({
    verdict: verdictOf(1),
    automationName: 'Nightly',
    findings: [finding],
    link: null,
    limit: 65_000,
    ...more,
  });
/** A line of Markdown without its code spans. */
const outsideCode = (text: string): string => text.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');

describe('text of others in a comment', () => {
  it.each([
    ['@ada', '`@ada`'],
    ['a\n/close\u0000b', '`a /close b`'],
    ['`@ada`', '`` `@ada` ``'],
    ['a``b', '```a``b```'],
    ['\u202e\u200b \t', '`(empty)`'],
    ['abcdef', '`abcd…`'],
  ])('%j is %s', (text, shown) => expect(quoted(text, 5 + (text === 'abcdef' ? 0 : 20))).toBe(shown));

  it('is one code span, whatever it is', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '\\', '\n', ' ', 'a', '@', '\ud800', '>') }), (text) => {
        const span = quoted(text, 50);
        const [fence] = /^`+/.exec(span)!;
        const inside = span.slice(fence.length, -fence.length);
        expect(span.endsWith(fence)).toBe(true);
        expect((inside.match(/`+/g) ?? []).filter((run) => run.length === fence.length)).toEqual([]);
        expect(inside).not.toMatch(/^`|`$|[\n\ud800]/);
      }),
    ));
});

describe('the comment on a pull request', () => {
  it('says the verdict, the counts, the findings with their places, and what is missing', () => {
    const missingTools = [{ tool: 'b', reason: 'it broke' }];
    const verdict = verdictOf(1, { verdict: 'inconclusive', reason: '1 tool did not complete: b', missingTools });
    expect(bodyOf({ verdict, link: 'https://assay.example/x' }).split('\n')).toEqual([
      '### Assay: inconclusive',
      '',
      '`1 tool did not complete: b`',
      '',
      '**1 new** (1 high) · 2 gone · 14 unchanged',
      '',
      'Compared with the last finished scan of `main`. New findings of severity high or above fail it.',
      '',
      '#### New findings',
      '',
      '- **high** `src/a.js:3`: `eval is called`: `The text that is evaluated is a parameter.` (`js-eval/no-eval`)',
      '',
      '#### Tools that did not complete',
      '',
      '- `b`: `it broke`',
      '',
      '[The report](https://assay.example/x) · automation `Nightly` · commit `cccccccccccc`',
      '',
    ]);
  });

  it('lets nothing that others wrote out of code', () => {
    const hostile = '@ada #1 !2 <img src=x> [a](https://evil.example) www.evil.example `` ` \n/close\n| $$x$$ <!-- -->';
    const verdict = verdictOf(1, {
      reason: hostile,
      notes: [hostile],
      missingTools: [{ tool: hostile, reason: hostile }],
      conditions: { ...verdictOf(1).conditions, targetBranch: hostile, commit: null },
    });
    const findings = [
      { ...finding, title: hostile, description: `${hostile}!`, file: `${hostile}.js`, tool: hostile, rule: hostile },
    ];
    const body = bodyOf({ verdict, findings, automationName: hostile });
    expect(outsideCode(body)).not.toMatch(/@|#1|!2|<|evil|\/close|\||\$\$/);
    expect(body).not.toMatch(/^\//m);
    expect(body).toContain('evil');
  });

  it('holds as many findings as the host takes, and counts the rest', () => {
    const title = '𝒳'.repeat(500);
    const findings = Array.from({ length: 100 }, (_, index) => ({ ...finding, title, line: index + 1 }));
    const verdict = verdictOf(1, { newFindings: { ids: [], total: 3_000, failing: 3_000 } });
    const body = bodyOf({ verdict, findings, limit: 20_000 });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
    expect(Buffer.byteLength(body)).toBeGreaterThan(18_000);
    const shown = body.split('\n').filter((line) => line.startsWith('- **high**')).length;
    expect(shown).toBeGreaterThan(10);
    expect(body).toContain(`\n- and ${3_000 - shown} more\n`);
  });
});
