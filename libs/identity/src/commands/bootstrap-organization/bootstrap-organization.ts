import { EVENT_STORE, type EventStore, decide, load } from '@assay/event-store';
import { CLOCK, type Clock, type Fact, ID_SOURCE, type IdSource, type Model, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { apiKey, apiKeyStream, createApiKey } from '../../domain/api-key';
import { createOrganization, organization, organizationStream } from '../../domain/organization';
import { hashOfKey, newRawKey, prefixOfKey } from '../../raw-key';

type Bootstrapped =
  /** This call made the key: show it, nobody else has it. */
  | { readonly created: true; readonly organizationId: string; readonly keyId: string; readonly key: string }
  /** There are organizations already. */
  | { readonly created: false };

/**
 * On a store without organizations: the first organization and one Full Access key, once, no matter who asks and how
 * often. What a crash interrupted is finished by the next call. Refused: VALIDATION_ERROR.
 */
export class BootstrapOrganization extends Command<Bootstrapped> {
  constructor(readonly input: { readonly name: string; readonly tier: string }) {
    super();
  }
}

/** Claims the first organization before anything of it exists, so that racing processes make the same one. */
type InstallationClaimed = Fact<
  'InstallationClaimed',
  { readonly organizationId: string; readonly keyId: string; readonly at: string }
>;
type Claim = InstallationClaimed['data'] | undefined;
/** A fact of a type that it does not know is passed over. */
const claim: Model<Claim, InstallationClaimed> = {
  initial: undefined,
  evolve: (state, event) => (event.type === 'InstallationClaimed' ? event.data : state),
};
const CLAIM_STREAM = 'installation';

@CommandHandler(BootstrapOrganization)
export class BootstrapOrganizationHandler implements ICommandHandler<BootstrapOrganization> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
  ) {}

  async execute({ input }: BootstrapOrganization): Promise<Bootstrapped> {
    const claimed = await this.claimed();
    if (claimed === undefined) return { created: false };
    const { organizationId, keyId, at } = claimed;
    await decide(this.events, organizationStream(organizationId), organization, (state) =>
      state === undefined ? createOrganization({ ...input, organizationId, at }, state) : [],
    );

    const key = newRawKey();
    const { events } = await decide(this.events, apiKeyStream(keyId), apiKey, (state) =>
      state === undefined ? createApiKey(this.firstKey(claimed, key), state) : [],
    );
    return events.length === 0 ? { created: false } : { created: true, organizationId, keyId, key };
  }

  private async claimed(): Promise<Claim> {
    const { state } = await load(this.events, CLAIM_STREAM, claim);
    if (state !== undefined || (await this.hasOrganizations())) return state;
    const decided = await decide(this.events, CLAIM_STREAM, claim, (current): InstallationClaimed[] =>
      current === undefined
        ? [
            {
              type: 'InstallationClaimed',
              data: { organizationId: this.ids.next('org'), keyId: this.ids.next('key'), at: timestamp(this.clock) },
            },
          ]
        : [],
    );
    return decided.state;
  }

  /** Those that an operator created by hand before the first start. */
  private async hasOrganizations(): Promise<boolean> {
    for await (const _ of this.events.readAll({ filter: { types: ['OrganizationCreated'] }, limit: 1 })) return true;
    return false;
  }

  private firstKey({ organizationId, keyId }: NonNullable<Claim>, key: string) {
    return {
      organizationId,
      keyId,
      name: 'Full access',
      preset: 'full_access',
      prefix: prefixOfKey(key),
      hash: hashOfKey(key),
      grantedBy: 'operator' as const,
      at: timestamp(this.clock),
    };
  }
}
