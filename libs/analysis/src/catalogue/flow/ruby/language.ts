import { below, safe, sinks } from '../make';
import { EXPORTED, type FlowRows, HARMFUL_IN_PACKAGES, type SinkRow } from '../rows';

const COMMANDS = ['system', 'exec', 'spawn', 'Kernel.system', 'Kernel.exec', 'Kernel.spawn', 'Kernel.`', 'Process.spawn', 'IO.popen', 'PTY.spawn', ...below('Open3', ['capture2', 'capture2e', 'capture3', 'popen2', 'popen2e', 'popen3', 'pipeline', 'pipeline_r', 'pipeline_rw', 'pipeline_start'])];
const READING = ['read', 'open', 'new', 'readlines', 'foreach', 'binread', 'write', 'binwrite', 'delete', 'unlink', 'rename', 'symlink', 'link', 'truncate', 'readlink', 'chmod', 'sysopen'];
const FILES = ['File', ...below('File', READING), ...below('IO', ['read', 'readlines', 'foreach', 'binread', 'write', 'binwrite', 'copy_stream']), 'Dir', ...below('Dir', ['new', 'open', 'entries', 'children', 'mkdir', 'rmdir', 'chdir', 'each_child', 'foreach'])];
const UTILITIES = below('FileUtils', ['rm', 'rm_f', 'rm_r', 'rm_rf', 'remove', 'mkdir', 'mkdir_p', 'mv', 'cp', 'cp_r', 'touch', 'copy_file', 'remove_entry', 'remove_dir', 'move', 'ln_s', 'chmod_R']);
const HTTP = ['get', 'post', 'put', 'patch', 'delete', 'head'];
const NUMBERS = [
  '*.to_i',
  '*.to_f',
  '*.to_r',
  '*.to_c',
  '*.to_d',
  'Integer',
  'Float',
  'Rational',
  'BigDecimal',
  '*.hex',
  '*.oct',
  '*.to_time',
  '*.to_date',
  '*.to_datetime',
  'Date.parse',
  'Time.parse',
  'DateTime.parse',
  'Time.at',
  'Date.strptime',
  'IPAddr',
  'IPAddr.new',
  '*.to_bool',
  '*.hash',
  '*.crypt',
  '*.unpack1',
  '*.abs',
];
const DIGESTS = ['Digest.MD5', 'Digest.SHA1', 'Digest.SHA256', 'Digest.SHA384', 'Digest.SHA512', 'OpenSSL.Digest'].flatMap((name) => below(name, ['hexdigest', 'digest', 'base64digest']));

