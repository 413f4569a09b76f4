import type { Channel } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';

/** As far as a message is about a scan. */
interface AboutScan {
  readonly scanId?: string;
  readonly link?: string | null;
}

/**
 * People have no API key at hand, so their messages link to the report by an address that opens in any browser. The
 * address is made when the message is sent, and not in the outbox: everybody who has it may read the report.
 */
export const withOpenLinks = (channel: Channel, shared: Pick<SharedReports, 'addressOf'>): Channel => ({
  kind: channel.kind,
  async deliver(message, signal) {
    const { organizationId, requestedAt, content } = message;
    const { scanId, link } = content as AboutScan;
    if (scanId === undefined || typeof link !== 'string') return channel.deliver(message, signal);
    const opening = await shared.addressOf({ organizationId, scanId }, requestedAt);
    return channel.deliver({ ...message, content: { ...(content as object), link: opening } }, signal);
  },
});
