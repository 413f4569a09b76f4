import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RuleDefinition, SOURCE_TARGETS, type ToolDefinition } from './tool';

/** The catalogue's entry for a rule, and whether `recommended` leaves it out. */
export type ListedRule = RuleDefinition & { readonly optional?: true };

/**
 * Written by `npm run samples:infrastructure` from the rows in `terraform/`, `cloudformation/`, `ansible-rules/`,
 * `gitlab-rules/` and `kubernetes-rules/`. Only the engines load the rows: otherwise every start would pay for a
 * thousand conditions and examples.
 */
export const INFRASTRUCTURE_RULES_FILE = join(__dirname, 'infrastructure-rules.generated.json');

const LISTED = JSON.parse(readFileSync(INFRASTRUCTURE_RULES_FILE, 'utf8')) as Readonly<Record<string, Readonly<Record<string, ListedRule>>>>;

export const rulesOf = (tool: string): ToolDefinition['rules'] => Object.fromEntries(Object.entries(LISTED[tool] ?? {}).map(([id, { optional: _, ...rule }]) => [id, rule]));

const common = {
  category: 'security',
  billing: 'security',
  engine: 'terraform',
  targets: SOURCE_TARGETS,
  files: ['**/*.{tf,tofu,tfvars}', '**/*.{tf,tofu,tfvars}.json'],
  needs: ['**/*.{tf,tofu}', '**/*.{tf,tofu}.json'],
  comparesFiles: true,
} as const;

export const infrastructureTools: readonly ToolDefinition[] = [
  {
    ...common,
    id: 'terraform-aws',
    name: 'Terraform for AWS',
    description: 'Resources of AWS in Terraform and OpenTofu that are open to everybody, unencrypted, unlogged, or allowed too much. Variables, local values, modules of the tree and policies are evaluated as far as they are known.',
    advice: 'Open what must be open, and nothing else: name networks, accounts, actions and resources.',
    rules: rulesOf('terraform-aws'),
  },
  {
    ...common,
    id: 'terraform-azure',
    name: 'Terraform for Azure',
    description: 'Resources of Azure in Terraform and OpenTofu that are open to everybody, unencrypted, unlogged, or allowed too much. Values are evaluated as far as they are known.',
    advice: 'Open what must be open, and nothing else: name networks, roles and scopes.',
    rules: rulesOf('terraform-azure'),
  },
  {
    ...common,
    id: 'terraform-google',
    name: 'Terraform for Google Cloud',
    description: 'Resources of Google Cloud in Terraform and OpenTofu that are open to everybody, unencrypted, unlogged, or allowed too much. Values are evaluated as far as they are known.',
    advice: 'Open what must be open, and nothing else: name networks, members and roles.',
    rules: rulesOf('terraform-google'),
  },
  {
    ...common,
    id: 'terraform-configuration',
    name: 'Terraform and its modules',
    description: 'Modules of Terraform and OpenTofu that are not there, change under their name or come from anybody, and values that plans and states show. Whatever cloud they are for.',
    advice: 'Name the commit or the version of each module, and keep secrets out of what is stored.',
    rules: rulesOf('terraform-configuration'),
  },
  {
    id: 'cloudformation-security',
    name: 'CloudFormation',
    description:
      'Resources of AWS in templates of CloudFormation and SAM, in YAML or JSON, and in services of the Serverless Framework, that are open to everybody, unencrypted, unlogged, or allowed too much, and secrets in templates. Parameters, mappings, conditions and functions are evaluated as far as they are known.',
    category: 'security',
    billing: 'security',
    engine: 'cloudformation',
    targets: SOURCE_TARGETS,
    files: ['**/*.{yml,yaml,json,template}'],
    advice: 'Open what must be open, and nothing else: name networks, accounts, actions and resources.',
    rules: rulesOf('cloudformation-security'),
  },
];

/** Matters of money and taste, which `recommended` leaves out. */
export const OPTIONAL_INFRASTRUCTURE_RULES: readonly string[] = Object.entries(LISTED).flatMap(([tool, rules]) =>
  Object.entries(rules)
    .filter(([, { optional }]) => optional)
    .map(([rule]) => `${tool}/${rule}`),
);
