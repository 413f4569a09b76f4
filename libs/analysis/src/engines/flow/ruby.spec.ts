import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');
const tools = flowTools.filter(({ id }) => id === 'ruby-data-flow');

const foundIn = async (tree: Record<string, string>) => {
  const run = await runOn(profile, tools, tree);
  expect(run.tool('ruby-data-flow').unreadable).toEqual([]);
  return run.found;
};

const action = (body: string, more = '') =>
  `class ShopController < ApplicationController\ndef show\n${body}\nend\nprivate\n${more}\nend\n`;

describe('what an action of Rails does with its parameters', () => {
  it.each<[string, string, readonly string[]]>([
    ['a condition with a placeholder', 'Order.where("name = ?", params[:n])', []],
    ['a condition as a map', 'Order.where(name: params[:n])', []],
    ['a condition as a list', 'Order.where(["name = ?", params[:n]])', []],
    ['a condition as a list that is composed', 'Order.where(["a = #{params[:n]} AND b = ?", 1])', ['sql-injection']],
    [
      'a key that is merged into a map',
      'o = { order: "a" }.merge(page: params[:page])\nOrder.order(o[:order])\nOrder.page(o[:page])',
      [],
    ],
    [
      'a merged key that is read',
      'o = { order: "a" }.merge(order: params[:n])\nOrder.order(o[:order])',
      ['sql-injection'],
    ],
    [
      'a key that is merged into a map in its place',
      'o = { order: "a" }\no.merge!(order: params[:n])\nOrder.order(o[:order])',
      ['sql-injection'],
    ],
    [
      'another key of a map that changes in its place',
      'o = { order: "a" }\no.merge!(page: params[:page])\nOrder.order(o[:order])\nOrder.page(o[:page])',
      [],
    ],
    ['a quoted value', 'Order.where("name = #{Order.connection.quote(params[:n])}")', []],
    ['a column of an old Rails', 'Order.order(params[:sort])', ['sql-injection']],
    ['what a query found', 'system(Order.find_by(name: params[:n]).to_s)', []],
    ['a program with its arguments apart', 'system("ls", params[:n])', []],
    ['a list of arguments', 'IO.popen(["ls", params[:n]]) { |io| io.read }', []],
    ['a redirect to a route', 'redirect_to order_path(params[:n])', []],
    ['a condition of permitted names', 'Order.where(params.permit(:kind))', []],
    [
      'a condition of permitted names of a part',
      'Order.where(params.require(:q).permit(:kind).to_h.symbolize_keys)',
      [],
    ],
    ['a condition of one of them', 'Order.where(params.permit(:kind)[:kind])', ['sql-injection']],
    ['a redirect to a model', 'redirect_to shop.orders.build(params.permit(:n))', []],
    ['a redirect within the host', 'redirect_to params[:n], allow_other_host: false', []],
    ['a redirect to an address', 'redirect_to params[:n]', ['open-redirect']],
    ['the name of the action', 'system(params[:action])', []],
    ['a method with a beginning of its own', 'send("show_#{params[:n]}")', []],
    ['a method', 'public_send(params[:n])', ['unsafe-reflection']],
    ['a method with a constant name', 'send(:run, params[:n])', ['command-injection']],
    [
      'what the server says of itself',
      'system("ls #{request.env["DOCUMENT_ROOT"]} #{request.env["REMOTE_ADDR"]}")',
      [],
    ],
    ['an exception of the request', 'system(request.env["action_dispatch.exception"].class.name)', []],
    ['a header in the environment', 'system("ls #{request.env["HTTP_X_NAME"]}")', ['command-injection']],
    ['a path in the environment', 'system("ls #{request.env["PATH_INFO"]}")', ['command-injection']],
    ['any part of the environment', 'system("ls #{request.env[name]}")', ['command-injection']],
    ['a member by case', 'case params[:n]\nwhen "a", "b" then system(params[:n])\nend', []],
    ['a type by case', 'case params[:n]\nwhen String then system(params[:n])\nend', ['command-injection']],
    ['a pattern for lines', 'system(params[:n]) if params[:n] =~ /^\\w+$/', ['command-injection']],
    ['a pattern for the text', 'system(params[:n]) if params[:n] =~ /\\A\\w+\\z/', []],
    ['a here-document', 'system(<<~LINE)\n  ls #{params[:n]}\nLINE', ['command-injection']],
    ['a block', 'each_name { |name| system(name) }', ['command-injection']],
    ['keyword arguments', 'named(b: params[:n], a: "ls")', []],
    ['options as a map', 'optional(a: params[:n])', ['command-injection']],
    ['a safe navigation', 'system(params[:n]&.strip)', ['command-injection']],
    ['a begin block', 'a = begin\n  params[:n]\nrescue StandardError\n  "ls"\nend\nsystem(a)', ['command-injection']],
    ['what is kept', '@a ||= params[:n]\nsystem(@a)', ['command-injection']],
    ['a pattern of values', 'params => { n: }\nsystem(n)', ['command-injection']],
    ['a structure', 'system(Pair.new(params[:n], "ls").left)', ['command-injection']],
    ['another part of a structure', 'system(Pair.new(params[:n], "ls").right)', []],
    ['a text that grows', 'a = +"ls "\na << params[:n]\nsystem(a)', ['command-injection']],
    ['a number of a list of its own', 'a = ["ls"]\nsystem(params[:n]) if a.size > 1', []],
  ])('%s', async (_, body, rules) => {
    const helpers =
      'def each_name\nyield params[:n]\nend\ndef run(x)\nsystem(x)\nend\ndef named(a:, b:)\nsystem(a)\nend\n' +
      'def optional(options = {})\nsystem(options[:a])\nend';
    const found = await foundIn({ 'app/shop.rb': `${action(body, helpers)}Pair = Struct.new(:left, :right)\n` });
    expect(found.map((each) => each.split(' ')[1])).toEqual(rules);
  });

  it('lets Rails 6.1 and later check names of columns', async () => {
    const lock = 'GEM\n  specs:\n    activerecord (7.1.2)\n    rails (7.1.2)\n';
    expect(await foundIn({ 'Gemfile.lock': lock, 'app/shop.rb': action('Order.order(params[:sort])') })).toEqual([]);
  });

  it.each([
    ['Gemfile', "gem 'rails', '~> 7.0'\n", 0],
    ['Gemfile', 'gem "rails", ">= 6.1.3", "< 8"\n', 0],
    ['shop.gemspec', "Gem::Specification.new do |spec|\n  spec.add_dependency 'rails', '> 6.1', '< 8.0'\nend\n", 0],
    ['Gemfile', "gem 'rails', '~> 5.2'\n", 1],
    ['Gemfile', "gem 'rails', '< 7.0'\n", 1],
    ['Gemfile', "# gem 'rails', '~> 7.0'\ngem 'rails'\n", 1],
  ])('knows the lowest version of Rails from %s: %j', async (file, text, found) => {
    const tree = { [file]: text, 'app/shop.rb': action('Order.order(params[:sort])') };
    expect(await foundIn(tree)).toHaveLength(found);
  });
});

