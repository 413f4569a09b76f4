import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The rules found in each of some programs, which are files of one target. */
async function rulesIn(
  gems: readonly string[],
  programs: readonly (readonly [name: string, text: string, rule?: string])[],
) {
  const files = Object.fromEntries(programs.map(([name, text]) => [`${name}.rb`, text]));
  const manifest = { Gemfile: gems.map((name) => `gem "${name}"\n`).join('') };
  const { findings } = (await runOn(profileOf('flow'), flowTools, { ...manifest, ...files })).tool('ruby-data-flow');
  const rules = (name: string) => findings.filter(({ file }) => file === `${name}.rb`).map(({ rule }) => rule);
  return programs.map(([name]) => `${name}: ${[...new Set(rules(name))].sort().join(', ')}`);
}

const classNamed = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const action = (name: string, body: string) =>
  `class ${classNamed(name)}Controller < ApplicationController\n  def show\n    ${body}\n  end\nend\n`;

const WEAK: readonly (readonly [name: string, body: string, rule: string])[] = [
  ['mechanize', 'Mechanize.new.get(params[:u])', 'request-forgery'],
  ['download', 'Down.download(params[:u])', 'request-forgery'],
  ['chain', 'HTTP.follow.get(params[:u])', 'request-forgery'],
  ['connection', 'Faraday.new(url: params[:u]).get("/a")', 'request-forgery'],
  ['shell', 'system("sh", "-c", "ls #{params[:q]}")', 'command-injection'],
  ['environment', 'system({ "A" => "b" }, "ls #{params[:q]}")', 'command-injection'],
  ['list', 'IO.popen(["sh", "-c", params[:q]])', 'command-injection'],
  ['bar', 'open("|ls #{params[:q]}")', 'command-injection'],
  ['compiled', 'RubyVM::InstructionSequence.compile(params[:q])', 'code-injection'],
  ['pathname', 'Pathname.new("/srv/#{params[:f]}").read', 'path-traversal'],
  ['archive', 'Zlib::GzipReader.open("/srv/#{params[:f]}")', 'path-traversal'],
  ['mustache', 'Mustache.render(params[:t])', 'template-injection'],
  ['xml', 'Hash.from_trusted_xml(params[:q])', 'unsafe-deserialization'],
  ['objects', 'Oj.load(params[:q], mode: :object)', 'unsafe-deserialization'],
  ['directory', 'Net::LDAP.new.bind_as(filter: "(uid=#{params[:u]})")', 'ldap-injection'],
  ['search', 'Nokogiri::XML("a").search("//u[@n=\'#{params[:u]}\']")', 'xpath-injection'],
  ['found', 'head :found, location: params[:u]', 'open-redirect'],
  ['entities', 'Nokogiri::XML(params[:x]) { |config| config.noent }', 'external-entities'],
  ['host_key', 'Net::SSH.start("h", "u", verify_host_key: :never)', 'certificate-unchecked'],
  ['version', 'OpenSSL::SSL::SSLContext.new(:TLSv1)', 'old-tls'],
  ['switched_off', 'config.action_controller.allow_forgery_protection = false', 'forgery-unchecked'],
];

const SAFE: readonly (readonly [name: string, body: string])[] = [
  ['list', 'IO.popen(["ls", params[:q]])'],
  ['environment', 'system({ "A" => "b" }, "ls", params[:q])'],
  ['objects', 'Oj.load(params[:q], mode: :strict)'],
  ['search', 'User.search("//#{params[:u]}")'],
  ['found', 'head :found, location: user_path(params[:id])'],
  ['host_key', 'Net::SSH.start("h", "u", verify_host_key: :always)'],
  ['download', 'Down.download("https://files.example/#{params[:u]}")'],
];

const actions = (programs: readonly (readonly [name: string, body: string, rule?: string])[]) =>
  programs.map(([name, body, rule]) => [name, action(name, body), rule] as const);

describe('libraries of Ruby', () => {
  it('are harmed by what comes in from outside', async () => {
    expect(await rulesIn(['rails'], actions(WEAK))).toEqual(WEAK.map(([name, , rule]) => `${name}: ${rule}`));
  });

  it('are not harmed where each has its own way of being safe', async () => {
    expect(await rulesIn(['rails'], actions(SAFE))).toEqual(SAFE.map(([name]) => `${name}: `));
  });

  it('hand on what comes in from outside without a framework', async () => {
    const servers: readonly (readonly [name: string, text: string])[] = [
      ['rack', 'class A\n  def call(env)\n    system("ls #{env["QUERY_STRING"]}")\n  end\nend\n'],
      [
        'webrick',
        'class B < WEBrick::HTTPServlet::AbstractServlet\n  def do_GET(req, res)\n' +
          '    system("ls #{req.query["q"]}")\n  end\nend\n',
      ],
      [
        'channel',
        'class C < ActionCable::Channel::Base\n  def speak(data)\n    system("ls #{data["q"]}")\n  end\nend\n',
      ],
    ];
    expect(await rulesIn([], servers)).toEqual(servers.map(([name]) => `${name}: command-injection`));
  });
});

it('settings of Rails for developers and for tests show errors', async () => {
  const text = 'Rails.application.configure do\n  config.consider_all_requests_local = true\nend\n';
  const files = ['config/environments/test', 'config/environments/development', 'config/environments/production'];
  const found = await rulesIn(
    ['rails'],
    files.map((name) => [name, text]),
  );
  expect(found).toEqual(files.map((name) => `${name}: ${name.endsWith('production') ? 'error-shown' : ''}`));
});
