import { stylelintTools } from '../../catalogue/stylelint';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('stylelint');

const tool = (id: string) => stylelintTools.find((each) => each.id === id)!;
const cssErrors = tool('css-errors');

describeToolSamples(profile, stylelintTools);

describeHostileFiles(profile, {
  tools: [cssErrors],
  extension: '.css',
  flawed: '.a {\n  colour: red;\n}\n\n.b {\n}\n',
  malformed: '.a { color: red;\n.b { color: "',
  longLine: '.a{color:red}'.repeat(160_000),
  deep: `${'.a{'.repeat(2_000)}color:red${'}'.repeat(2_000)}`,
});

describe('a shorthand', () => {
  const overrides = async (text: string) =>
    (await runOn(profile, stylelintTools, { 'a.css': text })).found.filter((each) => each.includes('shorthand'));

  it('that browsers may not know leaves the colour before it to them', async () =>
    expect(await overrides('.a {\n  background-color: red;\n  background: linear-gradient(red, blue);\n}\n')).toEqual(
      [],
    ));

  it('that all know takes the colour away', async () => {
    expect(await overrides('.a {\n  background-color: red;\n  background: none; /* gradient( */\n}\n')).toHaveLength(1);
    expect(await overrides('.a {\n  border-color: red;\n  border: 1px solid;\n}\n')).toHaveLength(1);
  });
});

it('knows what CSS modules resolve', async () =>
  expect((await runOn(profile, stylelintTools, { 'a.module.css': '.a {\n  composes: b;\n}\n' })).found).toEqual([]));

it('takes a unit with an escaped digit for a hack for old browsers', async () => {
  const styles = '.a {\n  width: 7ch\\0;\n  height: 100px\\9;\n  top: calc(1px\\9 + 2foo);\n  left: 3foo;\n}\n';
  const { found } = await runOn(profileOf('stylelint'), stylelintTools, { 'a.scss': styles });
  expect(found.filter((each) => each.endsWith('unit-no-unknown'))).toEqual([
    'a.scss:4 unit-no-unknown',
    'a.scss:5 unit-no-unknown',
  ]);
});

describe('styles that are built', () => {
  it.each([
    ['an import that Tailwind puts in', "@import 'tailwindcss';\n@theme { --a: 1px }\n@import 'b.css';\n", 'import', 0],
    ['an import behind a rule', "a { color: red }\n@import 'b.css';\n", 'at-import', 1],
    ['a variable of a query', '@media (max-width: $small) {\n  a { color: red }\n}\n', 'media-query', 0],
    ['a query that is wrong', '@media (min-width: calc() {\n  a { color: red } /* $small */\n}\n', 'media-query', 1],
    ['a utility of Tailwind', '@utility b {\n  &:hover { color: red }\n}\n', 'scoping-root', 0],
  ])('may have %s', async (_, text, rule, count) => {
    const { found } = await runOn(profile, stylelintTools, { 'a.css': text });
    expect(found.filter((each) => each.includes(rule))).toHaveLength(count);
  });
});

describe('an outline that is removed', () => {
  const found = async (selector: string) =>
    (await runOn(profile, stylelintTools, { 'a.css': `${selector} {\n  outline: 0;\n}\n` })).found;

  it('is a mistake', async () => expect(await found('a:focus')).toEqual(['a.css:1 a11y/no-outline-none']));

  it.each([
    ['another sign of it', '.a:focus {\n  outline: 0;\n  background: #eee;\n}\n', 0],
    ['another outline behind it', '.a:focus {\n  outline: 0;\n  outline: 1px dotted #aaa;\n}\n', 0],
    ['no outline twice', '.a:focus {\n  outline: 0;\n  outline: none;\n}\n', 1],
    ['no sign of it, which takes one away', '.a:focus {\n  outline: 0;\n  background: none;\n}\n', 1],
    ['a rule for the keyboard', '.a:focus { outline: none }\n.a:focus-visible { outline: 2px solid }\n', 0],
    ['such a rule of another element', '.a:focus { outline: none }\n.b:focus-visible { outline: 2px solid }\n', 1],
    ['a sign of it in a comment', '.a:focus { outline: none; /* border: 1px */ }\n', 1],
    ['what only surrounds the focus', '.a:focus-within { outline: none }\n', 0],
  ])('with %s', async (_, text, count) => {
    const { found: all } = await runOn(profile, stylelintTools, { 'a.css': text });
    expect(all.filter((each) => each.includes('no-outline-none'))).toHaveLength(count);
  });

  it('is none where whoever uses the keyboard keeps it', async () =>
    expect(await found('a:focus:not(:focus-visible)')).toEqual([]));
});

