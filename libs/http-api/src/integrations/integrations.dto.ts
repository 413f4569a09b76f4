import { CREDENTIAL_FORM } from '@assay/integrations';
import { SchemaRule, atLeastOneOf } from '../openapi/schema-rules';
import { Matching } from '../http/fields';

@SchemaRule(atLeastOneOf('webhookSecret', 'accessToken'))
export class SetIntegrationDto {
  @Matching({
    ...CREDENTIAL_FORM.webhookSecret,
    optional: true,
    nullable: true,
    description: 'What the service signs its events with. Null removes it.',
  })
  webhookSecret?: string | null;

  @Matching({
    ...CREDENTIAL_FORM.accessToken,
    optional: true,
    nullable: true,
    description: 'What private repositories are cloned with. Null removes it.',
  })
  accessToken?: string | null;
}
