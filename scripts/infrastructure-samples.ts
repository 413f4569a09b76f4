import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INFRASTRUCTURE_RULES_FILE } from '../libs/analysis/src/catalogue/infrastructure';
import { listed } from '../libs/analysis/src/catalogue/infrastructure/rule';
import { TERRAFORM_ROWS } from '../libs/analysis/src/catalogue/terraform/index';
import { type TerraformRule, exampleText } from '../libs/analysis/src/catalogue/terraform/rule';
import { findFaults } from '../libs/analysis/src/engines/terraform/find-faults';
import { loadHclParser } from '../libs/analysis/src/engines/terraform/syntax/parse-hcl';
import { SAMPLES } from '../libs/analysis/test/sample-runs';

/** Writes what the catalogue lists of the rules, and from their examples the samples of the tools, a folder a rule. */
async function writeSamples(): Promise<void> {
  const parse = await loadHclParser();
  const entries = Object.entries(TERRAFORM_ROWS);
  const rules = entries.map(([tool, own]) => [tool, Object.fromEntries(own.map((rule) => [rule.id, listed(rule)]))]);
  writeFileSync(INFRASTRUCTURE_RULES_FILE, `${JSON.stringify(Object.fromEntries(rules), null, 1)}\n`);
  for (const [tool, own] of entries) {
    const faultsOf = (rule: TerraformRule, side: 'bad' | 'good') =>
      findFaults([parse(`${rule.id}/main.tf`, exampleText(rule, side))], [], own, () => undefined).faults;
    const folder = join(SAMPLES, tool);
    rmSync(folder, { recursive: true, force: true });
    const write = (side: string, rule: TerraformRule, text: string) => {
      mkdirSync(join(folder, side, rule.id), { recursive: true });
      writeFileSync(join(folder, side, rule.id, 'main.tf'), text);
    };
    for (const rule of own) {
      write('positive', rule, exampleText(rule, 'bad'));
      // The smallest resource that keeps one rule may break another, such as one about backups.
      if (faultsOf(rule, 'good').length === 0) write('negative', rule, exampleText(rule, 'good'));
    }
    const expected = own
      .flatMap((rule) => faultsOf(rule, 'bad'))
      .map(({ rule, at }) => `${at.file}:${at.line} ${rule}`)
      .sort();
    writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  }
}

void writeSamples();
