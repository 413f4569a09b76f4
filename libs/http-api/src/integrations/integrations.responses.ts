import { INTEGRATIONS, type IntegrationName } from '@assay/integrations';
import { Property, described, exactly, flag, listOf, oneOf, orNull, text, time } from '../openapi/property';
import { sourcesInWords } from '../openapi/source-kinds';

class Credential {
  @Property(flag)
  set!: boolean;

  @Property(orNull(time))
  setAt!: string | null;
}

export class Integration {
  @Property(described(oneOf(INTEGRATIONS), `${sourcesInWords(INTEGRATIONS)}.`))
  name!: IntegrationName;

  @Property(described(text, 'Where the code host is to send its deliveries.'))
  webhookUrl!: string;

  @Property(Credential)
  webhookSecret!: Credential;

  @Property(Credential)
  accessToken!: Credential;
}

export class IntegrationList {
  @Property(listOf(Integration))
  integrations!: readonly Integration[];
}

export class IntegrationSet {
  @Property(exactly(true))
  success!: true;

  @Property(Integration)
  integration!: Integration;
}
