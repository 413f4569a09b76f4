import type { Channel } from '@assay/notifications';
import type { SharedReports } from '@assay/scanning';

/** As far as a message is about a scan. */
interface AboutScan {
  readonly scanId?: string;
  readonly link?: string | null;
}

/**
 * People have no API key at hand: what they are sent links to the report by an address that opens in any browser. It is
 * made when the message is sent: whoever has it may read the report, and the outbox keeps what it holds.
 */
export const linkedForPeople = (channel: Channel, shared: Pick<SharedReports, 'addressOf'>): Channel => ({
  kind: channel.kind,
  async deliver(message, signal) {
    const { organizationId, requestedAt, content } = message;
    const { scanId, link } = content as AboutScan;
    if (scanId === undefined || typeof link !== 'string') return channel.deliver(message, signal);
    const opening = await shared.addressOf({ organizationId, scanId }, requestedAt);
    return channel.deliver({ ...message, content: { ...(content as object), link: opening } }, signal);
  },
});
