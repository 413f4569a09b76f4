import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const GEM = { 'shop.gemspec': "Gem::Specification.new { |spec| spec.name = 'shop' }\n" };

/** `rule line severity` of each finding in a file of a gem. */
async function found(body: string, path = 'lib/shop.rb', others: Readonly<Record<string, string>> = GEM) {
  const files = { ...others, [path]: `class Shop\n${body}\nend\n` };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('ruby-data-flow');
  return findings.map(({ rule, line, severity }) => `${rule} ${line} ${severity ?? 'as the rule'}`);
}

const CLONE = '  def clone(url)\n    system("git clone #{url}")\n  end';

describe('the parameters of the public methods of a gem', () => {
  it.each([
    ['a part of a command', CLONE, 'command-injection 3'],
    ['the name of a file that may be a command', '  def read(name)\n    open(name)\n  end', 'command-injection 3'],
    ['a part of code', '  def set(name)\n    eval("->(o) { o.#{name} }")\n  end', 'code-injection 3'],
    [
      'a part of a command, through the object',
      '  def initialize(url)\n    @url = url\n  end\n  def clone\n    system("git clone #{@url}")\n  end',
      'command-injection 6',
    ],
  ])('become %s, with less weight than input from outside', async (_, body, finding) => {
    expect(await found(body)).toEqual([`${finding} medium`]);
  });

  it.each([
    ['quotes them', '  def clone(url)\n    system("git clone #{Shellwords.escape(url)}")\n  end'],
    ['runs without a shell', '  def clone(url)\n    system("git", "clone", url)\n  end'],
    ['is made to run them', '  def run(command)\n    system(command)\n  end'],
    ['loads a plugin', '  def plug(name)\n    require "shop/#{name}"\n  end'],
    ['is a macro of classes', '  def field(name)\n    class_eval("def #{name}; end")\n  end'],
    [
      'keeps it for itself',
      '  def run\n    clone("a")\n  end\n  private\n  def clone(url)\n    system("git clone #{url}")\n  end',
    ],
  ])('count for nothing where the gem %s', async (_, body) => {
    expect(await found(body)).toEqual([]);
  });

  it.each([
    ['outside of what is published', 'bin/shop.rb', GEM],
    ['in a task', 'lib/tasks/shop.rb', GEM],
    ['in an application', 'lib/shop.rb', {}],
  ])('count for nothing %s', async (_, path, others) => {
    expect(await found(CLONE, path, others)).toEqual([]);
  });
});