describe('conditions of models', () => {
  const LOCK = 'GEM\n  specs:\n    activerecord (7.1.2)\n    mongoid (8.0.7)\n';

  it.each([
    ['Gemfile', "gem 'mongoid', '~> 8.0'\n", 0],
    ['shop.gemspec', "Gem::Specification.new do |spec|\n  spec.add_dependency 'mongoid'\nend\n", 0],
    ['Gemfile.lock', LOCK, 0],
    ['Gemfile.lock', `${LOCK}    pg (1.5.4)\n`, 1],
    ['Gemfile', "gem 'mongoid'\ngem 'mysql2'\n", 1],
    ['Gemfile', "# gem 'mongoid'\n", 1],
    ['Gemfile', "gem 'rails'\n", 1],
  ])('are no statements where they are documents of MongoDB: %s with %j', async (file, text, found) => {
    const all = await foundIn({ [file]: text, 'app/shop.rb': action('Order.where(params[:q])') });
    expect(all.filter((each) => each.endsWith(' sql-injection'))).toHaveLength(found);
  });
});

describe('what a request to Rails runs', () => {
  const view = (text: string) => ({ 'app/views/shop/show.html.erb': text });

  it('carries instance variables from the action into its template', async () => {
    const tree = { 'app/shop.rb': action('@a = params[:a]'), ...view('<p>\n<%= @a %>\n<%= raw @a %></p>\n') };
    expect(await foundIn(tree)).toEqual(['app/views/shop/show.html.erb:3 cross-site-scripting']);
  });

  it('gives a partial the values that it is rendered with', async () => {
    const tree = {
      'app/shop.rb': action('@a = params[:a]'),
      ...view('<%= render "note", text: @a, other: 1 %>\n'),
      'app/views/shop/_note.html.erb': '<%= raw other %>\n<%= raw text %>\n',
    };
    expect(await foundIn(tree)).toEqual(['app/views/shop/_note.html.erb:2 cross-site-scripting']);
  });

  it('runs what comes before an action, and only there', async () => {
    const text = `class ShopController < ApplicationController
before_action :load, only: :show
def show
system(@a)
end
def index
system(@a)
end
private
def load
@a = params[:a]
end
end
`;
    expect(await foundIn({ 'app/shop.rb': text })).toEqual(['app/shop.rb:4 command-injection']);
  });

  it('runs again for each action what comes before several', async () => {
    const text = `class ShopController < ApplicationController
before_action :load
def show
system(@a.file)
end
def index
system(@a.file)
end
private
def load
@a = Order.find(params[:id])
end
end
class Order < ApplicationRecord
def file
"orders/#{id}"
end
end
`;
    expect(await foundIn({ 'app/shop.rb': text })).toEqual([]);
  });

  it('follows scopes, concerns, services and methods of helpers', async () => {
    const tree = {
      'app/order.rb': `class Order < ApplicationRecord
include Searching
scope :named, ->(name) { where("name = '#{name}'") }
end
`,
      'app/searching.rb': `module Searching
extend ActiveSupport::Concern
class_methods do
def search(word)
find_by_sql("SELECT * FROM orders WHERE word = '#{word}'")
end
end
end
`,
      'app/service.rb': `class Service
def self.call(...)
new(...).call
end
end
class Printing < Service
def initialize(printer)
@printer = printer
end
def call
system("lp -d #{@printer}")
end
end
`,
      'app/shop_helper.rb': 'module ShopHelper\ndef shown(text)\ntext.html_safe\nend\nend\n',
      'app/shop.rb': action(
        'Order.all.named(params[:n]).limit(3)\nOrder.search(params[:w])\nPrinting.call(params[:p])\n@a = params[:a]',
      ),
      ...view('<%= shown(@a) %>\n'),
    };
    expect([...(await foundIn(tree))].sort()).toEqual([
      'app/order.rb:3 sql-injection',
      'app/searching.rb:5 sql-injection',
      'app/service.rb:11 command-injection',
      'app/shop_helper.rb:3 cross-site-scripting',
    ]);
  });
});

