import { below, settings, sinks } from '../make';
import type { FlowRows } from '../rows';

const aliases = (name: string, paths: readonly string[]): Record<string, string> => Object.fromEntries(paths.map((path) => [path, name]));
/** Texts that are too short for a password, or stand for one in an example or a test. */
const NO_PASSWORD = '^(?:.{0,3}|(?:none|null|dummy|test|password|passwd|pass|secret|change_?me|your|example|root|admin|guest|postgres)\\b.*|.*[<{\\[%].*)$';

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'request'];
const HTTP_BUILDING = ['follow', 'auth', 'basic_auth', 'headers', 'timeout', 'accept', 'via', 'cookies', 'use', 'persistent', 'encoding'];

/** Clients beside Net::HTTP and those that take an address at once. */
export const rubyClients: FlowRows = {
  aliases: {
    ...aliases(
      'HTTP',
      HTTP_BUILDING.map((name) => `HTTP.${name}()`),
    ),
    ...aliases('Faraday', ['Faraday.new()', 'Faraday()', 'Faraday.Connection.new()']),
    ...aliases('HTTPClient', ['HTTPClient.new()', 'HTTPClient()']),
    ...aliases('Mechanize', ['Mechanize.new()', 'Mechanize()']),
    ...aliases('Patron.Session', ['Patron.Session.new()', 'Patron.Session()']),
  },
  sinks: [
    ...sinks(
      'request-forgery',
      [
        ...below('Mechanize', VERBS),
        ...below('Patron.Session', VERBS),
        ...below('HTTPClient', [...VERBS, 'get_content', 'post_content']),
        'Down.download',
        'Down.open',
        'Curl.Easy',
        'Curl.Easy.new',
        'Curl.Easy.http_get',
        'Curl.post',
        'Savon.client',
        'SSRFProxy.get',
        'Net.FTP.open',
        'Net.FTP',
        'Kernel.URI.open',
        'Feedjira.fetch',
        'Typhoeus.Request',
        'Typhoeus.Request.new',
        'Async.HTTP.Internet.new().get',
      ],
      { only: 'address' },
    ),
    ...sinks('request-forgery', ['Savon.client', 'Faraday.new', 'Faraday'], { arguments: ['wsdl', 'endpoint', 'url'], only: 'address' }),
  ],
  settings: [
    ...settings('certificate-unchecked', ['Savon.client'], { argument: ['ssl_verify_mode'], matches: '^none$' }),
    ...settings('certificate-unchecked', ['*.ssl_verify_peer='], { is: [false] }),
    ...settings('certificate-unchecked', ['Excon.defaults().[]='], { argument: [1], is: [false], and: [{ matches: '^ssl_verify_peer$' }] }),
    ...settings('certificate-unchecked', ['*.set_params'], { argument: ['verify_mode'], flags: ['OpenSSL.SSL.VERIFY_NONE'] }),
    ...settings('certificate-unchecked', ['Net.SSH.start', 'Net.SCP.start', 'Net.SFTP.start'], { argument: ['verify_host_key'], matches: '^never$' }),
    ...settings('certificate-unchecked', ['Net.SSH.start', 'Net.SCP.start', 'Net.SFTP.start'], { argument: ['verify_host_key', 'paranoid'], is: [false] }),
    ...settings('host-name-unchecked', below('Typhoeus', ['get', 'post', 'put', 'delete']), { argument: ['ssl_verifyhost'], is: [0, false] }),
    ...settings('old-tls', ['OpenSSL.SSL.SSLContext', 'OpenSSL.SSL.SSLContext.new'], { matches: '^(?:SSLv[23]|TLSv1(?:_1)?)$' }),
    ...settings('hard-coded-password', ['Net.SSH.start', 'Net.SCP.start', 'Net.SFTP.start', 'Redis', 'Redis.new', 'Sequel.connect', 'Sequel.postgres', 'Sequel.mysql2', 'Bunny', 'Bunny.new', 'Mongo.Client'], { argument: ['password', 'pass'], fixed: true, unless: NO_PASSWORD }),
    ...settings('hard-coded-password', ['Net.FTP.open', 'Net.FTP', 'Net.FTP.new'], { argument: [2], fixed: true, unless: NO_PASSWORD }),
    ...settings('hard-coded-password', ['Net.SMTP.start'], { argument: [4], fixed: true, unless: NO_PASSWORD }),
  ],
};

const SSH = ['ssh', 'session', 'connection'];

