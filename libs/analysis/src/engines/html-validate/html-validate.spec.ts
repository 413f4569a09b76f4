import { htmlValidateTools } from '../../catalogue/html-validate';
import { describeHostileFiles } from '../../../test/hostile-files';
import { TEMPLATES } from '../../../test/page-templates';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';

const profile = profileOf('html-validate');

const standards = htmlValidateTools.find(({ id }) => id === 'html-standards')!;
const sri = htmlValidateTools.find(({ id }) => id === 'html-sri')!;

describeToolSamples(profile, htmlValidateTools);

describeHostileFiles(profile, {
  tools: [standards],
  extension: '.html',
  flawed: '<p>\n<a id="a" id="b">x</a>\n</p>\n',
  malformed: '<p <<>',
  longLine: '<p>one</p>'.repeat(200_000),
  deep: '<div>'.repeat(10_000),
});

describe('a template', () => {
  it('is no broken page', async () => expect((await runOn(profile, htmlValidateTools, TEMPLATES)).found).toEqual([]));

  it('shows what is wrong in it whatever is filled in', async () =>
    expect(
      (await runOn(profile, htmlValidateTools, { 'a.html': '<p>{{ name }}</p>\n<p align="left">{{ text }}</p>\n' }))
        .found,
    ).toEqual(['a.html:2 no-deprecated-attr']));

  it('is no page of its own, though it shows one', async () =>
    expect(
      (
        await runOn(profile, htmlValidateTools, {
          'start.html':
            '{% extends "base.html" %}\n{% block content %}\n<pre>\n<html></html>\n</pre>\n{% endblock %}\n',
        })
      ).found.filter((each) => /doctype|element-required-content/.test(each)),
    ).toEqual([]));
});

it('takes a button that is a picture for no field, and a field for one', async () => {
  const page = '<input type="image" src="go.png" alt="Go">\n<input type="text" name="a" autocomplete="name">\n';
  const { found } = await runOn(profile, htmlValidateTools, { 'a.html': page });
  expect(found.filter((each) => each.endsWith('input-missing-label'))).toEqual(['a.html:2 input-missing-label']);
});

it.each([
  ['a field that a script labels', '<input is="emby-input" type="text" label="Server">', 'input-missing-label', 0],
  ['a field with a label that nothing shows', '<input type="text" label="Server">', 'input-missing-label', 1],
  ['a button with a title', '<button type="button" title="Dark"><svg></svg></button>', 'text-content', 0],
  ['a button with an empty title', '<button type="button" title=""><svg></svg></button>', 'text-content', 1],
  ['a map', '<script src="https://maps.googleapis.com/maps/api/js?key=a"></script>', 'require-sri', 0],
  ['a script of others', '<script src="https://cdn.example.org/maps.googleapis.com/a.js"></script>', 'require-sri', 1],
])('tells whether %s has what it should', async (_, page, rule, count) => {
  const { found } = await runOn(profile, htmlValidateTools, { 'a.html': `${page}\n` });
  expect(found.filter((each) => each.endsWith(` ${rule}`))).toHaveLength(count);
});

it.each([
  ['<a href="#tide">High</a>', undefined],
  ['<a href="#tides">High</a>', 'low'],
])('asks who refers to an id that is given twice: %s', async (link, severity) => {
  const run = await runOn(profile, [standards], { 'a.html': `<p id="tide">a</p>\n<p id="tide">${link}</p>\n` });
  const findings = run.tool('html-standards').findings.filter(({ rule }) => rule === 'no-dup-id');
  expect(findings.map((each) => each.severity)).toEqual([severity]);
});

describe('HTML-validate on a hostile target', () => {
  const flawed = '<p id="a">\n<a id="b" id="c">x</a></p>\n';

  it('runs no configuration of the target', async () => {
    const run = await runOn(profile, [standards], (canary) => {
      const code =
        `require('node:fs').writeFileSync(${JSON.stringify(canary)}, ''); module.exports = { ` +
        'root: true, rules: {} };';
      return {
        'a.html': flawed,
        '.htmlvalidate.cjs': code,
        '.htmlvalidate.js': code,
        '.htmlvalidate.json': '{"root":true,"rules":{}}',
        '.htmlvalidateignore': '*.html',
      };
    });
    expect(run.canaryDied).toBe(false);
    expect(run.found).toEqual(['a.html:2 no-dup-attr']);
  });

  it.each([
    '<!-- [html-validate-disable no-dup-attr] -->\n<a id="b" id="c">x</a>',
    '<!-- html-validate-disable-next no-dup-attr -->\n<a id="b" id="c">x</a>',
    '<!--[html-validate-disable-block no-dup-attr: hidden] -->\n<a id="b" id="c">x</a>',
  ])('hides nothing behind a directive: %j', async (html) => {
    expect((await runOn(profile, [standards], { 'a.html': html })).found).toEqual(['a.html:2 no-dup-attr']);
  });

  it('fails the tool whose rule it does not know and not the others', async () => {
    const mistaken = {
      ...sri,
      id: 'mistaken',
      files: ['**/*.htm'],
      rules: { 'no-such-rule': { severity: 'low' as const } },
    };
    const run = await runOn(profile, [standards, mistaken], { 'a.html': flawed, 'b.htm': '<p>one</p>' });
    expect(run.tool('mistaken').outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no-such-rule') as string,
    });
    expect(run.tool('html-standards').findings).toHaveLength(1);
  });
});
