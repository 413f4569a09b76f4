import { Progress } from './progress';

describe('progress', () => {
  it('says what is under way, what it found and what failed, and keeps what ended well', async () => {
    const said: string[] = [];
    const progress = new Progress((line) => void said.push(line));
    await progress.step('a session', async () => '3 findings');
    await expect(progress.step('a kill', () => Promise.reject(new Error('it is gone')))).rejects.toThrow('it is gone');
    expect(said).toEqual([
      expect.stringContaining('… a session'),
      expect.stringMatching(/✓ a session: [\d.]+ s; 3 findings/),
      expect.stringContaining('… a kill'),
      expect.stringMatching(/✗ a kill, after [\d.]+ s/),
    ]);
    expect(progress.table()).toMatch(
      /^\| step \| s \| \|\n\|---\|---\|---\|\n\| a session \| [\d.]+ \| 3 findings \|$/,
    );
  });
});
