import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ansibleRules } from '../libs/analysis/src/catalogue/ansible-rules/index';
import { exampleFile, exampleText as tasksText } from '../libs/analysis/src/catalogue/ansible-rules/rule';
import { cloudFormationRules } from '../libs/analysis/src/catalogue/cloudformation/index';
import { exampleText as templateText } from '../libs/analysis/src/catalogue/cloudformation/rule';
import { exampleText as pipelineText, gitlabRules } from '../libs/analysis/src/catalogue/gitlab-rules/index';
import { INFRASTRUCTURE_RULES_FILE } from '../libs/analysis/src/catalogue/infrastructure';
import { type InfrastructureRule, listedRule } from '../libs/analysis/src/catalogue/infrastructure/rule';
import { KUBERNETES_ROWS } from '../libs/analysis/src/catalogue/kubernetes-rules/index';
import { exampleText as manifestText } from '../libs/analysis/src/catalogue/kubernetes-rules/rule';
import { TERRAFORM_ROWS } from '../libs/analysis/src/catalogue/terraform/index';
import { exampleText as configurationText } from '../libs/analysis/src/catalogue/terraform/rule';
import { findFaults as findInTasks } from '../libs/analysis/src/engines/ansible/find-faults';
import { findFaults as findInTemplate } from '../libs/analysis/src/engines/cloudformation/find-faults';
import { findFaults as findInPipeline } from '../libs/analysis/src/engines/gitlab-ci/find-faults';
import { type Fault, rulesByType } from '../libs/analysis/src/engines/infrastructure/judge-resources';
import { findFaults as findInManifests } from '../libs/analysis/src/engines/kubernetes/find-faults';
import { findFaults as findInConfiguration } from '../libs/analysis/src/engines/terraform/find-faults';
import { loadHclParser } from '../libs/analysis/src/engines/terraform/syntax/parse-hcl';
import { SAMPLES } from '../libs/analysis/test/sample-runs';

type Side = 'bad' | 'good';

interface Language {
  fileOf(rule: InfrastructureRule): string;
  textOf(rule: InfrastructureRule, side: Side): string;
  faultsIn(file: string, text: string, rules: readonly InfrastructureRule[]): readonly Pick<Fault, 'rule' | 'at'>[];
}

/** Writes what the catalogue lists of the rules, and from their examples the samples of the tools, a folder a rule. */
async function writeSamples(): Promise<void> {
  const parse = await loadHclParser();
  const terraform: Language = {
    fileOf: () => 'main.tf',
    textOf: configurationText,
    faultsIn: (file, text, own) => findInConfiguration([parse(file, text)], [], own, () => undefined).faults,
  };
  const cloudFormation: Language = {
    fileOf: () => 'template.yaml',
    textOf: templateText,
    faultsIn: (file, text, own) => findInTemplate(file, text, rulesByType(own)).faults,
  };
  const kubernetes: Language = {
    fileOf: () => 'manifest.yaml',
    textOf: manifestText,
    faultsIn: (file, text, own) => findInManifests(file, text, rulesByType(own)).faults,
  };
  const ansible: Language = {
    fileOf: exampleFile,
    textOf: tasksText,
    faultsIn: (file, text, own) => findInTasks(file, text, rulesByType(own)).faults,
  };
  const gitlab: Language = {
    fileOf: () => '.gitlab-ci.yml',
    textOf: pipelineText,
    faultsIn: (file, text, own) => findInPipeline(file, text, rulesByType(own)).faults,
  };
  const tools: readonly (readonly [tool: string, rules: readonly InfrastructureRule[], language: Language])[] = [
    ...Object.entries(TERRAFORM_ROWS).map(([tool, own]) => [tool, own, terraform] as const),
    ['cloudformation-security', cloudFormationRules, cloudFormation],
    ['ansible-security', ansibleRules, ansible],
    ['gitlab-ci-security', gitlabRules, gitlab],
    ...Object.entries(KUBERNETES_ROWS).map(([tool, own]) => [tool, own, kubernetes] as const),
  ];
  const rules = tools.map(([tool, own]) => [tool, Object.fromEntries(own.map((rule) => [rule.id, listedRule(rule)]))]);
  writeFileSync(INFRASTRUCTURE_RULES_FILE, `${JSON.stringify(Object.fromEntries(rules), null, 1)}\n`);
  for (const [tool, own, language] of tools) writeSample(join(SAMPLES, tool), own, language);
}

function writeSample(folder: string, own: readonly InfrastructureRule[], language: Language): void {
  const faultsOf = (rule: InfrastructureRule, side: Side) =>
    language.faultsIn(`${rule.id}/${language.fileOf(rule)}`, language.textOf(rule, side), own);
  rmSync(folder, { recursive: true, force: true });
  const write = (side: string, rule: InfrastructureRule, text: string) => {
    const file = join(folder, side, rule.id, language.fileOf(rule));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const rule of own) {
    write('positive', rule, language.textOf(rule, 'bad'));
    // The smallest resource that keeps one rule may break another, such as one about backups.
    if (faultsOf(rule, 'good').length === 0) write('negative', rule, language.textOf(rule, 'good'));
  }
  const expected = own
    .flatMap((rule) => faultsOf(rule, 'bad'))
    .map(({ rule, at }) => `${at.file}:${at.line} ${rule}`)
    .sort();
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
}

void writeSamples();
