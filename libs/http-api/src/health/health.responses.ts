import { Property, described, exactly, oneOf, optional, text, wholePercent } from '../openapi/property';

export class Alive {
  @Property(exactly('ok'))
  status!: 'ok';
}

class HealthCheck {
  @Property(oneOf(['up', 'down', 'degraded']))
  status!: 'up' | 'down' | 'degraded';

  @Property(optional(text))
  reason?: string;
}

class HealthChecks {
  @Property(HealthCheck)
  eventStore!: HealthCheck;

  @Property(HealthCheck)
  readModels!: HealthCheck;

  @Property(HealthCheck)
  projections!: HealthCheck;

  @Property(optional(HealthCheck))
  reactors?: HealthCheck;

  @Property(optional(HealthCheck))
  orchestrator?: HealthCheck;

  @Property(optional(HealthCheck))
  worker?: HealthCheck;

  /** Only where a newer release wrote to one. */
  @Property(optional(HealthCheck))
  ledgers?: HealthCheck;
}

class ReadModelsBuild {
  @Property(described(wholePercent, 'How much of the log has been read.'))
  percent!: number;
}

export class Health {
  @Property(oneOf(['ok', 'degraded', 'unavailable', 'starting', 'draining']))
  status!: 'ok' | 'degraded' | 'unavailable' | 'starting' | 'draining';

  @Property(HealthChecks)
  checks!: HealthChecks;

  @Property(optional(ReadModelsBuild))
  building?: ReadModelsBuild;
}
