import { CommanderError } from 'commander';
import { readCommandLine } from './command-line';

describe('the command line', () => {
  it('asks for all steps on all versions and ten minutes of soak by itself', () => {
    expect(readCommandLine([])).toEqual({
      only: [20, 22, 24, 26],
      steps: ['install', 'test', 'demo', 'appends', 'soak'],
      soakMinutes: 10,
      soakSessions: 200,
      keep: false,
    });
  });

  it('takes versions, and steps in the order in which they run', () => {
    const args = '--only 26,22 --steps soak,demo,install --soak-minutes 1 --soak-sessions 20 --keep'.split(' ');
    expect(readCommandLine(args)).toEqual({
      only: [26, 22],
      steps: ['install', 'demo', 'soak'],
      soakMinutes: 1,
      soakSessions: 20,
      keep: true,
    });
  });

  it('installs, whatever else is asked for', () => {
    expect(readCommandLine(['--steps', 'demo']).steps).toEqual(['install', 'demo']);
  });

  it.each([
    [['--only', '18'], 'Node.js is tested as 20, 22, 24, 26'],
    [['--only', ''], 'Node.js is tested as 20, 22, 24, 26'],
    [['--steps', 'test,dance'], 'The steps are install, test, platform, demo, appends, soak'],
    [['--soak-minutes', '0'], 'It must be a whole number from 1'],
    [['--soak-sessions', '1.5'], 'It must be a whole number from 1'],
    [['--nonsense'], "unknown option '--nonsense'"],
    [['24'], 'too many arguments'],
  ])('refuses %j', (args, message) => {
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(() => readCommandLine(args)).toThrow(CommanderError);
      expect(said.mock.calls.join('\n')).toContain(message);
    } finally {
      said.mockRestore();
    }
  });
});
