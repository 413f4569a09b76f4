import { runOn } from '../../../test/run-on';
import { oxlintTools } from '../../catalogue/javascript-oxlint';
import { profileOf } from '../engine-table';

const profile = profileOf('oxlint');

describe('a hook', () => {
  const page = "import { useState } from 'react';\nexport default function page() {\n  useState(1);\n}\n";
  it.each([
    ['in a page', 'pages/index.jsx', page, 0],
    ['in a file of another folder', 'lib/index.jsx', page, 1],
    ['in another function of a page', 'pages/index.jsx', page.replace('export default ', ''), 1],
  ])('%s', async (_, file, text, count) => {
    const { found } = await runOn(profile, oxlintTools, { [file]: text });
    expect(found.filter((each) => each.endsWith('rules-of-hooks'))).toHaveLength(count);
  });
});

it('tells of an assertion without a matcher, unless a helper in it asserts', async () => {
  const text = "it('b', () => {\n  expect(assertSame(1));\n  expect(same(1));\n});\n";
  const { found } = await runOn(profile, oxlintTools, { 'a.test.js': text });
  expect(found.filter((each) => each.endsWith('/valid-expect'))).toEqual(['a.test.js:3 jest/valid-expect']);
  const imported = `import { expect, it } from 'vitest';\n${text}`;
  const run = await runOn(profile, oxlintTools, { 'a.test.js': imported });
  expect(run.found.filter((each) => each.endsWith('/valid-expect'))).toEqual(['a.test.js:4 vitest/valid-expect']);
});

it('tells of a group of Jest that is made in its own time', async () => {
  const text = "describe('a', async () => {\n  await c();\n  it('b', () => expect(c).toBe(1));\n});\n";
  const { found } = await runOn(profile, oxlintTools, { 'a.test.js': text });
  expect(found.filter((each) => each.endsWith('valid-describe-callback'))).toHaveLength(1);
});
