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
  readonly exports = new s3.Bucket(this, 'Exports', { publicReadAccess: true, enforceSSL: false });
  readonly letters = new s3.Bucket(this, 'Letters', {
    blockPublicAccess: new s3.BlockPublicAccess({ blockPublicPolicy: false }),
    enforceSSL: true,
  });

  readonly anyone = new iam.PolicyStatement({
    effect: iam.Effect.ALLOW,
    principals: [new iam.AnyPrincipal()],
    actions: ['s3:GetObject'],
    resources: ['arn:aws:s3:::exports/*'],
  });

  readonly everything = new iam.PolicyStatement({
    effect: iam.Effect.ALLOW,
    actions: ['*'],
    resources: ['arn:aws:s3:::exports/*'],
  });

  readonly deployer = new iam.PolicyStatement({
    effect: iam.Effect.ALLOW,
    actions: ['iam:AttachUserPolicy'],
    resources: ['*'],
  });

  readonly orders = new rds.CfnDBInstance(this, 'Orders', {
    engine: 'postgres',
    publiclyAccessible: true,
    storageEncrypted: false,
  });

  readonly history = new rds.DatabaseCluster(this, 'History', { storageEncrypted: false });
  readonly volume = new ec2.Volume(this, 'Volume', { availabilityZone: 'eu-west-1a', encrypted: false });
  readonly files = new efs.FileSystem(this, 'Files', { encrypted: false });
  readonly search = new opensearch.Domain(this, 'Search', { encryptionAtRest: { enabled: false } });
  readonly notebook = new sagemaker.CfnNotebookInstance(this, 'Notebook', { instanceType: 'ml.t3.medium' });

  readonly method = new apigateway.CfnMethod(this, 'Method', {
    httpMethod: 'GET',
    resourceId: 'orders',
    restApiId: 'shop',
    authorizationType: 'NONE',
  });
}
