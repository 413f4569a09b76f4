import { AWS_ROWS, terraformOf } from '../infrastructure/aws';
import { awsComputing } from './aws/computing';
import { awsOperations } from './aws/operations';
import { awsDatabases } from './aws/databases';
import { awsIdentity } from './aws/identity';
import { awsNetwork } from './aws/network';
import { awsStorage } from './aws/storage';
import { azureAks } from './azure/aks';
import { azureAnalytics } from './azure/analytics';
import { azureApiManagement } from './azure/api-management';
import { azureComputing } from './azure/computing';
import { azureContainers } from './azure/containers';
import { azureDatabases } from './azure/databases';
import { azureDatabasesUpkeep } from './azure/databases-upkeep';
import { azureGateways } from './azure/gateways';
import { azureIdentity } from './azure/identity';
import { azureMessaging } from './azure/messaging';
import { azureMonitoring } from './azure/monitoring';
import { azureNetwork } from './azure/network';
import { azureSql } from './azure/sql';
import { azureSqlUpkeep } from './azure/sql-upkeep';
import { azureStorage } from './azure/storage';
import { azureVault } from './azure/vault';
import { azureWeb } from './azure/web';
import { googleComputing } from './google/computing';
import { googleData } from './google/data';
import { googleGke } from './google/gke';
import { googleGkeUpkeep } from './google/gke-upkeep';
import { googleIam } from './google/iam';
import { googleKeys } from './google/keys';
import { googleNetwork } from './google/network';
import { googleServerless } from './google/serverless';
import { googleSql } from './google/sql';
import { googleSqlUpkeep } from './google/sql-upkeep';
import { googleStorage } from './google/storage';
import { terraformLanguage } from './language/modules';
import type { TerraformRule } from './rule';

/** The rules by their tool. */
export const TERRAFORM_ROWS: Readonly<Record<string, readonly TerraformRule[]>> = {
  'terraform-aws': [...awsStorage, ...awsDatabases, ...awsNetwork, ...awsIdentity, ...awsComputing, ...awsOperations, ...terraformOf(AWS_ROWS)],
  'terraform-azure': [
    ...azureStorage,
    ...azureSql,
    ...azureSqlUpkeep,
    ...azureDatabases,
    ...azureDatabasesUpkeep,
    ...azureVault,
    ...azureIdentity,
    ...azureNetwork,
    ...azureGateways,
    ...azureComputing,
    ...azureAks,
    ...azureContainers,
    ...azureWeb,
    ...azureApiManagement,
    ...azureMessaging,
    ...azureAnalytics,
    ...azureMonitoring,
  ],
  'terraform-google': [...googleNetwork, ...googleIam, ...googleKeys, ...googleStorage, ...googleSql, ...googleSqlUpkeep, ...googleData, ...googleComputing, ...googleGke, ...googleGkeUpkeep, ...googleServerless],
  'terraform-configuration': terraformLanguage,
};

/** All rules of the engine, of all its tools. */
export const terraformRules: readonly TerraformRule[] = Object.values(TERRAFORM_ROWS).flat();
