import { execFileSync } from 'node:child_process';
import { SEVERITIES } from '@assay/kernel';
import { axeRules } from '../axe';
import { weaknessOf } from '../weaknesses';
import { lighthouseTools } from '.';

interface Audit {
  readonly id: string;
  readonly weight: number;
  readonly group?: string;
  readonly scoring: string;
  readonly modes?: readonly string[];
}

/** Lighthouse consists of ES modules, which Jest cannot load: a separate process reads its configuration. */
const READ_CATEGORIES = `
const { default: { categories } } = await import('lighthouse/core/config/default-config.js');
const { Runner } = await import('lighthouse/core/runner.js');
const paths = new Map(Runner.getAuditList().map((path) => [path.split('/').at(-1).replace(/\\.js$/, ''), path]));
const read = async ({ id, weight, group }) => {
  const { meta } = (await import('lighthouse/core/audits/' + paths.get(id))).default;
  return { id, weight, group, scoring: meta.scoreDisplayMode ?? 'binary', modes: meta.supportedModes };
};
const audits = await Promise.all(Object.entries(categories).map(async ([name, { auditRefs }]) => [name, await Promise.all(auditRefs.map(read))]));
console.log(JSON.stringify(Object.fromEntries(audits)));`;

describe('the Lighthouse tools', () => {
  let categories: Readonly<Record<string, readonly Audit[]>>;
  beforeAll(() => {
    categories = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', READ_CATEGORIES], { cwd: __dirname, encoding: 'utf8' })) as typeof categories;
  }, 60_000);

  /**
   * The audits that Lighthouse shows and scores when it loads a page. Left out: manual audits, informative ones, and
   * those for other modes.
   */
  const judged = (category: string) => categories[category]!.filter(({ group, scoring, modes }) => group !== 'hidden' && !['manual', 'informative'].includes(scoring) && (modes?.includes('navigation') ?? true));

  it('have a tool for each category', () => expect(lighthouseTools.map(({ id }) => id.replace('lighthouse-', '')).sort()).toEqual(Object.keys(categories).sort()));

  it.each(lighthouseTools.map((tool) => [tool.id, tool] as const))('%s has a rule for every audit of its category that is scored, and for no other', (id, { rules }) => {
    expect(Object.keys(rules).sort()).toEqual(
      judged(id.replace('lighthouse-', ''))
        .map((audit) => audit.id)
        .sort(),
    );
  });

  it.each(lighthouseTools.filter(({ category }) => category !== 'accessibility').map((tool) => [tool.id, tool] as const))('%s takes no audit for more severe than one of more weight', (id, { rules }) => {
    const ranked = judged(id.replace('lighthouse-', '')).map((audit) => ({ ...audit, rank: SEVERITIES.indexOf(rules[audit.id]!.severity) }));
    const reversed = ranked.flatMap((one) => ranked.filter((other) => other.weight > one.weight && other.rank > one.rank).map((other) => `${one.id} over ${other.id}`));
    expect(reversed).toEqual([]);
  });

  it('know by one name the defects that axe-core finds too', () => {
    const shared = lighthouseTools.flatMap(({ rules }) => Object.entries(rules)).filter(([id]) => Object.hasOwn(axeRules, id));
    expect(shared.length).toBeGreaterThan(50);
    for (const [id, rule] of shared) expect([id, weaknessOf(rule)]).toEqual([id, weaknessOf(axeRules[id]!)]);
  });
});
