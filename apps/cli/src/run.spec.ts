import { EXIT } from './exit-status';
import { run } from './run';

describe('a command that cannot be run', () => {
  it('says so without what would control a terminal, whatever it quotes', async () => {
    const said: string[] = [];
    const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    try {
      expect(await run(['node', 'assay', 'compare', 'none/\u001b[2J\u202e.json', 'none'])).toBe(EXIT.usage);
    } finally {
      write.mockRestore();
    }
    expect(said.join('')).toContain('the first result none/\\u001b[2J\\u202e.json cannot be read');
  });
});