describe('what Ruby tells ciphers, tokens and files', () => {
  it.each<[string, string, readonly string[]]>([
    ['a broken cipher', 'OpenSSL::Cipher.new("des-ede3-cbc")', ['weak-cipher']],
    ['a mode that shows patterns', 'OpenSSL::Cipher::AES.new(256, :ECB)', ['weak-cipher']],
    ['a good cipher', 'OpenSSL::Cipher.new("aes-256-gcm")', []],
    ['a key of the environment', 'c = OpenSSL::Cipher.new("aes-256-gcm")\nc.key = ENV["KEY"]', []],
    [
      'a key of a constant',
      'KEY = "abcdefgh"\nc = OpenSSL::Cipher.new("aes-256-gcm")\nc.key = KEY',
      ['hard-coded-key'],
    ],
    ['a random vector', 'c = OpenSSL::Cipher.new("aes-256-cbc")\nc.iv = c.random_iv', []],
    ['a token that is not verified', 'JWT.decode(token, nil, false)', ['token-unverified']],
    ['a token without a signature', 'JWT.encode(data, nil, "none")', ['token-unverified']],
    ['a predictable token', 'token = Array.new(8) { rand(10) }.join', []],
    ['a predictable letter', 'reset_token = ("a".."z").to_a.sample', ['predictable-secret']],
    ['a letter of a good generator', 'reset_token = ("a".."z").to_a.sample(random: SecureRandom)', []],
    ['what the number of a record chooses', 'user = params[:user]; User.where("a = #{user.id}")', []],
    ['a certificate that nobody looks at', 'HTTParty.get(address, verify: false)', ['certificate-unchecked']],
    ['an option of TLS', 'Faraday.new(url: address, ssl: { verify: false })', ['certificate-unchecked']],
    ['rights of everybody', 'File.chmod(0777, "a")', ['writable-by-all']],
    ['rights of the owner', 'File.chmod(0600, "a")', []],
    ['few rounds', 'BCrypt::Password.create(password, cost: 4)', ['few-iterations']],
  ])('%s', async (_, body, rules) => {
    const found = await foundIn({ 'lib/a.rb': `${body}\n` });
    expect(found.map((each) => each.split(' ')[1])).toEqual(rules);
  });

  it('makes less of what the settings for tests say', async () => {
    const text = 'Rails.application.configure do\nconfig.secret_key_base = "0123456789abcdef"\nend\n';
    const { findings } = (await runOn(profile, tools, { 'config/environments/test.rb': text })).tool('ruby-data-flow');
    expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(['hard-coded-key low']);
  });
});

