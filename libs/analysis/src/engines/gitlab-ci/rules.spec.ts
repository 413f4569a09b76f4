import { gitlabTools } from '../../catalogue/gitlab';
import { exampleText, gitlabRules } from '../../catalogue/gitlab-rules/index';
import { OPTIONAL_INFRASTRUCTURE_RULES } from '../../catalogue/infrastructure';
import { type InfrastructureRule, listedRule } from '../../catalogue/infrastructure/rule';
import { rulesByType } from '../infrastructure/judge-resources';
import { findFaults } from './find-faults';

describe('each rule of pipelines of GitLab', () => {
  const all = rulesByType(gitlabRules);
  const firedBy = (rule: InfrastructureRule, side: 'bad' | 'good'): string[] =>
    findFaults('.gitlab-ci.yml', exampleText(rule, side), all).faults.map((fault) => fault.rule);

  it('reports the smallest pipeline that breaks it', () =>
    expect(gitlabRules.filter((rule) => !firedBy(rule, 'bad').includes(rule.id)).map(({ id }) => id)).toEqual([]));

  it('reports nothing in the smallest pipeline that keeps it', () =>
    expect(gitlabRules.filter((rule) => firedBy(rule, 'good').includes(rule.id)).map(({ id }) => id)).toEqual([]));

  it('has a name of its own, and stands in the catalogue as its row says: npm run samples:infrastructure', () => {
    expect(new Set(gitlabRules.map(({ id }) => id)).size).toBe(gitlabRules.length);
    const optional = new Set(OPTIONAL_INFRASTRUCTURE_RULES);
    const [tool] = gitlabTools;
    const shown = Object.entries(tool!.rules).map(([id, rule]) => [
      id,
      { ...rule, ...(optional.has(`${tool!.id}/${id}`) && { optional: true }) },
    ]);
    expect(shown).toEqual(gitlabRules.map((rule) => [rule.id, listedRule(rule)]));
  });

  it('is of low severity or less where it may be left out', () =>
    expect(
      gitlabRules.filter(({ optional, severity }) => optional && severity !== 'low' && severity !== 'info'),
    ).toEqual([]));
});
