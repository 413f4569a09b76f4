import type { OutgoingMessage } from '@assay/notifications';
import { withOpenLinks } from './message-links';

const AT = '2026-11-05T10:00:00.000Z';

describe('what people are sent', () => {
  it.each([
    [
      { scanId: 'scn_1', link: 'https://a/api/v1/scans/scn_1/report', reason: 'x' },
      { scanId: 'scn_1', link: `org_1 scn_1 ${AT}`, reason: 'x' },
    ],
    [
      { scanId: 'scn_1', link: null },
      { scanId: 'scn_1', link: null },
    ],
    [{ text: 'no scan' }, { text: 'no scan' }],
  ])('links to what opens without a key: %j', async (content, sent) => {
    const given: unknown[] = [];
    const channel = withOpenLinks(
      {
        kind: 'chat',
        async deliver(message) {
          given.push(message.content);
          return { kind: 'delivered' };
        },
      },
      { addressOf: async ({ organizationId, scanId }, since) => `${organizationId} ${scanId} ${since}` },
    );
    const message = { organizationId: 'org_1', requestedAt: AT, content } as unknown as OutgoingMessage;
    expect(await channel.deliver(message, new AbortController().signal)).toEqual({ kind: 'delivered' });
    expect([channel.kind, given]).toEqual(['chat', [sent]]);
  });
});
