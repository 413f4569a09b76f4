/** The PHP of each program of `programs.ts`, by what it shows: the script's body, and what stands beside it. */
interface PhpProgram {
  readonly body: string;
  /** Functions and classes. */
  readonly helpers?: string;
}

const one = (body: string, helpers?: string): PhpProgram => ({ body, ...(helpers !== undefined && { helpers }) });

const JOB = (more = '') =>
  `class Job { private $c; private $d; function __construct($c) { $this->c = $c; ${more} } function run()`;

const phpPrograms: Readonly<Record<string, PhpProgram>> = {
  'finds what reaches a call directly': one('system($q);'),
  'follows a variable': one('$a = $q; $a = $a; system($a);'),
  'finds nothing where the variable got another value': one("$a = $q; $a = 'ls'; system($a);"),
  'follows texts that are joined': one("system('ls ' . $q);"),
  'follows a text that is joined from many parts': one(
    `system('ls ' . $q . ${Array.from({ length: 600 }, () => "' -l'").join(' . ')});`,
  ),
  'follows texts with places for values': one('system("ls $q");'),
  'follows a text that is changed': one("system(str_replace('a', 'b', trim($q)));"),
  'follows either branch': one("$a = 'ls'; if (mt_rand() > 5) { $a = $q; } system($a);"),
  'leaves out a branch that is never taken': one("$a = 'ls'; if (1 > 2) { $a = $q; } system($a);"),
  'follows a choice': one("system(mt_rand() > 5 ? $q : 'ls');"),
  'knows which choice is made': one("system(true ? 'ls' : $q);"),
  'follows a loop': one("$a = ''; foreach ([1, 2] as $c) { $a = $a . $q; } system($a);"),
  'follows a value that comes round in a loop': one(
    "$a = ''; $b = ''; while (mt_rand() > 5) { system($b); $b = $a; $a = $q; }",
  ),
  'follows a list': one('$a = []; $a[] = $q; system($a[0]);'),
  'tells the places of a list apart': one("$a = [$q, 'ls']; system($a[1]);"),
  'follows a map': one("$a = ['x' => $q]; system($a['x']);"),
  'tells the keys of a map apart': one("$a = ['x' => $q, 'y' => 'ls']; system($a['y']);"),
  'follows a list that is joined': one("system(implode(' ', ['ls', $q]));"),
  'follows the parts of a list': one('[$a, $b] = [$q, 1]; system($a);'),
  'tells the parts of a list apart': one("list($a, $b) = [$q, 'ls']; system($b);"),
  'follows a call into another function': one('run($q);', 'function run($command) { system($command); }'),
  'follows what a function returns': one('system(same($q));', 'function same($x) { $y = $x; return $y; }'),
  'knows that a function returns something else': one(
    'system(other($q));',
    "function other(string $x): string { return 'ls'; }",
  ),
  'tells two calls of a function apart': one("same($q); system(same('ls'));", 'function same($x) { return $x; }'),
  'follows a function that is passed': one('array_map(function ($each) { system($each); }, [$q]);'),
  'follows an instance': one('(new Job($q))->run();', `${JOB()} { system($this->c); } }`),
  'tells the fields of an instance apart': one(
    '(new Job($q))->run();',
    `${JOB("$this->d = 'ls';")} { system($this->d); } }`,
  ),
  'follows a method that is inherited': one(
    '(new Special())->run($q);',
    'class Plain { function run($c) { system($c); } }\nclass Special extends Plain {}',
  ),
  'takes a member of a list for safe': one("if (in_array($q, ['a', 'b'], true)) system($q);"),
  'finds what is no member of the list': one("if (!in_array($q, ['a', 'b'], true)) system($q);"),
  'takes what is left after a check for safe': one("if (!in_array($q, ['a', 'b'], true)) return; system($q);"),
  'takes what equals a constant for safe': one("if ($q === 'ls') system($q);"),
  'takes a number for safe': one("system('kill ' . (int) $q);"),
  'takes what a strict pattern lets through for safe': one("if (preg_match('/^[a-z]+$/D', $q)) system($q);"),
  'finds what a loose pattern lets through': one("if (preg_match('/[a-z]+/', $q)) system($q);"),
  'does not take a value of before a change for checked': one("$a = $q; if ($a === 'ls') { $a = $q; system($a); }"),
  'finds what comes after an error that is caught': one(
    'try { json_decode($q, flags: JSON_THROW_ON_ERROR); } catch (JsonException $error) { system($q); }',
  ),
  'finds nothing after a function that ends': one('return; system($q);'),
  'takes nothing of an unknown lookup for the input': one('$row = $rows->findRow($q); system($row);'),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export function phpOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      app: script(one('\\Shop\\run($q);', "require_once __DIR__ . '/jobs.php';")),
      jobs: '<?php\nnamespace Shop;\n\nfunction run($command)\n{\n    system($command);\n}\n',
    };
  const program = phpPrograms[what];
  if (!program) throw new Error(`no PHP says: ${what}`);
  return { app: script(program) };
}

const script = ({ body, helpers = '' }: PhpProgram): string =>
  ['<?php', helpers, "$q = $_GET['q'];", `${body}\n`].join('\n');
