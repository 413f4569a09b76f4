import { BLANKS, type Fact, type Model, type TextForm, refused } from '@assay/kernel';

/** Where a chat channel's messages go. No event has the address: anybody who knows it may write into the channel. */
export type ChatChannelSet = Fact<
  'ChatChannelSet',
  {
    readonly organizationId: string;
    readonly name: string;
    /** Under which the secret store keeps the address; null if the channel was removed. */
    readonly secretId: string | null;
    /** The API key that set it. */
    readonly by: string;
    readonly at: string;
  }
>;

export interface ChatChannel {
  readonly secretId: string;
  readonly setAt: string;
}

/** By name. */
export type ChatChannels = ReadonlyMap<string, ChatChannel>;

/** A fact of a type that it does not know is passed over. */
export const chatChannels: Model<ChatChannels, ChatChannelSet> = {
  initial: new Map(),
  evolve(state, event) {
    if (event.type !== 'ChatChannelSet') return state;
    const { name, secretId, at } = event.data;
    const next = new Map(state);
    if (secretId === null) next.delete(name);
    else next.set(name, { secretId, setAt: at });
    return next;
  },
};

export const chatChannelsStream = (organizationId: string): string => `chat-channels-${organizationId}`;

/** The name of an address in the secret store: each value has its own, so the event alone says which one counts. */
export const chatSecretName = (name: string, secretId: string): string => `chat/${name}/${secretId}`;

/** Channels that an organization has at most. */
const MAX_CHAT_CHANNELS = 100;

/** A channel is called the same with a number sign before it and without. */
export const chatChannelName = (text: string): string => text.trim().replace(/^#/, '');

/** As a client may write it: with blanks around it, and a number sign before it. */
export const CHAT_CHANNEL_NAME: TextForm = {
  pattern: new RegExp(`^[${BLANKS}]*#?[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_. -]{0,78}[\\p{L}\\p{N}_.-])?[${BLANKS}]*$`, 'u'),
  message: '1 to 80 letters, digits, "_", "-", "." and spaces, and begin with a letter or a digit',
};

/** @param field that of the request, as the refusal names it. @throws RefusedError VALIDATION_ERROR */
export function requireChatChannelName(text: string, field = 'channel'): string {
  if (CHAT_CHANNEL_NAME.pattern.test(text)) return chatChannelName(text);
  const message = `must be ${CHAT_CHANNEL_NAME.message}`;
  return refused('VALIDATION_ERROR', `${field} ${message}`, [{ field, message }]);
}

/** No event if the same request has set it before, or if the channel to remove does not exist. */
export function setChatChannel(data: ChatChannelSet['data'], state: ChatChannels): ChatChannelSet[] {
  if ((state.get(data.name)?.secretId ?? null) === data.secretId) return [];
  if (data.secretId !== null && !state.has(data.name) && state.size >= MAX_CHAT_CHANNELS)
    refused('CHAT_CHANNEL_LIMIT_REACHED', `An organization has at most ${MAX_CHAT_CHANNELS} chat channels`);
  return [{ type: 'ChatChannelSet', data }];
}
