import type { ListedRule } from '../terraform';
import { awsCompute } from './aws/compute';
import { awsDatabases } from './aws/databases';
import { awsIdentity } from './aws/identity';
import { awsNetwork } from './aws/network';
import { awsStorage } from './aws/storage';
import { azureData } from './azure/data';
import { azurePlatform } from './azure/platform';
import { googlePlatform } from './google/platform';
import type { TerraformRule } from './rule';

/** The rules by the tool that they belong to. */
export const TERRAFORM_ROWS: Readonly<Record<string, readonly TerraformRule[]>> = {
  'terraform-aws': [...awsStorage, ...awsDatabases, ...awsNetwork, ...awsIdentity, ...awsCompute],
  'terraform-azure': [...azureData, ...azurePlatform],
  'terraform-google': googlePlatform,
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
