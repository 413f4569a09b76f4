import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The places and rules found in a class that a file beside it offers. */
async function found(offers: string, members: string) {
  const files = {
    'offers.php': `<?php\nuse App\\Api;\nuse JsonRPC\\Server;\n${offers}\n`,
    'api.php': `<?php\nnamespace App;\nclass Api {\n${members}\n}\n`,
  };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('php-data-flow');
  return findings.map(({ rule, file, severity = 'its own' }) => `${file} ${rule} ${severity}`);
}

const RUNS = 'public function run($name) { exec("ls " . $name); }';

describe('a method that a server of remote calls offers', () => {
  it.each([
    '(new SoapServer("a.wsdl"))->setObject(new Api());',
    '(new SoapServer("a.wsdl"))->setClass(Api::class);',
    '$s = new Laminas\\Json\\Server\\Server(); $s->setClass(new Api());',
    '(new Server())->getProcedureHandler()->withObject(new Api());',
  ])('gets its arguments from clients: %s', async (offers) =>
    expect(await found(offers, RUNS)).toEqual(['api.php command-injection its own']),
  );

  it('is not one that only the class itself calls, or that takes numbers', async () => {
    const hidden = 'private function run($name) { exec("ls " . $name); }';
    const held = 'public function run(int $name) { exec("ls " . $name); }';
    const made = 'public function __construct($name) { exec("ls " . $name); }';
    for (const members of [hidden, held, made])
      expect(await found('(new SoapServer("a.wsdl"))->setObject(new Api());', members)).toEqual([]);
  });

  it('is not one of an object that stays in the program', async () =>
    expect(await found('$s = new SoapServer("a.wsdl"); $s->setPersistence(new Api());', RUNS)).toEqual([]));
});
