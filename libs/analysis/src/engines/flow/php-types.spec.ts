import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in a script. */
async function found(text: string) {
  const files = { 'index.php': `<?php\n${text}\n` };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return findings.map(({ rule }) => rule);
}

const query = (value: string) => `mysqli_query($db, "select a from b where c = ${value}");`;

describe('types that PHP enforces', () => {
  it.each(['int $id', '?int $id', 'float $id', 'bool $id', 'int|float $id', 'int|null $id'])(
    'make a number of an argument: %s',
    async (parameter) =>
      expect(await found(`function find(${parameter}) { ${query('$id')} }\nfind($_GET['id']);`)).toEqual([]),
  );

  it.each(['string $id', '$id', 'int|string $id', 'mixed $id'])('leave a text as it is: %s', async (parameter) =>
    expect(await found(`function find(${parameter}) { ${query('$id')} }\nfind($_GET['id']);`)).toEqual([
      'sql-injection',
    ]),
  );

  it('make a number of what a field gets', async () => {
    const page = (fields: string) =>
      `class Page { ${fields} function __construct($id) { $this->id = $id; }
         function show($db) { ${query('{$this->id}')} } }
       (new Page($_GET['id']))->show($db);`;
    expect(await found(page('private int $id;'))).toEqual([]);
    expect(await found(page('private ?bool $id;'))).toEqual([]);
    expect(await found(page('private string $id;'))).toEqual(['sql-injection']);
    expect(await found(page('private int $other; private $id;'))).toEqual(['sql-injection']);
  });

  it('make a number of a result', async () => {
    const same = (type: string) => `function same($x)${type} { return $x; }\n$id = same($_GET['id']);\n${query('$id')}`;
    expect(await found(same(': int'))).toEqual([]);
    expect(await found(same(': ?float'))).toEqual([]);
    expect(await found(same(': string'))).toEqual(['sql-injection']);
    expect(await found(same(''))).toEqual(['sql-injection']);
  });
});

/** A class whose method gives nothing of its argument, and a way to an instance of it. */
const withNames = (members: string, more = '') =>
  `namespace App;
class Names { function find($x) { return 'a'; } function same($x) { return $x; } }
${more}
class Page { ${members} }`;

describe('classes that PHP code names', () => {
  it.each([
    ['a comment on a field', '/** @var Names */ private $names; function show() { echo $this->names->CALL; }'],
    ['a comment on a parameter', '/** @param Names|null $names */ function show($names) { echo $names->CALL; }'],
    [
      'a comment on a result',
      '/** @return Names */ function n() { return all(); } function show() { echo $this->n()->CALL; }',
    ],
    ['the type of a result', 'function n(): ?Names { return all(); } function show() { echo $this->n()->CALL; }'],
    ['a function that gives an object of it', 'function show() { echo app(Names::class)->CALL; }'],
    ['a container', 'function show() { $names = $this->app->make(Names::class); echo $names->CALL; }'],
  ])('are those that are called: %s', async (_, members) => {
    expect(await found(withNames(members.replaceAll('CALL', "find($_GET['q'])")))).toEqual([]);
    expect(await found(withNames(members.replaceAll('CALL', "same($_GET['q'])")))).toEqual(['cross-site-scripting']);
  });

  it('are those of the properties that a comment on a class names', async () => {
    const page = (call: string) =>
      withNames(
        '',
        `/**\n * @property \\App\\Names $names\n */
class Base {}
class Shown extends Base { function show() { echo $this->names->${call}; } }`,
      );
    expect(await found(page("find($_GET['q'])"))).toEqual([]);
    expect(await found(page("same($_GET['q'])"))).toEqual(['cross-site-scripting']);
  });

  it('are those of the fields of what is known by its class alone', async () => {
    const page = (call: string) =>
      withNames(
        `/** @var Shelf */ private $shelf; function show() { echo $this->shelf->${call}; }`,
        `/** @property Names $names */
class Base { protected Names $own; }
class Shelf extends Base {
  function find($x) { return $this->names->find($x) . $this->own->find($x); }
  function same($x) { return $this->names->find($x) . $this->own->same($x); }
}`,
      );
    expect(await found(page("find($_GET['q'])"))).toEqual([]);
    expect(await found(page("same($_GET['q'])"))).toEqual(['cross-site-scripting']);
  });

  it('are not read where a comment names a list of them, or several', async () => {
    const page = (type: string) =>
      withNames(`/** @var ${type} */ private $names; function show() { echo $this->names->find($_GET['q']); }`);
    const silent = await Promise.all(['Names[]', 'array<Names>', 'Names|Others'].map((type) => found(page(type))));
    // A method of an unknown object that finds something gives nothing of what it is asked for.
    expect(silent).toEqual([[], [], []]);
  });

  it('leave a declared type in force', async () => {
    const page = (type: string) =>
      withNames(
        `/** @param Names $names */ function show(${type} $names) { echo $names->same($_GET['q']); }`,
        'class Others { function same($x) { return "a"; } }',
      );
    expect(await found(page('Others'))).toEqual([]);
    expect(await found(page('Names'))).toEqual(['cross-site-scripting']);
  });
});
