import { analyticsRows } from './analytics';
import { apiRows } from './apis';
import { buildRows } from './builds';
import { cacheRows } from './caches';
import { containerRows } from './containers';
import { databaseRows } from './databases';
import { deliveryRows } from './delivery';
import { fileRows } from './files';
import { machineLearningRows } from './machine-learning';
import { machineRows } from './machines';
import { messagingRows } from './messaging';
import { networkRows } from './networks';
import { permissionRows } from './permissions';
import type { AwsRow } from './row';
import { tableRows } from './tables';
import { watchingRows } from './watching';

export { cloudFormationOf, terraformOf } from './row';

/** Weaknesses of AWS services that Terraform and CloudFormation express alike. */
export const AWS_ROWS: readonly AwsRow[] = [...fileRows, ...databaseRows, ...tableRows, ...cacheRows, ...networkRows, ...deliveryRows, ...apiRows, ...permissionRows, ...machineRows, ...containerRows, ...messagingRows, ...analyticsRows, ...machineLearningRows, ...buildRows, ...watchingRows];
