import { type Fact, MAIL_ADDRESS, type Model, isMailAddress, refused } from '@assay/kernel';

/** Who in an organization gets notices about the organization as a whole. */
export interface NoticeReceivers {
  /** The name of a chat channel. */
  readonly chat: string | null;
  /** Addresses of e-mail. */
  readonly email: readonly string[];
}

/** The one event of a `notice-receivers-<organization>` stream (version 1). */
export type NoticeReceiversSet = Fact<
  'NoticeReceiversSet',
  NoticeReceivers & {
    readonly organizationId: string;
    /** The API key that set them. */
    readonly by: string;
    readonly at: string;
  }
>;

/** A fact of a type that it does not know is passed over. */
export const noticeReceivers: Model<NoticeReceivers, NoticeReceiversSet> = {
  initial: { chat: null, email: [] },
  evolve(state, event) {
    if (event.type !== 'NoticeReceiversSet') return state;
    const { chat, email } = event.data;
    return { chat, email };
  },
};

export const noticeReceiversStream = (organizationId: string): string => `notice-receivers-${organizationId}`;

/** In lower case, each once. @throws RefusedError VALIDATION_ERROR */
export function requireAddresses(given: readonly string[]): string[] {
  for (const address of given)
    if (!isMailAddress(address)) {
      const message = `must be ${MAIL_ADDRESS.message}`;
      refused('VALIDATION_ERROR', `email ${message}`, [{ field: 'email', message }]);
    }
  return [...new Set(given.map((address) => address.toLowerCase()))];
}

/** A field that is missing stays as it is. No event if nothing changes. */
export function setNoticeReceivers(
  {
    receivers,
    ...about
  }: Omit<NoticeReceiversSet['data'], keyof NoticeReceivers> & { readonly receivers: Partial<NoticeReceivers> },
  state: NoticeReceivers,
): NoticeReceiversSet[] {
  const next = { ...state, ...receivers };
  if (JSON.stringify(next) === JSON.stringify(state)) return [];
  return [{ type: 'NoticeReceiversSet', data: { ...about, ...next } }];
}
