import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');
const tools = flowTools.filter(({ id }) => id === 'ruby-data-flow');

const rules = async (text: string) => {
  const { findings, unreadable } = (await runOn(profile, tools, { 'app.rb': text })).tool('ruby-data-flow');
  expect(unreadable).toEqual([]);
  return findings.map(({ rule }) => rule);
};

/** The program with input in place of `INPUT`, with a constant, and with input that is escaped. */
async function answers(program: string) {
  const put = (value: string) => rules(program.replaceAll('INPUT', value));
  return [await put('params[:q]'), await put("'ls'"), await put('Shellwords.escape(params[:q])')];
}

const FOUND = [['command-injection'], [], []];

const action = (body: string, more = '') =>
  `class ShopController < ApplicationController\ndef show\n${body}\nend\nprivate\n${more}\nend\n`;
const RUNNING = 'class Job\ndef run(x)\nsystem("ls #{x}")\nend\nend\n';

describe('features of Ruby through which input goes', () => {
  it.each<[string, string]>([
    [
      'a value that is kept',
      action('system("ls #{command}")', 'def command\n@command ||= begin\nx = INPUT\n"a #{x}"\nend\nend'),
    ],
    [
      'a value that a condition chooses',
      action('system("ls #{c}")', 'def c\n@c = if rand > 1 then INPUT else 1 end\nend'),
    ],
    [
      'a concern that runs before actions',
      `module Loading\nextend ActiveSupport::Concern\nincluded do\nbefore_action :load_it\nend
       def load_it\n@x = INPUT\nend\nend
       class ShopController < ApplicationController\ninclude Loading\ndef show\nsystem("ls #{@x}")\nend\nend`,
    ],
    [
      'a method that is delegated',
      `${RUNNING}class Shop\ndelegate :run, to: :job\ndef job\nJob.new\nend\nend\n${action('Shop.new.run(INPUT)')}`,
    ],
    [
      'a method that is delegated to a field',
      `${RUNNING}class Shop\nextend Forwardable\ndef_delegators :@job, :run\ndef initialize\n@job = Job.new\nend\nend
       ${action('Shop.new.run(INPUT)')}`,
    ],
    [
      'a method that is delegated by another name',
      `${RUNNING}class Shop\nextend Forwardable\ndef_delegator :job, :run, :start\ndef job\nJob.new\nend\nend
       ${action('Shop.new.start(INPUT)')}`,
    ],
    ['another name of a method', `${RUNNING.slice(0, -4)}alias_method :go, :run\nend\n${action('Job.new.go(INPUT)')}`],
    ['a second name of a method', `${RUNNING.slice(0, -4)}alias go run\nend\n${action('Job.new.go(INPUT)')}`],
    [
      'fields that are set by their names',
      `class Job\ndef initialize(all)\nall.each { |k, v| instance_variable_set("@#{k}", v) }\nend
       def run\nsystem("ls #{@x}")\nend\nend\n${action('Job.new({ x: INPUT }).run')}`,
    ],
    [
      'fields that are sent by their names',
      `class Job\nattr_accessor :x\ndef initialize(all)\nall.each { |k, v| public_send("#{k}=", v) }\nend
       def run\nsystem("ls #{x}")\nend\nend\n${action('Job.new({ x: INPUT }).run')}`,
    ],
    ['a procedure', action('work = Proc.new { |x| system("ls #{x}") }\nwork.call(INPUT)')],
    ['a thread', action('Thread.new(INPUT) { |x| system("ls #{x}") }')],
    ['lists in a list', action('x = [[INPUT]].flatten.first\nsystem("ls #{x}")')],
    ['lists that a block gives', action('x = [INPUT].flat_map { |v| [v] }.first\nsystem("ls #{x}")')],
    ['a map of pairs', action('x = [INPUT].to_h { |v| [:a, v] }\nsystem("ls #{x[:a]}")')],
    ['groups', action('[INPUT].group_by { |v| v.size }.each { |k, v| system("ls #{v.first}") }')],
    ['elements under another key', action('x = [INPUT].index_by { |v| 1 }\nsystem("ls #{x[1]}")')],
    ['what stands in for a missing value', action('x = { a: 1 }.fetch(:b) { INPUT }\nsystem("ls #{x}")')],
  ])('%s', async (_, program) => expect(await answers(program)).toEqual(FOUND));

  it.each<[string, string]>([
    ['the keys of groups alone', action('[params[:q]].group_by { |v| 1 }.each { |k, v| system("ls #{k.size}") }')],
    ['the keys of pairs', action('x = [params[:q]].to_h { |v| [v, "ls"] }\nsystem("ls #{x[:a]}")')],
    [
      'another method that is delegated',
      `${RUNNING}class Shop\ndelegate :stop, to: :job\ndef job\nJob.new\nend\nend
       ${action('Shop.new.stop(params[:q])')}`,
    ],
  ])('leaves out %s', async (_, program) => expect(await rules(program)).toEqual([]));
});

describe('what a block defines for a class', () => {
  const PARAMS = "def params\n{ q: 'ls' }\nend";

  it.each([
    `class Pages\ndef self.open(page)\npage.class_eval do\n${PARAMS}\nend\nend\nend\n`,
    `class Pages\ndef self.open\nClass.new(Page) do\n${PARAMS}\nend\nend\nend\n`,
    `RSpec.describe Page do\ncontext 'here' do\n${PARAMS}\nend\nend\n`,
  ])('is no function of others: %s', async (program) =>
    expect(await answers(`${program}${action('system("ls #{INPUT}")')}`)).toEqual(FOUND),
  );

  it('is a method of the class around', async () => {
    const inside = (body: string) => `class Page\nclass_eval do\ndef run(x)\n${body}\nend\nend\nend\n`;
    expect(await answers(`${inside('system("ls #{x}")')}${action('Page.new.run(INPUT)')}`)).toEqual(FOUND);
    expect(await rules(`${inside('x')}${action('Page.new.run(params[:q])')}`)).toEqual([]);
  });

  it('is a function of a script that has no class', async () => {
    const program = `helpers do\n${PARAMS}\nend\nget '/' do\nsystem("ls #{params[:q]}")\nend\n`;
    expect(await rules(`require 'sinatra'\n${program}`)).toEqual([]);
    expect(await rules(`require 'sinatra'\n${program.replace(PARAMS, '')}`)).toEqual(['command-injection']);
  });
});
