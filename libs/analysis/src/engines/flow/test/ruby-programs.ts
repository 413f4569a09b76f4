import type { Notes } from './programs';

/** The Ruby of each program of `programs.ts`, by what it shows: the body of an action, and what stands beside it. */
interface RubyProgram {
  readonly body: string;
  /** Methods of the controller, and classes. */
  readonly helpers?: string;
  readonly classes?: string;
}

const one = (body: string, helpers?: string): RubyProgram => ({ body, ...(helpers !== undefined && { helpers }) });
const withClasses = (body: string, classes: string): RubyProgram => ({ body, classes });

const JOB = (more = '', field = '@c') =>
  `class Job\n  def initialize(c)\n    @c = c\n${more}  end\n\n  def run\n    system(${field})\n  end\nend`;

const rubyPrograms: Readonly<Record<string, RubyProgram>> = {
  'finds what reaches a call directly': one('system(q)'),
  'follows a variable': one('a = q\na = a\nsystem(a)'),
  'finds nothing where the variable got another value': one("a = q\na = 'ls'\nsystem(a)"),
  'follows texts that are joined': one("system('ls ' + q)"),
  'follows a text that is joined from many parts': one(
    `system('ls ' + q + ${Array.from({ length: 600 }, () => "' -l'").join(' + ')})`,
  ),
  'follows texts with places for values': one('system "ls #{q}"'),
  'follows a text that is changed': one("system(q.strip.gsub('a', 'b'))"),
  'follows either branch': one("a = 'ls'\na = q if Process.pid > 5\nsystem(a)"),
  'leaves out a branch that is never taken': one("a = 'ls'\na = q if 1 > 2\nsystem(a)"),
  'follows a choice': one("system(Process.pid > 5 ? q : 'ls')"),
  'knows which choice is made': one("system(true ? 'ls' : q)"),
  'follows a loop': one("a = ''\n[1, 2].each { |c| a += q }\nsystem(a)"),
  'follows a value that comes round in a loop': one(
    "a = ''\nb = ''\nwhile Process.pid > 5\n  system(b)\n  b = a\n  a = q\nend",
  ),
  'follows a list': one('a = []\na << q\nsystem(a[0])'),
  'tells the places of a list apart': one("a = [q, 'ls']\nsystem(a[1])"),
  'follows a map': one('a = { x: q }\nsystem(a[:x])'),
  'tells the keys of a map apart': one("a = { x: q, y: 'ls' }\nsystem(a[:y])"),
  'follows a list that is joined': one("system(['ls', q].join(' '))"),
  'follows the parts of a list': one('a, b = [q, 1]\nsystem(a)'),
  'tells the parts of a list apart': one("a, b = q, 'ls'\nsystem(b)"),
  'follows a call into another function': one('run(q)', 'def run(command)\n  system command\nend'),
  'follows what a function returns': one('system(same(q))', 'def same(x)\n  y = x\n  y\nend'),
  'knows that a function returns something else': one('system(other(q))', "def other(x)\n  'ls'\nend"),
  'tells two calls of a function apart': one("same(q)\nsystem(same('ls'))", 'def same(x) = x'),
  'follows a function that is passed': one('[q].each { |each| system(each) }'),
  'follows an instance': withClasses('Job.new(q).run', JOB()),
  'tells the fields of an instance apart': withClasses('Job.new(q).run', JOB("    @d = 'ls'\n", '@d')),
  'follows a method that is inherited': withClasses(
    'Special.new.run(q)',
    'class Plain\n  def run(c)\n    system(c)\n  end\nend\n\nclass Special < Plain\nend',
  ),
  'takes a member of a list for safe': one('system(q) if %w[a b].include?(q)'),
  'finds what is no member of the list': one('system(q) unless %w[a b].include?(q)'),
  'takes what is left after a check for safe': one('return unless %w[a b].include?(q)\nsystem(q)'),
  'takes what equals a constant for safe': one("system(q) if q == 'ls'"),
  'takes a number for safe': one('system("kill #{q.to_i}")'),
  'takes what a strict pattern lets through for safe': one('system(q) if q.match?(/\\A[a-z]+\\z/)'),
  'finds what a loose pattern lets through': one('system(q) if q =~ /^[a-z]+$/'),
  'does not take a value of before a change for checked': one(
    "a = q\nif a == 'ls'\n  q = params[:other]\n  a = q\n  system(a)\nend",
  ),
  'finds what comes after an error that is caught': one('begin\n  Integer(q)\nrescue ArgumentError\n  system(q)\nend'),
  'finds nothing after a function that ends': one('return\nsystem(q)'),
  'takes nothing of an unknown lookup for the input': one('row = rows.find_row(q)\nsystem(row)'),
  'follows a text that is added to': one("a = 'ls '\na += q\nsystem(a)"),
  'follows a part of a text': one('system(q[1..])'),
  'follows a text that is split': one("system(q.split(' ')[0])"),
  'follows a case': one("a = 'ls'\ncase Process.pid\nwhen 1\n  a = q\nend\nsystem(a)"),
  'leaves out a case that is never chosen': one("a = 'ls'\ncase 1\nwhen 2\n  a = q\nend\nsystem(a)"),
  'follows a map within a map': one('a = { x: { y: q } }\nsystem(a[:x][:y])'),
  'follows a field that is set': {
    body: 'a = Job.new\nfill(a, q)\nsystem(a.c)',
    helpers: 'def fill(job, c)\n  job.c = c\nend',
    classes: 'class Job\n  attr_accessor :c\nend',
  },
  'finds nothing in a field that is set to something else': withClasses(
    "a = Job.new\na.c = q\na.c = 'ls'\nsystem(a.c)",
    'class Job\n  attr_accessor :c\nend',
  ),
  'follows each of a list': one('for each in [q]\n  system(each)\nend'),
  'follows a list that a function adds to': one(
    'a = []\nfill(a, q)\nsystem(a[0])',
    'def fill(list, c)\n  list << c\nend',
  ),
  'follows the second parameter of a function': one("system(second('ls', q))", 'def second(x, y) = y'),
  'tells the parameters of a function apart': one("system(first('ls', q))", 'def first(x, y) = x'),
  'follows calls through two functions': one('run(q)', 'def run(c)\n  go(c)\nend\n\ndef go(c)\n  system(c)\nend'),
  'follows a function that calls itself': one(
    'system(again(q, 3))',
    'def again(x, n)\n  return again(x, n - 1) if n > 0\n  x\nend',
  ),
  'follows what a closure keeps': one('f = -> { system(q) }\nf.call'),
  'follows a value that has a fallback': one("system(q || 'ls')"),
  'takes a length for safe': one('system("kill #{q.length}")'),
  'takes a truth for safe': one('system("kill #{q == \'a\'}")'),
  'finds what a check of the length lets through': one('system(q) if q.length > 2'),
  'takes what a function lets through for safe': one(
    'return unless known(q)\nsystem(q)',
    "def known(x)\n  x == 'a'\nend",
  ),
  'follows a method that overrides another one': withClasses(
    'Special.new.run(q)',
    'class Plain\n  def run(c)\n  end\nend\n\nclass Special < Plain\n  def run(c)\n    system(c)\n  end\nend',
  ),
  'leaves out a method that is overridden': withClasses(
    'Special.new.run(q)',
    'class Plain\n  def run(c)\n    system(c)\n  end\nend\n\nclass Special < Plain\n  def run(c)\n  end\nend',
  ),
  'tells two instances of a class apart': withClasses("Job.new(q)\nJob.new('ls').run", JOB()),
  'follows values that change places': one("a = q\nb = 'ls'\nc = a\na = b\nb = c\nsystem(b)"),
  'tells values that change places apart': one("a = q\nb = 'ls'\nc = a\na = b\nb = c\nsystem(a)"),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const rubyNotes: Notes = {
  'follows a field that is set': {
    way: ['passed', 'passed', 'stored', 'returned'],
    because: 'what looks like a field is a method that sets one, and one that gives it',
  },
};

export function rubyOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      app: script(one('Shop::Jobs.run(q)')),
      jobs: 'module Shop\n  class Jobs\n    def self.run(command)\n      system(command)\n    end\n  end\nend\n',
    };
  const program = rubyPrograms[what];
  if (!program) throw new Error(`no Ruby says: ${what}`);
  return { app: script(program) };
}

let made = 0;

const script = ({ body, helpers = '', classes = '' }: RubyProgram): string => {
  made += 1;
  // The programs are one target: each has a module of its own.
  return [
    `module Program${made}`,
    classes,
    'class AppController < ApplicationController',
    'def show',
    'q = params[:q]',
    body,
    'end',
    'private',
    helpers,
    'end',
    'end\n',
  ].join('\n');
};
