import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

async function found(body: string) {
  const text = `<?php\n$q = $_GET['q'];\n${body}\n`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.php': text })).tool('php-data-flow');
  return findings.map(({ rule }) => rule);
}

const INCLUDE = "require __DIR__ . '/languages/' . $q . '.php';";

describe('a text of a few characters', () => {
  it.each([
    ['has that many', `if (strlen($q) === 2) { ${INCLUDE} }`],
    ['has that many, compared loosely', `if (2 == strlen($q)) { ${INCLUDE} }`],
    ['has that many, counted before', `$n = strlen($q);\nif ($n === 2) { ${INCLUDE} }`],
    ['has that many characters', `if (mb_strlen($q) === 2) { ${INCLUDE} }`],
    ['is refused with another number', `if (strlen($q) != 2) return;\n${INCLUDE}`],
    ['is refused with another number by an error', `if (strlen($q) !== 2) throw new Exception();\n${INCLUDE}`],
    ['is left out with another number', `foreach ($_GET as $q) { if (strlen($q) != 2) continue; ${INCLUDE} }`],
    ['has at most so many', `if (strlen($q) > 3) return;\n${INCLUDE}`],
    ['has fewer', `if (strlen($q) < 4) { ${INCLUDE} }`],
    ['is read', "if (strlen($q) === 2) readfile('languages/' . $q . '.json');"],
    ['is passed on', `function load($q) { ${INCLUDE} }\nif (is_string($q) && strlen($q) == 2) load($q);`],
  ])('leads to no other folder where it %s', async (_, body) => {
    expect(await found(body)).toEqual([]);
  });

  it.each([
    ['it may have more', `if (strlen($q) === 12) { ${INCLUDE} }`, 'file-inclusion'],
    ['it may have any other number', `if (strlen($q) !== 2) { ${INCLUDE} }`, 'file-inclusion'],
    ['it has at least so many', `if (strlen($q) >= 2) { ${INCLUDE} }`, 'file-inclusion'],
    ['another text has that many', `if (strlen($_GET['r']) === 2) { ${INCLUDE} }`, 'file-inclusion'],
    ['a list has that many', `$q = explode(',', $q);\nif (count($q) === 2) require $q[1];`, 'file-inclusion'],
    ['it has few characters and is a command', 'if (strlen($q) === 2) system($q);', 'command-injection'],
    ['nobody minds', `if (strlen($q) !== 2) error_log('long');\n${INCLUDE}`, 'file-inclusion'],
  ])('is found where %s', async (_, body, rule) => {
    expect(await found(body)).toEqual([rule]);
  });
});
