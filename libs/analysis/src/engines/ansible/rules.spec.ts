import { ansibleTools } from '../../catalogue/ansible';
import { ansibleRules } from '../../catalogue/ansible-rules/index';
import { exampleFile, exampleText } from '../../catalogue/ansible-rules/rule';
import { OPTIONAL_INFRASTRUCTURE_RULES } from '../../catalogue/infrastructure';
import { type InfrastructureRule, listedRule } from '../../catalogue/infrastructure/rule';
import { rulesByType } from '../infrastructure/judge-resources';
import { findFaults } from './find-faults';

describe('each rule of Ansible', () => {
  const all = rulesByType(ansibleRules);
  const firedBy = (rule: InfrastructureRule, side: 'bad' | 'good'): string[] =>
    findFaults(exampleFile(rule), exampleText(rule, side), all).faults.map((fault) => fault.rule);

  it('reports the smallest task that breaks it', () =>
    expect(ansibleRules.filter((rule) => !firedBy(rule, 'bad').includes(rule.id)).map(({ id }) => id)).toEqual([]));

  it('reports nothing in the smallest task that keeps it', () =>
    expect(ansibleRules.filter((rule) => firedBy(rule, 'good').includes(rule.id)).map(({ id }) => id)).toEqual([]));

  it('has a name of its own, and stands in the catalogue as its row says: npm run samples:infrastructure', () => {
    expect(new Set(ansibleRules.map(({ id }) => id)).size).toBe(ansibleRules.length);
    const optional = new Set(OPTIONAL_INFRASTRUCTURE_RULES);
    const [tool] = ansibleTools;
    const shown = Object.entries(tool!.rules).map(([id, rule]) => [
      id,
      { ...rule, ...(optional.has(`${tool!.id}/${id}`) && { optional: true }) },
    ]);
    expect(shown).toEqual(ansibleRules.map((rule) => [rule.id, listedRule(rule)]));
  });

  it('is of low severity or less where it may be left out', () =>
    expect(
      ansibleRules.filter(({ optional, severity }) => optional && severity !== 'low' && severity !== 'info'),
    ).toEqual([]));
});
