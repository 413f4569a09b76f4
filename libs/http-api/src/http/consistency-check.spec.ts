import { RefusedError, refused } from '@assay/kernel';
import { type WaitOptions, ReadModelBehind } from '@assay/read-models';
import { consistencyCheck } from './consistency-check';
import { sessionDocuments } from '@assay/scanning';

/** A query on a read model that is behind the log until somebody waits for it. */
function world({ arrives = true, code = 'SESSION_NOT_FOUND' as const as 'SESSION_NOT_FOUND' | 'CONFLICT' } = {}) {
  const asked: unknown[] = [];
  let isThere = false;
  const execute = async (id: string): Promise<string> => {
    asked.push(id);
    return isThere && id === 'ses_1' ? 'the session' : refused(code, 'not there');
  };
  const readModels = {
    async waitFor(position: number, { readModels }: WaitOptions = {}) {
      if (!arrives) throw new ReadModelBehind(position, { sessions: 3 }, 1);
      asked.push({ waitedFor: position, readModels });
      isThere = true;
    },
  };
  const check = consistencyCheck({ events: { head: async () => 7 }, readModels });
  return { ask: (id: string) => check({ id }, () => execute(id)), asked };
}

describe('absence', () => {
  it('is asked for again behind what the log holds, so that what was just written is found', async () => {
    const { ask, asked } = world();
    expect(await ask('ses_1')).toBe('the session');
    expect(asked).toEqual(['ses_1', { waitedFor: 7, readModels: [sessionDocuments] }, 'ses_1']);
  });

  it('is believed the second time', async () => {
    await expect(world().ask('ses_2')).rejects.toBeInstanceOf(RefusedError);
  });

  it('is not claimed while the read model is behind', async () => {
    await expect(world({ arrives: false }).ask('ses_1')).rejects.toBeInstanceOf(ReadModelBehind);
  });

  it('is the only refusal that is asked for twice', async () => {
    const { ask, asked } = world({ code: 'CONFLICT' });
    await expect(ask('ses_2')).rejects.toBeInstanceOf(RefusedError);
    expect(asked).toEqual(['ses_2']);
  });
});