/** Ruby itself: commands, code, files, requests, parsers and texts. */
export const rubyLanguage: FlowRows = {
  // The caller of a gem may have checked the values that it passes.
  milder: [{ labels: [EXPORTED], severities: Object.fromEntries(HARMFUL_IN_PACKAGES.map((weakness) => [weakness, 'medium' as const])) }],
  sinks: [
    ...sinks('command-injection', COMMANDS, { only: 'shell-text' }),
    ...sinks('command-injection', ['open', 'Kernel.open'], { only: 'address', isPart: true }),
    ...sinks('command-injection', ['IO.read', 'IO.readlines', 'IO.foreach'], { only: 'address' }),
    ...sinks('code-injection', ['eval', 'Kernel.eval', 'binding().eval', '*.eval']),
    ...sinks('code-injection', ['instance_eval', 'class_eval', 'module_eval', '*.instance_eval', '*.class_eval', '*.module_eval'], { isMacro: true }),
    ...sinks('code-injection', ['require', 'load', 'require_relative', 'Kernel.load'], { only: 'file', isProgram: true }),
    ...sinks('unsafe-reflection', ['*.constantize', '*.safe_constantize'], { receiver: true, only: 'whole' }),
    ...sinks('unsafe-reflection', ['*.const_get', 'const_get', 'qualified_const_get', '*.send', '*.public_send', '*.__send__', 'send', 'public_send', '__send__', '*.try', '*.instance_variable_get', 'method', '*.method', 'define_method', '*.instance_variable_set', '*.public_method'], { only: 'whole' }),
    ...sinks('path-traversal', [...FILES, ...UTILITIES, 'Pathname.read', 'Zip.File.open', 'CSV.read', 'CSV.foreach', 'CSV.open', 'YAML.load_file'], { only: 'file' }),
    ...sinks('path-traversal', ['Dir.glob', 'Dir.[]'], { only: 'file' }),
    ...sinks('path-traversal', ['File.rename', 'FileUtils.mv', 'FileUtils.cp', 'FileUtils.ln_s', 'IO.copy_stream', 'FileUtils.copy_file'], { arguments: [1], only: 'file' }),
    ...sinks(
      'request-forgery',
      [
        ...below('Net.HTTP', ['get', 'get_response', 'post', 'post_form', 'start', 'new', 'get_print']),
        'Net.HTTP',
        ...below('Net.HTTP', ['Get', 'Post', 'Put', 'Delete']),
        'URI.open',
        'OpenURI.open_uri',
        ...below('Faraday', [...HTTP, 'new']),
        'Faraday',
        ...below('HTTParty', HTTP),
        ...below('RestClient', HTTP),
        'RestClient.Request.execute',
        'RestClient.Resource',
        ...below('HTTP', HTTP),
        ...below('Typhoeus', HTTP),
        ...below('Excon', [...HTTP, 'new']),
        ...below('HTTPX', HTTP),
        'Curl.get',
        'Curl.Easy.perform',
        'TCPSocket',
        'TCPSocket.open',
      ],
      { only: 'address' },
    ),
    { call: 'RestClient.Request.execute', weakness: 'request-forgery', arguments: ['url'], only: 'address' },
    ...sinks('unsafe-deserialization', ['Marshal.load', 'Marshal.restore', 'YAML.unsafe_load', 'Psych.unsafe_load', 'YAML.load_stream', 'Oj.object_load', 'Ox.parse_obj', 'JSON.restore']),
    ...sinks('unsafe-deserialization', ['YAML.load', 'Psych.load', 'YAML.load_documents']),
    { call: 'Oj.load', weakness: 'unsafe-deserialization', unlessWith: 'mode' },
    { call: 'JSON.parse', weakness: 'unsafe-deserialization', onlyWith: 'create_additions' },
    ...sinks('xml-external-entities', below('Nokogiri', ['XML', 'XML.Document.parse', 'XML.parse', 'HTML']), { onlyWithFlag: ['Nokogiri.XML.ParseOptions.NOENT', 'Nokogiri.XML.ParseOptions.DTDLOAD'] }),
    ...sinks('xml-external-entities', ['Nokogiri.XML.with_entities', 'LibXML.XML.Parser.string', 'LibXML.XML.Document.string'], { onlyWithFlag: ['LibXML.XML.Parser.Options.NOENT'] }),
    ...sinks('xpath-injection', ['*.xpath', '*.at_xpath'], { only: 'text' }),
    ...['first', 'match', 'each'].map((name): SinkRow => ({ call: `REXML.XPath.${name}`, weakness: 'xpath-injection', arguments: [1] })),
    { call: '*.search', weakness: 'ldap-injection', arguments: ['filter', 'base'], imports: ['net-ldap', 'net', 'ldap'] },
    ...sinks('ldap-injection', ['Net.LDAP.Filter.construct', 'Net.LDAP.Filter.from_rfc2254']),
    ...sinks('regular-expression-injection', ['Regexp', 'Regexp.new', 'Regexp.compile']),
  ],
  sanitizers: [
    // A copy: what comes of it is what was there.
    ...safe(['unsafe-deserialization'], ['Marshal.dump', 'YAML.dump', 'Psych.dump']),
    ...safe('all', [...NUMBERS, ...DIGESTS, 'SecureRandom.hex', 'Base64.strict_encode64', 'Base64.urlsafe_encode64']),
    ...safe(['cross-site-scripting'], ['CGI.escapeHTML', 'CGI.escape_html', 'Rack.Utils.escape_html', 'Haml.Helpers.html_escape', 'Erubi.h', 'JSON.generate', 'JSON.dump', 'escape_html']),
    ...safe(
      ['cross-site-scripting', 'open-redirect', 'request-forgery', 'path-traversal', 'header-injection'],
      ['CGI.escape', 'URI.encode_www_form', 'URI.encode_www_form_component', 'URI.encode_uri_component', 'ERB.Util.url_encode', 'ERB.Util.u', 'Rack.Utils.escape', '*.to_query', 'Addressable.URI.encode_component', 'Addressable.URI.form_encode'],
    ),
    ...safe(['command-injection'], ['Shellwords.escape', 'Shellwords.shellescape', 'Shellwords.join', '*.shellescape', '*.shelljoin']),
    ...safe(['path-traversal', 'file-inclusion'], ['File.basename', 'ActiveStorage.Filename', '*.sanitize_filename', 'sanitize_filename', 'Zaru.sanitize!']),
    ...safe(['regular-expression-injection'], ['Regexp.escape', 'Regexp.quote', 'Regexp.union']),
    ...safe(['ldap-injection'], ['Net.LDAP.Filter.escape', 'Net.LDAP.Filter.eq', 'Net.LDAP.Filter.equals', 'Net.LDAP.DN.escape']),
  ],
};
