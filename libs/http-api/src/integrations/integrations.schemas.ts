import { INTEGRATIONS } from '@assay/integrations';
import { type Schema, exactly, flag, listOf, object, oneOf, orNull, ref, text, time } from '../openapi/schema';

export const integrationsSchemas: Readonly<Record<string, Schema>> = {
  Credential: object({ set: flag, setAt: orNull(time) }),
  Integration: object({
    name: oneOf(INTEGRATIONS),
    webhookUrl: {
      ...orNull(text),
      description: 'Where the service is to send its events; null as long as this service takes none.',
    },
    webhookSecret: ref('Credential'),
    accessToken: ref('Credential'),
  }),
  IntegrationList: object({ integrations: listOf(ref('Integration')) }),
  IntegrationSet: object({ success: exactly(true), integration: ref('Integration') }),
};
