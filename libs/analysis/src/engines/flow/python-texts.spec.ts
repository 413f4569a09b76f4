import { commandsOfFlask } from './test/commands-of';

const HEAD = 'from application import settings';

describe('operators of Python whose left side is not known', () => {
  it.each([
    'os.system(settings.TEMPLATE % {"name": q})',
    'os.system(settings.TEMPLATE % (q, 1))',
    'os.system(settings.TEMPLATE % q)',
    'os.system(f"ls {settings.ROOT / q}")',
    "os.system(f\"ls {settings.ROOT / 'a' / q / 'b'}\")",
  ])('fill a text and join a path: %s', async (line) => expect(await commandsOfFlask(HEAD, line)).toBe(1));

  it.each([
    'os.system(settings.TEMPLATE % {"name": int(q)})',
    'os.system(settings.TEMPLATE % ("a", 1))',
    'os.system(f"ls {settings.SIZE % len(q)}")',
    'os.system(f"ls {settings.SIZE / len(q)}")',
    'os.system(f"ls {settings.SIZE / 2}")',
    'os.system(f"ls {settings.ROOT / \'a\'}")',
  ])('carry no input: %s', async (line) => expect(await commandsOfFlask(HEAD, line)).toBe(0));
});
