import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { configurationProblems } from './check-configuration';
import { ConfigurationInvalid, readConfiguration } from './read-configuration';
import { CONFIGURATION_SCHEMA, GLOB } from './schema';

const WHOLE = `
version: 1
profile: recommended
categories: [security]
tools:
  except: [spelling]
rules:
  js-style: off
  js-suspicious/no-eval: critical
paths:
  except: ['legacy/**']
budget: { credits: 12.5, seconds: 600 }
gate:
  failOn: high
  atMost: { medium: 10 }
`;

const refusal = (text: string): string => {
  try {
    readConfiguration(text, 'assay.yml');
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error.message;
    throw error;
  }
  throw new Error('it was taken');
};

describe('a configuration', () => {
  it('is read with all that it says', () =>
    expect(readConfiguration(WHOLE, 'assay.yml')).toEqual({
      version: 1,
      profile: 'recommended',
      categories: ['security'],
      tools: { except: ['spelling'] },
      rules: { 'js-style': 'off', 'js-suspicious/no-eval': 'critical' },
      paths: { except: ['legacy/**'] },
      budget: { credits: 12.5, seconds: 600 },
      gate: { failOn: 'high', atMost: { medium: 10 } },
    }));

  it('may be empty', () => expect(readConfiguration('# nothing yet\n', 'assay.yml')).toEqual({}));

  it.each([
    ['profil: strict', 'assay.yml:1:1: profil: there is no such field. Did you mean profile?'],
    ['profile: stric', 'assay.yml:1:1: profile: "stric" is not known. Did you mean strict?'],
    ['tools:\n  only:\n    - speling', 'assay.yml:3:7: tools.only.0: "speling" is not known. Did you mean spelling?'],
    ['rules:\n  speling: off', 'assay.yml:2:3: rules.speling: there is no tool "speling". Did you mean spelling?'],
    [
      'rules:\n  js-suspicious/no-evil: off',
      'assay.yml:2:3: rules.js-suspicious/no-evil: js-suspicious has no rule "no-evil". Did you mean no-eval?',
    ],
    ['rules:\n  spelling: severe', '"severe" is not known. Possible are off, on, critical'],
    ['gate:\n  failOn: hihg', 'assay.yml:2:3: gate.failOn: "hihg" is not known. Did you mean high?'],
    ['budget:\n  seconds: soon', 'assay.yml:2:3: budget.seconds: must be integer'],
    ['version: 2', 'assay.yml:1:1: version: must be 1'],
    ['paths:\n  only: ["a*b*c*d"]', 'assay.yml:2:10: paths.only.0: must be a glob'],
    ['tools: {only: [spelling], except: [spelling]}', 'spelling is in "only", too'],
    ['- a\n- b', 'assay.yml:1:1: must be object'],
    ['profile: strict\nprofile: security', 'assay.yml:2:1: Map keys must be unique'],
    ['a: [', 'assay.yml:1:'],
    [`a: ${'x'.repeat(300_000)}`, 'has more than 262144 characters'],
  ])('is refused by file, line and field: %s', (text, message) => expect(refusal(text)).toContain(message));

  it('names every problem, in the order of the file', () =>
    expect(
      refusal('gate: {failOn: x}\nprofile: y\nbudget: {seconds: 0}')
        .split('\n')
        .map((line) => line.slice(0, 12)),
    ).toEqual(['assay.yml:1:', 'assay.yml:2:', 'assay.yml:3:']));

  it('cannot grow by aliases', () => {
    const bomb = ['a: &a0 [x]', ...Array.from({ length: 20 }, (_, i) => `b${i}: &a${i + 1} [*a${i},*a${i},*a${i}]`)];
    expect(refusal(bomb.join('\n'))).toMatch(/alias|no such field/);
  });

  it('is checked alike where it comes as JSON', () =>
    expect(configurationProblems({ rules: { nothing: 'off' } })).toMatchObject([{ path: ['rules', 'nothing'] }]));

  it('has globs whose matching does not grow beyond the square of a path', () => {
    for (const glob of ['src/**', '**/*.js', '*.min.*', 'a/**/b/**', 'README.md', 'pages/[id]/x'])
      expect(glob).toMatch(new RegExp(GLOB));
    for (const glob of ['*a*b*', '**/a/**/b/**']) expect(glob).not.toMatch(new RegExp(GLOB));
    expect(picomatch('src/**', { dot: true })('src/.a/b')).toBe(true);
  });

  it('has a schema for editors that is up to date (npm run docs:tools)', () =>
    expect(JSON.parse(readFileSync(join(__dirname, '../../../../docs/assay.schema.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(CONFIGURATION_SCHEMA)),
    ));
});
