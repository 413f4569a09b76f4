import type { ChatChannels } from '../../domain/chat-channels';

/** A chat channel as its organization sees it. */
export interface ChatChannelView {
  readonly name: string;
  readonly set: boolean;
  readonly setAt: string | null;
}

export const chatChannelView = (name: string, channels: ChatChannels): ChatChannelView => ({
  name,
  set: channels.has(name),
  setAt: channels.get(name)?.setAt ?? null,
});
