import { CLOCK, type Clock, SETTINGS, type Settings } from '@assay/kernel';
import { TEXT_SIGNER, type TextSigner } from '@assay/secrets';
import { Inject, Injectable } from '@nestjs/common';

/** Milliseconds: long enough for a change that is reviewed late. */
export const SHARED_FOR = 90 * 24 * 3_600_000;
export const SHARED_REPORTS_PATH = '/api/v1/shared/reports';

const PURPOSE = 'the address of a shared report';
/** Ids and the end of the time in seconds since 1970, in base 36, then the signature of all three. */
const TOKEN = /^(scn_[\w-]{1,60})\.(org_[\w-]{1,60})\.([0-9a-z]{1,9})\.([\w-]{43})$/;

interface SharedScan {
  readonly organizationId: string;
  readonly scanId: string;
}

/**
 * Addresses by which a browser reads the report of one scan without an API key. Anybody with the address may read that
 * report until it expires or the scan is deleted; nothing is stored for it.
 */
@Injectable()
export class SharedReports {
  constructor(
    @Inject(TEXT_SIGNER) private readonly signer: TextSigner,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'publicUrl'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param since ISO 8601: from when on it is valid for {@link SHARED_FOR}; the same makes the same address
   * @returns null if this service has no address that others know (ASSAY_PUBLIC_URL)
   * @throws SecretUnreadable, InfrastructureError
   */
  async addressOf({ organizationId, scanId }: SharedScan, since: string): Promise<string | null> {
    const { publicUrl } = this.settings;
    if (publicUrl === undefined) return null;
    const until = Math.floor((Date.parse(since) + SHARED_FOR) / 1_000).toString(36);
    const signed = `${scanId}.${organizationId}.${until}`;
    return `${publicUrl}${SHARED_REPORTS_PATH}/${signed}.${await this.signer.sign(PURPOSE, signed)}`;
  }

  /**
   * The report that a token opens; undefined if the token is not of this service, or its time is over. @throws
   * SecretUnreadable
   */
  async opened(token: string): Promise<SharedScan | undefined> {
    const [, scanId, organizationId, until, signature] = TOKEN.exec(token) ?? [];
    if (!scanId || !organizationId || !until || !signature) return undefined;
    const signed = `${scanId}.${organizationId}.${until}`;
    if (!(await this.signer.isSigned(PURPOSE, signed, signature))) return undefined;
    return Number.parseInt(until, 36) * 1_000 > this.clock.now().getTime() ? { organizationId, scanId } : undefined;
  }
}