it('takes what a mailer is given for no part of a request', async () => {
  const method = 'def note\n@note = params[:note]\nmail(to: "a")\nend\nend\n';
  const tree = {
    'app/mailers/note_mailer.rb': `class NoteMailer < ApplicationMailer\n${method}`,
    'app/views/note_mailer/note.html.erb': '<p><%= @note.text.html_safe %></p>\n',
  };
  const { findings } = (await runOn(profile, tools, tree)).tool('ruby-data-flow');
  expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(['cross-site-scripting medium']);
  expect(findings[0]!.message).toMatch(/^The parameter of the mail /);
});

it('reads a list of more elements than a call takes, and says where it stops', async () => {
  const list = '1,\n'.repeat(150_000);
  const text = `${action('system(params[:n])')}LIST = [\n${list}1]\n`;
  const run = await runOn(profile, tools, { 'app/shop.rb': text });
  expect(run.found).toEqual(['app/shop.rb:3 command-injection']);
  const reasons = run.tool('ruby-data-flow').unreadable.map(({ reason }) => reason.split(',')[0]);
  expect(reasons).toEqual(['not followed to the end']);
});

describe('all parameters of a request', () => {
  it.each<[string, string, readonly string[]]>([
    ['set all attributes of a record', 'Order.find(1).update(params[:o].to_unsafe_h)', ['mass-assignment']],
    [
      'set all but one',
      'a = params[:o].to_unsafe_hash.reject { |k, _| k == "b" }\n@o.assign_attributes(a)',
      ['mass-assignment'],
    ],
    ['make a record', 'Order.create!(params.to_unsafe_h[:o])', ['mass-assignment']],
    ['are refused by Rails itself', 'Order.find(1).update(params[:o])', []],
    ['set those that are named', 'Order.find(1).update(params[:o].to_unsafe_h.slice(:a, :b))', []],
    [
      'set those that a list has',
      'Order.find(1).update(params[:o].to_unsafe_h.select { |k, _| NAMES.include?(k) })',
      [],
    ],
    [
      'set those that are named, if there are any',
      'a = params[:o] || {}\na = a.to_unsafe_h\nOrder.find(1).update(a.slice(:a))',
      [],
    ],
    ['set those that are permitted', 'Order.find(1).update(params.permit(:a).to_unsafe_h)', []],
    ['set one', 'Order.find(1).update(name: params.to_unsafe_h[:o])', []],
    ['are added to a map', 'all = { a: 1 }\nall.update(params.to_unsafe_h)', []],
    ['are still input', 'system("ls #{params.to_unsafe_h[:a]}")', ['command-injection']],
  ])('%s', async (_, body, rules) => {
    const found = await foundIn({ 'app/shop.rb': action(body) });
    expect(found.map((each) => each.split(' ')[1])).toEqual(rules);
  });
});
