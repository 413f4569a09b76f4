import * as s3 from 'aws-cdk-lib/aws-s3';
import { Stack } from 'aws-cdk-lib';

export class Downloads extends Stack {
  readonly bucket = new s3.Bucket(this, 'Downloads', {
    accessControl: s3.BucketAccessControl.PRIVATE,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
  });
}
