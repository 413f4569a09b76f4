import type { ListedRule } from '../terraform';
import { awsDatabases } from './aws/databases';
import { awsIdentity } from './aws/identity';
import { awsNetwork } from './aws/network';
import { awsStorage } from './aws/storage';
import type { TerraformRule } from './rule';

/** The rules by the tool that they belong to. */
export const TERRAFORM_ROWS: Readonly<Record<string, readonly TerraformRule[]>> = {
  'terraform-aws': [...awsStorage, ...awsDatabases, ...awsNetwork, ...awsIdentity],
};

/** Every rule of the engine, of all its tools. */
export const terraformRules: readonly TerraformRule[] = Object.values(TERRAFORM_ROWS).flat();

/** What the catalogue shows of a rule. */
export const listed = ({ severity, title, cwe, fix, benchmark, optional }: TerraformRule): ListedRule => ({
  severity,
  title,
  cwe,
  fix: benchmark === undefined ? fix : `${fix} (${benchmark})`,
  ...(optional && { optional }),
});
