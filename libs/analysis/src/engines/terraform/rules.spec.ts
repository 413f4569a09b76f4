import { OPTIONAL_INFRASTRUCTURE_RULES, infrastructureTools } from '../../catalogue/infrastructure';
import { listedRule } from '../../catalogue/infrastructure/rule';
import { TERRAFORM_ROWS, terraformRules } from '../../catalogue/terraform/index';
import { exampleText } from '../../catalogue/terraform/rule';
import { findFaults } from './find-faults';
import { type HclParser, loadHclParser } from './syntax/parse-hcl';

describe('each rule of Terraform', () => {
  let parse: HclParser;
  beforeAll(async () => {
    parse = await loadHclParser();
  });

  const firedBy = (text: string): string[] => {
    const parsed = parse('main.tf', text);
    expect(parsed.fault).toBeUndefined();
    return findFaults([parsed], [], terraformRules, () => undefined).faults.map(({ rule }) => rule);
  };

  it('reports the smallest resource that breaks it', () =>
    expect(terraformRules.filter((rule) => !firedBy(exampleText(rule, 'bad')).includes(rule.id))).toEqual([]));

  it('reports nothing in the smallest resource that keeps it', () =>
    expect(terraformRules.filter((rule) => firedBy(exampleText(rule, 'good')).includes(rule.id))).toEqual([]));

  it('has a name of its own, and stands in the catalogue as its row says: npm run samples:infrastructure', () => {
    expect(new Set(terraformRules.map(({ id }) => id)).size).toBe(terraformRules.length);
    const optional = new Set(OPTIONAL_INFRASTRUCTURE_RULES);
    const own = infrastructureTools.filter(({ engine }) => engine === 'terraform');
    const shown = own.map(({ id: tool, rules }) => [
      tool,
      Object.entries(rules).map(([id, rule]) => [
        id,
        { ...rule, ...(optional.has(`${tool}/${id}`) && { optional: true }) },
      ]),
    ]);
    const rows = Object.entries(TERRAFORM_ROWS).map(([tool, rules]) => [
      tool,
      rules.map((rule) => [rule.id, listedRule(rule)]),
    ]);
    expect(shown).toEqual(rows);
  });

  it('is of low severity or less where it may be left out', () =>
    expect(
      terraformRules.filter(({ optional, severity }) => optional && severity !== 'low' && severity !== 'info'),
    ).toEqual([]));
});
