import { BILLING_CATEGORIES, FINDING_CATEGORIES, SEVERITIES, TARGET_KINDS } from '@assay/kernel';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '.';
import { pointsAtCredential } from './weaknesses';

const SAMPLES = join(__dirname, '../../samples');
/** Engines whose messages are sentences about one place: those of linters, in the linter's words. */
const ENGINES_WITHOUT_TITLES: readonly string[] = ['apk-manifest', 'biome', 'ipa-plist', 'oxlint', 'ruff'];
const byId = catalogue.map((tool) => [tool.id, tool] as const);

describe('the catalogue', () => {
  it('has every tool of which there are samples, and no other', () => {
    const sampled = readdirSync(SAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(catalogue.map(({ id }) => id).sort()).toEqual(sampled.map(({ name }) => name).sort());
  });

  it('names no tool twice', () => expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length));

  it.each(byId)('%s has a positive sample, a negative one, and what is expected of them', (id) => {
    for (const part of ['positive', 'negative', 'expected.json']) expect(existsSync(join(SAMPLES, id, part))).toBe(true);
  });

  it.each(byId)('%s says all that a user needs to choose and read it', (id, tool) => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(tool.name).not.toBe('');
    expect(tool.description).toMatch(/^[A-Z`].*\.$/);
    expect(tool.advice).not.toBe('');
    expect(FINDING_CATEGORIES).toContain(tool.category);
    expect(BILLING_CATEGORIES).toContain(tool.billing);
    expect(tool.targets.length).toBeGreaterThan(0);
    for (const target of tool.targets) expect(TARGET_KINDS).toContain(target);
    expect(tool.files.length).toBeGreaterThan(0);
    expect(Object.keys(tool.rules).length).toBeGreaterThan(0);
  });

  it.each(byId)('%s gives every rule a known severity, and CWEs that look like CWEs', (_, tool) => {
    for (const { severity, cwe } of Object.values(tool.rules)) {
      expect(SEVERITIES).toContain(severity);
      expect(cwe ?? 'CWE-0').toMatch(/^CWE-\d+$/);
    }
  });

  it.each(byId.filter(([, { engine }]) => ENGINES_WITHOUT_TITLES.includes(engine)))('%s gives every rule a short title of its own, since its engine has messages only', (_, tool) => {
    const titles = Object.entries(tool.rules).map(([rule, { title = '' }]) => [rule, title] as const);
    expect(titles.filter(([, title]) => !/^.{1,59}[^.]$/u.test(title))).toEqual([]);
  });

  it.each(byId.filter(([, { category }]) => category === 'security'))('%s, a security tool, names the weakness class of every serious rule', (_, tool) => {
    const serious = Object.entries(tool.rules).filter(([, { severity }]) => severity === 'critical' || severity === 'high');
    expect(serious.filter(([, { cwe }]) => cwe === undefined).map(([rule]) => rule)).toEqual([]);
  });

  it.each(['secrets-source', 'high-entropy-strings'])('has what %s points at masked', (id) => {
    const { rules } = catalogue.find((tool) => tool.id === id)!;
    expect(Object.values(rules).some(pointsAtCredential)).toBe(true);
  });
});
