import { countOf, excusedRules, rulesWithoutExample, without } from '../../../../scripts/tool-pages/rules-without-example';

describe('the examples of the rules', () => {
  const excused = excusedRules();
  const missing = rulesWithoutExample();

  it(`are missing for ${countOf(missing)} rules, all of them in samples/rules-without-example.json`, () =>
    expect({
      hint: 'Give each a line in a positive sample and in its expected.json; the list is not to be added to.',
      rules: without(missing, excused),
    }).toEqual({ hint: expect.any(String), rules: {} }));

  it('get fewer exceptions whenever a sample is added', () =>
    expect({
      hint: 'These have an example, or are gone: npm run docs:tools takes them off samples/rules-without-example.json.',
      rules: without(excused, missing),
    }).toEqual({ hint: expect.any(String), rules: {} }));
});
