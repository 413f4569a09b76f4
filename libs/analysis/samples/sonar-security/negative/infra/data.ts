import { Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as efs from 'aws-cdk-lib/aws-efs';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as opensearch from 'aws-cdk-lib/aws-opensearchservice';
import * as rds from 'aws-cdk-lib/aws-rds';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as sagemaker from 'aws-cdk-lib/aws-sagemaker';

export class Data extends Stack {
  readonly exports = new s3.Bucket(this, 'Exports', {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
  });

  readonly reader = new iam.PolicyStatement({
    effect: iam.Effect.ALLOW,
    principals: [new iam.AccountPrincipal('111111111111')],
    actions: ['s3:GetObject'],
    resources: ['arn:aws:s3:::exports/*'],
  });

  readonly orders = new rds.CfnDBInstance(this, 'Orders', {
    engine: 'postgres',
    publiclyAccessible: false,
    storageEncrypted: true,
  });

  readonly history = new rds.DatabaseCluster(this, 'History', { storageEncrypted: true });
  readonly volume = new ec2.Volume(this, 'Volume', { availabilityZone: 'eu-west-1a', encrypted: true });
  readonly files = new efs.FileSystem(this, 'Files', { encrypted: true });
  readonly search = new opensearch.Domain(this, 'Search', {
    encryptionAtRest: { enabled: true },
    tlsSecurityPolicy: opensearch.TLSSecurityPolicy.TLS_1_2,
  });
  readonly notebook = new sagemaker.CfnNotebookInstance(this, 'Notebook', {
    instanceType: 'ml.t3.medium',
    kmsKeyId: 'alias/notebooks',
  });

  readonly method = new apigateway.CfnMethod(this, 'Method', {
    httpMethod: 'GET',
    resourceId: 'orders',
    restApiId: 'shop',
    authorizationType: 'AWS_IAM',
  });
}
