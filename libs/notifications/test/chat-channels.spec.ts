import { createFolderSecretStore } from '@assay/secrets';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { SetChatChannel, SetChatChannelHandler } from '../src/commands/set-chat-channel/set-chat-channel';
import { type ChatChannelSet, chatChannelsStream, chatSecretName } from '../src/domain/chat-channels';
import { outgoingGuard } from '../src/outgoing-guard';
import { OutboxWorld } from './outbox-world';

const organizationId = 'org_1';
const MOST = 100;

describe('the address of a chat channel', () => {
  let world: OutboxWorld;
  beforeEach(async () => {
    world = await OutboxWorld.begin();
  });
  afterEach(() => world.end());

  it('is kept for a channel that there is, and for no other', async () => {
    const folder = dirname(temporaryFile());
    const secrets = createFolderSecretStore({
      folder: join(folder, 'secrets'),
      keys: [],
      keyFile: join(folder, 'key'),
    });
    const guard = outgoingGuard({ allowedTargets: undefined });
    let ids = 0;
    const set = (channel: string) =>
      new SetChatChannelHandler(world.events, secrets, world.clock, { next: () => `sec_${(ids += 1)}` }, guard).execute(
        new SetChatChannel({ organizationId, channel, webhookUrl: 'https://chat.example.com/hook', by: 'key_1' }),
      );
    const known = Array.from({ length: MOST - 1 }, (_, n): ChatChannelSet => {
      const data = { organizationId, name: `channel ${n}`, secretId: `sec_of_${n}`, by: 'key_1', at: '2026-11-02' };
      return { type: 'ChatChannelSet', data };
    });
    await world.events.append(chatChannelsStream(organizationId), known);
    await set('last');
    const files = readdirSync(join(folder, 'secrets'), { recursive: true });
    await expect(set('one more')).rejects.toMatchObject({ refusal: { code: 'CHAT_CHANNEL_LIMIT_REACHED' } });
    expect(await secrets.has({ organizationId, name: chatSecretName('one more', 'sec_2') })).toBe(false);
    expect(readdirSync(join(folder, 'secrets'), { recursive: true })).toEqual(files);
    await set('last');
    expect(await secrets.has({ organizationId, name: chatSecretName('last', 'sec_1') })).toBe(false);
    expect(await secrets.has({ organizationId, name: chatSecretName('last', 'sec_3') })).toBe(true);
  });
});