describe('Stylelint on a hostile target', () => {
  const flawed = '.a {\n  colour: red;\n}\n';

  it('runs no configuration of the target and reads no ignore file', async () => {
    const run = await runOn(profile, [cssErrors], (canary) => {
      const code = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { rules: {} };`;
      return {
        'a.css': flawed,
        '.stylelintrc.cjs': code,
        'stylelint.config.js': code,
        '.stylelintignore': '*\n',
        '.stylelintrc.json': '{"rules":{}}',
      };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.css:2 property-no-unknown']);
  });

  it.each([
    '/* stylelint-disable */\n.a { colour: red; }',
    '.a { /* stylelint-disable-next-line property-no-unknown */\ncolour: red; }',
    '/* stylelint-disable */ /* stylelint-disable */\n.a { colour: red; }', // disabling twice is a syntax error
  ])('hides nothing behind a directive: %j', async (css) => {
    expect((await runOn(profile, [cssErrors], { 'a.css': css })).found).toEqual(['a.css:2 property-no-unknown']);
  });

  it('looks at files below node_modules, which it would pass over by their path', async () => {
    expect((await runOn(profile, [cssErrors], { 'node_modules/x/a.css': flawed })).found).toEqual([
      'node_modules/x/a.css:2 property-no-unknown',
    ]);
  });

  it('opens no source map that a comment names, and stumbles over no broken one', async () => {
    const broken = `${flawed}/*# sourceMappingURL=data:application/json;charset=none,%%% */`;
    const elsewhere = `${flawed}/*# sourceMappingURL=/etc/hostname */`;
    const run = await runOn(profile, [cssErrors], { 'broken.css': broken, 'elsewhere.css': elsewhere });
    expect(run.unreadable).toEqual([]);
    expect(run.found).toEqual(['broken.css:2 property-no-unknown', 'elsewhere.css:2 property-no-unknown']);
  });
});

describe('Stylelint rules that fail', () => {
  it('fails the tool whose rule is not known, and says which', async () => {
    const mistaken = {
      ...cssErrors,
      id: 'mistaken',
      files: ['**/*.scss'],
      rules: { 'no-such-rule': { severity: 'low' as const } },
    };
    const run = await runOn(profile, [cssErrors, mistaken], {
      'a.css': '.a {\n  colour: red;\n}\n',
      'b.scss': '.a { color: red; }',
    });
    expect(run.tool('mistaken').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no-such-rule') as string,
    });
    expect(run.tool('css-errors').findings).toHaveLength(1);
  });

  it('drops a rule that breaks on a file and keeps what the others found there', async () => {
    const mistaken = { ...cssErrors, id: 'mistaken', rules: { 'no-such-rule': { severity: 'low' as const } } };
    const run = await runOn(profile, [cssErrors, mistaken], { 'a.css': '.a {\n  colour: red;\n}\n' });
    expect(run.found).toEqual(['a.css:2 property-no-unknown']);
    expect(run.tool('mistaken').unreadable).toEqual([
      { file: 'a.css', reason: expect.stringContaining('no-such-rule') as string },
    ]);
  });
});
