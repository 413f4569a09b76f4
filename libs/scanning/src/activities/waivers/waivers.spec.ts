import { type ToolDefinition, catalogue } from '@assay/analysis';
import { waivedIn } from './waivers';

const toolOf = (id: string): ToolDefinition => catalogue.find((tool) => tool.id === id)!;
const biome = toolOf('biome-accessibility');
const CLICK = 'a11y/useKeyWithClickEvents';

/** The waiver of a finding on the line with `HERE`. */
const waiver = (text: string, tool: ToolDefinition, rule: string) => {
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes('HERE')) + 1;
  return waivedIn(tool, lines)({ rule, line, message: '' });
};

describe('a comment for another linter', () => {
  it.each([
    ['above the line', '// eslint-disable-next-line jsx-a11y/click-events-have-key-events -- why\nHERE\n', 1],
    ['of several lines', '{/* eslint-disable-next-line jsx-a11y/click-events-have-key-events,\n  b/c */}\nHERE\n', 1],
    ['of Biome', '// biome-ignore lint/a11y/useKeyWithClickEvents: why\nHERE\n', 1],
    ['of Svelte', '<!-- svelte-ignore a11y_click_events_have_key_events -->\nHERE\n', 1],
    ['beside the code', 'HERE // eslint-disable-line jsx-a11y/click-events-have-key-events\n', 1],
    ['about every rule', '// eslint-disable-next-line\nHERE\n', 1],
    ['far above', '/* eslint-disable jsx-a11y/click-events-have-key-events */\na();\nb();\nHERE\n', 1],
  ])('%s is about a finding of another name for the same', (_, text, line) =>
    expect(waiver(text, biome, CLICK)).toMatchObject({ line }),
  );

  it.each([
    ['names another rule', '// eslint-disable-next-line camelcase\nHERE\n'],
    ['stands behind other code', 'a(); // eslint-disable-next-line jsx-a11y/click-events-have-key-events\nHERE\n'],
    ['is about the line before', '// eslint-disable-next-line\na();\nHERE\n'],
    ['has been taken back', '/* eslint-disable */\na();\n/* eslint-enable */\nHERE\n'],
    ['begins below', 'HERE\n/* eslint-disable */\n'],
    ['is no comment', 'HERE "eslint-disable-line"\n'],
    ['is a part of another word', 'HERE // noqax\n'],
    ['lies in a line that nobody writes', `HERE ${'x'.repeat(3_000)} // eslint-disable-line\n`],
  ])('that %s is not', (_, text) => expect(waiver(text, biome, CLICK)).toBeUndefined());

  it.each([
    ['py-security', 'S602', 'HERE # noqa: S602\n', true],
    ['py-security', 'S602', 'HERE # noqa: E501\n', false],
    ['py-security', 'S602', 'HERE # nosec B602\n', true],
    ['py-security', 'S602', 'HERE # nosec\n', true],
    ['py-pyflakes', 'F821', 'HERE # nosec\n', false],
    ['py-pyflakes', 'F821', 'HERE  # pylint: disable=undefined-variable\n', true],
    ['py-pyflakes', 'F821', 'HERE  # pylint:disable=no-member,E0602\n', true],
    ['py-pyflakes', 'F821', 'HERE  # pylint: disable=unused-import\n', false],
    ['py-pyflakes', 'F821', '# pylint: disable-next=undefined-variable\nHERE\n', true],
    ['py-pyflakes', 'F821', 'def f():\n    # pylint: disable=undefined-variable\n\n    a()\n    HERE\n', true],
    ['py-pyflakes', 'F821', 'def f():\n    # pylint: disable=undefined-variable\n    a()\nHERE\n', false],
    ['py-pyflakes', 'F821', 'a()  # pylint: disable=undefined-variable\nHERE\n', false],
    ['go-security', 'tls-verification-off', 'HERE //nolint:gosec // only for tests\n', true],
    ['go-security', 'tls-verification-off', 'HERE //nolint:errcheck\n', false],
    ['go-security', 'tls-verification-off', '//nolint\nHERE\n', true],
    ['java-security', 'weak-cipher', 'HERE // NOSONAR\n', true],
  ])('for %s/%s: %s', (tool, rule, text, expected) =>
    expect(waiver(text, toolOf(tool), rule) !== undefined).toBe(expected),
  );
});

it('says nothing of a finding without a line, or of what is no line of the file', () => {
  const of = waivedIn(biome, ['<p /> // eslint-disable-line']);
  expect(of({ rule: CLICK, message: '' })).toBeUndefined();
  expect(of({ rule: CLICK, message: '', line: 1, excerpt: '<p />' })).toBeUndefined();
  expect(of({ rule: CLICK, message: '', line: 1 })).toEqual({ directive: 'eslint-disable-line', line: 1 });
});
