/** A notice about the organization itself: a content of the outbox, which each channel puts into its own form. */
export interface Notice {
  /** One line. */
  readonly title: string;
  readonly text: string;
  /** Names and values. */
  readonly facts: readonly (readonly [string, string])[];
}

export const topupNotice = ({ topupId, reason }: { readonly topupId: string; readonly reason: string }): Notice => ({
  title: 'Automatic top-ups have turned themselves off',
  text: 'No credits are bought any more by themselves. POST /api/settings/subscription/auto-topup turns them on again.',
  facts: [
    ['Reason', reason],
    ['Top-up', topupId],
  ],
});

export const webhookNotice = ({
  endpointId,
  reason,
}: {
  readonly endpointId: string;
  readonly reason: string;
}): Notice => ({
  title: 'A webhook was disabled',
  text:
    `Nothing is sent to it any more. PATCH /api/settings/webhooks/${endpointId} with {"enabled": true} ` +
    'enables it again.',
  facts: [
    ['Reason', reason],
    ['Webhook', endpointId],
  ],
});
