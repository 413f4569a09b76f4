import { commandsOf, commandsOfExpress, commandsOfFlask } from './test/commands-of';

const OWN = 'class Wrong(Exception):\n    def __init__(self, text):\n        self.text = text\n';
const CHECK = 'def check(x):\n    raise ValueError("no " + x)\n';
const servlet = (thrown: string, caught: string) =>
  'import jakarta.servlet.http.*;\nclass A extends HttpServlet {\n' +
  '  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception {\n' +
  `    try { throw new ${thrown}(r.getParameter("q")); }\n` +
  `    catch (${caught} e) { Runtime.getRuntime().exec("sh -c " + e.getMessage()); }\n  }\n}\n`;

describe('input in errors', () => {
  it.each([
    [
      'a text of the error',
      '',
      ['try:', '    raise ValueError(q)', 'except ValueError as e:', '    os.system(str(e))'],
    ],
    ['a field of an own error', OWN, ['try:', '    raise Wrong(q)', 'except Wrong as e:', '    os.system(e.text)']],
    ['any error', OWN, ['try:', '    raise Wrong(q)', 'except Exception as e:', '    os.system(e.text)']],
    ['an error of a call', CHECK, ['try:', '    check(q)', 'except ValueError as e:', '    os.system(str(e))']],
  ])('of Python gets to a handler: %s', async (_, before, body) =>
    expect(await commandsOfFlask(before, ...body)).toBe(1),
  );

  it.each([
    ['another type', '', ['try:', '    raise ValueError(q)', 'except KeyError as e:', '    os.system(str(e))']],
    ['a constant', '', ['try:', '    raise ValueError("ls")', 'except ValueError as e:', '    os.system(str(e))']],
    [
      'an error of another statement',
      '',
      ['try:', '    raise ValueError(q)', 'except ValueError:', '    pass', 'try:', '    os.listdir("/")'].concat([
        'except ValueError as e:',
        '    os.system(str(e))',
      ]),
    ],
    [
      'an error that a statement within has caught',
      '',
      ['try:', '    try:', '        raise ValueError(q)', '    except ValueError:', '        pass'].concat([
        'except ValueError as e:',
        '    os.system(str(e))',
      ]),
    ],
  ])('of Python is harmless: %s', async (_, before, body) => expect(await commandsOfFlask(before, ...body)).toBe(0));

  it.each([
    ['try { throw new Error(q); } catch (e) { exec(e.message); }', 1],
    ['try { throw { text: q }; } catch (e) { exec(e.text); }', 1],
    ["try { throw new Error('ls'); } catch (e) { exec(e.message); }", 0],
    ['const e = new Error(q); exec(e.message);', 1],
  ])('of JavaScript: %s', async (body, count) => expect(await commandsOfExpress('', body)).toBe(count));

  it.each([
    ['IllegalArgumentException', 'IllegalArgumentException', 1],
    ['IllegalArgumentException', 'Exception', 1],
    ['IllegalArgumentException', 'IllegalStateException | IllegalArgumentException', 1],
    ['IllegalArgumentException', 'IllegalStateException', 0],
  ])('of Java: %s, caught as %s', async (thrown, caught, count) =>
    expect(await commandsOf('java-data-flow', 'A.java', servlet(thrown, caught))).toBe(count),
  );

  it('of PHP', async () => {
    const text = (caught: string) =>
      `<?php\ntry { throw new LogicException($_GET['q']); } catch (${caught} $e) { shell_exec($e->getMessage()); }\n`;
    expect(await commandsOf('php-data-flow', 'a.php', text('LogicException'))).toBe(1);
    expect(await commandsOf('php-data-flow', 'a.php', text('PDOException'))).toBe(0);
  });
});
