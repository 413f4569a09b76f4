import { awsComputing } from './aws/computing';
import { awsOperations } from './aws/operations';
import { awsDatabases } from './aws/databases';
import { awsIdentity } from './aws/identity';
import { awsNetwork } from './aws/network';
import { awsStorage } from './aws/storage';
import { azureData } from './azure/data';
import { azurePlatform } from './azure/platform';
import { googleAccess } from './google/access';
import { googleServices } from './google/services';
import type { TerraformRule } from './rule';

/** The rules by the tool that they belong to. */
export const TERRAFORM_ROWS: Readonly<Record<string, readonly TerraformRule[]>> = {
  'terraform-aws': [...awsStorage, ...awsDatabases, ...awsNetwork, ...awsIdentity, ...awsComputing, ...awsOperations],
  'terraform-azure': [...azureData, ...azurePlatform],
  'terraform-google': [...googleAccess, ...googleServices],
};

/** Every rule of the engine, of all its tools. */
export const terraformRules: readonly TerraformRule[] = Object.values(TERRAFORM_ROWS).flat();
