import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';

const { beyondUnit, long, ofRules, programs, tries } = require('./support/lanes.cjs') as {
  readonly beyondUnit: readonly string[];
  readonly long: Readonly<Record<string, readonly string[]>>;
  readonly ofRules: readonly string[];
  readonly programs: readonly string[];
  readonly tries: readonly string[];
};

const ROOT = join(__dirname, '..');
/** The script of each lane that `.ci/run` runs. A lane is named as its configuration, `jest.<lane>.config.cjs`. */
const SCRIPTS = new Map([
  ['test', ['test']],
  ['long', ['test:long']],
  ['programs', ['test:programs']],
  ['faults', ['test:faults']],
  ['hostile', ['test:hostile']],
  ['engines', ['test:engines', 'test:faults:distributed']],
]);

const globs = [...Object.values(long).flat(), ...programs, ...tries, ...beyondUnit, ...ofRules];
const asked = execFileSync(process.execPath, [join(ROOT, 'test/support/specs-of-lanes.cjs')], { encoding: 'utf8' });
const lanesOf = new Map(Object.entries(JSON.parse(asked) as Record<string, string[]>));

describe('the lanes of the tests', () => {
  it('run each spec file in one of them', () => {
    const astray = [...lanesOf].filter(([, lanes]) => lanes.filter((lane) => SCRIPTS.has(lane)).length !== 1);
    expect(lanesOf.size).toBeGreaterThan(500);
    expect(astray).toEqual([]);
  });

  it.each(['unit', 'platform'])('run what the lane %s runs in `npm test`, too', (part) => {
    const ofPart = [...lanesOf].filter(([, lanes]) => lanes.includes(part));
    expect(ofPart.length).toBeGreaterThan(0);
    expect(ofPart.filter(([, lanes]) => !lanes.includes('test'))).toEqual([]);
  });

  it.each(globs)('have specs that %s names', (glob) => {
    const named = picomatch(glob);
    expect([...lanesOf.keys()].filter((spec) => named(spec))).not.toEqual([]);
  });

  it('are each run by .ci/run', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const steps = readFileSync(join(ROOT, '.ci/run'), 'utf8')
      .match(/^step .*$/gm)!
      .map((step) => `${step} `);
    for (const [lane, names] of SCRIPTS)
      for (const name of names) {
        expect(scripts[name]).toContain(`jest.${lane}.config.cjs`);
        expect(
          steps.filter((step) => step.includes(name === 'test' ? ' npm test ' : ` npm run ${name} `)),
        ).toHaveLength(1);
      }
  });
});