/** Programs, templates, files and formats. */
export const rubyLibraries: FlowRows = {
  aliases: {
    ...aliases('Pathname', ['Pathname()', 'Pathname.new()', 'Pathname.join()']),
    'Net.SSH.start()': 'Net.SSH.Session',
  },
  handlers: [{ call: 'Net.SSH.start', parameters: ['Net.SSH.Session'] }],
  sinks: [
    ...sinks('command-injection', ['Net.SSH.Session.exec!', 'Net.SSH.Session.exec', ...SSH.flatMap((name) => [`${name}().exec!`]), 'TTY.Command.new().run', 'Terrapin.CommandLine', 'Cocaine.CommandLine', 'Rake.sh', 'sh', 'Mixlib.ShellOut', 'Subprocess.check_output'], { only: 'shell-text' }),
    ...sinks('command-injection', ['Terrapin.CommandLine', 'Terrapin.CommandLine.new', 'Cocaine.CommandLine', 'Cocaine.CommandLine.new'], { arguments: [1] }),
    // Options of the environment come first.
    ...sinks('command-injection', ['system', 'exec', 'spawn', 'Kernel.system', 'Process.spawn', 'Open3.capture2', 'Open3.capture2e', 'Open3.capture3'], { arguments: [1], only: 'shell-behind' }),
    ...sinks('command-injection', ['system', 'exec', 'spawn', 'Kernel.system', 'Process.spawn', 'Open3.capture2', 'Open3.capture2e', 'Open3.capture3', 'Open3.popen3'], { arguments: [2], onlyWithFirst: ['sh', 'bash', '/bin/sh', '/bin/bash'] }),
    ...sinks('command-injection', ['IO.popen'], { only: 'shell-list' }),
    // A text that begins with a bar is a command.
    ...sinks('command-injection', ['open', 'Kernel.open'], { only: 'piped' }),
    ...sinks('code-injection', ['RubyVM.InstructionSequence.compile', 'RubyVM.InstructionSequence.new', 'MiniRacer.Context.new().eval', 'ExecJS.eval', 'ExecJS.exec', 'V8.Context.new().eval']),
    ...sinks('path-traversal', below('Pathname', ['read', 'binread', 'write', 'binwrite', 'open', 'delete', 'unlink', 'rmtree', 'mkpath', 'mkdir', 'readlines', 'each_line', 'children', 'entries', 'rename', 'glob']), { receiver: true, only: 'file' }),
    ...sinks(
      'path-traversal',
      [
        'Zlib.GzipReader.open',
        'Zlib.GzipWriter.open',
        'MiniMagick.Image.open',
        'MiniMagick.Image',
        'Magick.Image.read',
        'Vips.Image.new_from_file',
        'Roo.Spreadsheet.open',
        'Roo.Excelx',
        'SQLite3.Database.new',
        'YAML.unsafe_load_file',
        'YAML.safe_load_file',
        'JSON.load_file',
        'IO.sysopen',
        'Tempfile.open',
        'File.lchmod',
        'File.utime',
        'FileUtils.install',
        'FileUtils.chown',
        'FileUtils.remove_file',
        'FileUtils.rmtree',
        'FileUtils.mkpath',
        'Dir.unlink',
        'Dir.delete',
        'Find.find',
        'Gem.Package.TarReader',
      ],
      { only: 'file' },
    ),
    ...sinks('path-traversal', ['File.symlink', 'File.link', 'FileUtils.cp_r', 'FileUtils.copy', 'FileUtils.move', 'FileUtils.install', 'FileUtils.copy_entry', 'FileUtils.ln'], { arguments: [1], only: 'file' }),
    ...sinks('template-injection', ['Mustache.render', 'Slim.Template.new', 'Haml.Template', 'Haml.Template.new', 'Liquid.Template.new().parse', 'Erubis.Eruby', 'Erubis.Eruby.new', 'Erubis.FastEruby', 'Erubi.Engine.new', 'Tilt.new', 'Handlebars.Context.new().compile', 'Mustache.template=']),
    ...sinks('unsafe-deserialization', ['Hash.from_trusted_xml', 'Psych.unsafe_load_file', 'YAML.unsafe_load_file', 'Syck.load', 'PStore', 'Rack.Session.Cookie.Base64.Marshal.new().decode']),
    { call: 'Ox.load', weakness: 'unsafe-deserialization', onlyWithText: { name: 'mode', matches: '^object$' } },
    { call: 'Oj.load', weakness: 'unsafe-deserialization', onlyWithText: { name: 'mode', matches: '^object$' } },
    ...sinks('ldap-injection', ['Net.LDAP.new().search', 'Net.LDAP().search', 'Net.LDAP.search', 'Net.LDAP.new().bind_as', 'Net.LDAP().bind_as', 'Net.LDAP.bind_as', '*.bind_as'], { arguments: ['filter', 'base'] }),
    ...sinks('xpath-injection', ['*.search', '*.at'], { only: 'xpath' }),
    ...sinks('xpath-injection', ['REXML.Document.new().elements().[]', 'REXML.Document().elements().[]', 'REXML.Document.elements().[]'], { only: 'path-text' }),
  ],
  settings: [
    // `Nokogiri::XML(text) { |config| config.noent }`: despite its name, it puts entities in.
    ...settings('external-entities', ['*.noent'], { always: true }),
    ...settings('short-key', ['OpenSSL.PKey.EC', 'OpenSSL.PKey.EC.new', 'OpenSSL.PKey.EC.generate'], { matches: '^(?:secp|sect|prime)(?:1[0-9]{2})|^brainpoolP160' }),
    ...settings('constant-salt', ['*.crypt'], { fixed: true, unless: '^.{30}' }),
    ...settings('few-iterations', ['ActiveSupport.KeyGenerator', 'ActiveSupport.KeyGenerator.new'], { argument: ['iterations'], below: 1_000 }),
    ...settings('token-unverified', ['JWT.decode'], { argument: ['algorithms', 'algorithm'], elements: true, matches: '^none$' }),
    ...settings('token-unverified', ['JWT.decode'], { argument: [3], field: 'algorithms', elements: true, matches: '^none$' }),
    ...settings('writable-by-all', ['File.open', 'File', 'File.new'], { argument: [2, 'perm'], bits: 0o002, severity: 'low' }),
    ...settings('writable-by-all', ['Pathname.chmod'], { bits: 0o002 }),
    ...settings('shared-temporary-file', ['Dir.Tmpname.make_tmpname'], { always: true }),
  ],
};
