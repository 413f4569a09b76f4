import { CREDENTIAL_FORM } from '@assay/integrations';
import { Matching } from '../http/fields';

/** At least one of the two. */
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
