import { OPTIONAL_INFRASTRUCTURE_RULES } from '../../catalogue/infrastructure';
import { listedRule } from '../../catalogue/infrastructure/rule';
import { kubernetesTools } from '../../catalogue/kubernetes';
import { KUBERNETES_ROWS, kubernetesRules } from '../../catalogue/kubernetes-rules/index';
import { exampleText } from '../../catalogue/kubernetes-rules/rule';
import { rulesByType } from '../infrastructure/judge-resources';
import { findFaults } from './find-faults';

describe('each rule of Kubernetes', () => {
  const all = rulesByType(kubernetesRules);
  const firedBy = (text: string): string[] => findFaults('manifest.yaml', text, all).faults.map(({ rule }) => rule);

  it('reports the smallest object that breaks it', () =>
    expect(
      kubernetesRules.filter((rule) => !firedBy(exampleText(rule, 'bad')).includes(rule.id)).map(({ id }) => id),
    ).toEqual([]));

  it('reports nothing in the smallest object that keeps it', () =>
    expect(
      kubernetesRules.filter((rule) => firedBy(exampleText(rule, 'good')).includes(rule.id)).map(({ id }) => id),
    ).toEqual([]));

  it('has a name of its own, and stands in the catalogue as its row says: npm run samples:infrastructure', () => {
    expect(new Set(kubernetesRules.map(({ id }) => id)).size).toBe(kubernetesRules.length);
    const optional = new Set(OPTIONAL_INFRASTRUCTURE_RULES);
    for (const { id: tool, rules } of kubernetesTools) {
      const shown = Object.entries(rules).map(([id, rule]) => [
        id,
        { ...rule, ...(optional.has(`${tool}/${id}`) && { optional: true }) },
      ]);
      expect(shown).toEqual(KUBERNETES_ROWS[tool]!.map((rule) => [rule.id, listedRule(rule)]));
    }
  });

  it('is of low severity or less where it may be left out', () =>
    expect(
      kubernetesRules.filter(({ optional, severity }) => optional && severity !== 'low' && severity !== 'info'),
    ).toEqual([]));
});
