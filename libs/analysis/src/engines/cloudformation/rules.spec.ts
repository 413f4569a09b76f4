import { cloudFormationRules } from '../../catalogue/cloudformation/index';
import { exampleText } from '../../catalogue/cloudformation/rule';
import { OPTIONAL_INFRASTRUCTURE_RULES, infrastructureTools } from '../../catalogue/infrastructure';
import { listedRule } from '../../catalogue/infrastructure/rule';
import { rulesByType } from '../infrastructure/judge-resources';
import { findFaults } from './find-faults';

describe('each rule of CloudFormation', () => {
  const all = rulesByType(cloudFormationRules);
  const firedBy = (text: string): string[] => findFaults('template.yaml', text, all).faults.map(({ rule }) => rule);

  it('reports the smallest resource that breaks it', () =>
    expect(
      cloudFormationRules.filter((rule) => !firedBy(exampleText(rule, 'bad')).includes(rule.id)).map(({ id }) => id),
    ).toEqual([]));

  it('reports nothing in the smallest resource that keeps it', () =>
    expect(
      cloudFormationRules.filter((rule) => firedBy(exampleText(rule, 'good')).includes(rule.id)).map(({ id }) => id),
    ).toEqual([]));

  it('has a name of its own, and stands in the catalogue as its row says: npm run samples:infrastructure', () => {
    expect(new Set(cloudFormationRules.map(({ id }) => id)).size).toBe(cloudFormationRules.length);
    const optional = new Set(OPTIONAL_INFRASTRUCTURE_RULES);
    const tool = infrastructureTools.find(({ engine }) => engine === 'cloudformation');
    const shown = Object.entries(tool!.rules).map(([id, rule]) => [
      id,
      { ...rule, ...(optional.has(`${tool!.id}/${id}`) && { optional: true }) },
    ]);
    expect(shown).toEqual(cloudFormationRules.map((rule) => [rule.id, listedRule(rule)]));
  });

  it('is of low severity or less where it may be left out', () =>
    expect(
      cloudFormationRules.filter(({ optional, severity }) => optional && severity !== 'low' && severity !== 'info'),
    ).toEqual([]));
});
