import { FLOW_WEAKNESSES, type FlowRows, type SinkRow } from '../rows';

const SUBPROCESS = ['call', 'run', 'Popen', 'check_call', 'check_output'];
const HTTP = ['get', 'post', 'put', 'patch', 'delete', 'head', 'request', 'options'];
const FILES = ['os.remove', 'os.unlink', 'os.rename', 'os.rmdir', 'os.makedirs', 'os.listdir', 'shutil.rmtree', 'shutil.copy', 'shutil.copyfile', 'shutil.move'];
const PATH = 'pathlib.Path()';
const OPENING = ['read_text', 'read_bytes', 'write_text', 'write_bytes', 'open'];

const requests = (client: string): SinkRow[] => HTTP.map((name) => ({ call: `${client}.${name}`, weakness: 'request-forgery', arguments: name === 'request' ? [1, 'url'] : [0, 'url'] }));

const MONGO = ['find', 'find_one', 'find_one_and_update', 'find_one_and_delete', 'find_one_and_replace', 'update_one', 'update_many', 'delete_one', 'delete_many', 'count_documents', 'replace_one', 'aggregate'];

/** The path of a parser that was told to leave entities alone. */
const SAFE_PARSER = 'lxml.etree.XMLParser() without entities';

/** Python's own functions and modules, and the common clients. */
export const language: FlowRows = {
  aliases: {
    ...Object.fromEntries(['resolve', 'absolute', 'expanduser', 'joinpath'].map((name) => [`${PATH}.${name}()`, PATH])),
    'requests.Session()': 'requests',
    'requests.session()': 'requests',
    'httpx.Client()': 'httpx',
    'httpx.AsyncClient()': 'httpx',
    'aiohttp.ClientSession()': 'aiohttp.client.ClientSession',
    'io.open': 'open',
    'codecs.open': 'open',
    'aiofiles.open': 'open',
    'builtins.eval': 'eval',
    'builtins.exec': 'exec',
    cPickle: 'pickle',
    _pickle: 'pickle',
    dill: 'pickle',
    'yaml.unsafe_load': 'yaml.load',
    'yaml.full_load': 'yaml.safe_load',
    'yaml.CSafeLoader': 'yaml.SafeLoader',
    'yaml.FullLoader': 'yaml.SafeLoader',
    'jinja2.Environment().from_string': 'jinja2.Template',
  },
  ends: ['sys.exit', 'os._exit', 'os.abort', 'exit', 'quit', 'flask.abort', 'werkzeug.exceptions.abort', 'bottle.abort', 'pytest.fail'],
  sinks: [
    // The input names the attribute that is set.
    { call: 'setattr', weakness: 'mass-assignment', arguments: [1] },
    ...MONGO.map((name): SinkRow => ({ call: `*.${name}`, weakness: 'nosql-injection', only: 'object', imports: ['pymongo', 'motor', 'motor.motor_asyncio', 'flask_pymongo', 'mongoengine'] })),
    { call: 'os.system', weakness: 'command-injection' },
    { call: 'os.popen', weakness: 'command-injection' },
    { call: 'commands.getoutput', weakness: 'command-injection' },
    { call: 'subprocess.getoutput', weakness: 'command-injection' },
    { call: 'subprocess.getstatusoutput', weakness: 'command-injection' },
    { call: 'asyncio.create_subprocess_shell', weakness: 'command-injection' },
    ...SUBPROCESS.map((name): SinkRow => ({ call: `subprocess.${name}`, weakness: 'command-injection', arguments: [0, 'args'], onlyWith: 'shell' })),
    ...SUBPROCESS.map((name): SinkRow => ({ call: `subprocess.${name}`, weakness: 'command-injection', arguments: [0, 'args'], only: 'shell-text' })),
    { call: 'eval', weakness: 'code-injection' },
    { call: 'exec', weakness: 'code-injection' },
    { call: 'compile', weakness: 'code-injection' },
    { call: 'importlib.import_module', weakness: 'code-injection' },
    { call: '__import__', weakness: 'code-injection' },
    { call: 'open', weakness: 'path-traversal' },
    // The argument is the path that an upload is saved to.
    { call: '*.save', weakness: 'path-traversal', only: 'file', imports: ['flask', 'werkzeug'] },
    // Archive members may lie outside of the folder, unless a filter refuses them.
    ...['extractall', 'extract'].map((name): SinkRow => ({ call: `tarfile.open().${name}`, weakness: 'path-traversal', receiver: true, unlessWith: 'filter' })),
    ...FILES.map((call): SinkRow => ({ call, weakness: 'path-traversal' })),
    ...OPENING.map((name): SinkRow => ({ call: `${PATH}.${name}`, weakness: 'path-traversal', receiver: true })),
    ...requests('requests'),
    ...requests('httpx'),
    ...requests('aiohttp.client.ClientSession'),
    { call: 'urllib.request.urlopen', weakness: 'request-forgery', arguments: [0, 'url'] },
    { call: 'urllib.request.Request', weakness: 'request-forgery', arguments: [0, 'url'] },
    { call: 'urllib.request.urlretrieve', weakness: 'request-forgery' },
    { call: 'urllib2.urlopen', weakness: 'request-forgery' },
    { call: 'pickle.loads', weakness: 'unsafe-deserialization' },
    { call: 'pickle.load', weakness: 'unsafe-deserialization' },
    { call: 'marshal.loads', weakness: 'unsafe-deserialization' },
    { call: 'shelve.open', weakness: 'unsafe-deserialization' },
    { call: 'jsonpickle.decode', weakness: 'unsafe-deserialization' },
    { call: 'yaml.load', weakness: 'unsafe-deserialization', unless: ['yaml.SafeLoader'] },
    { call: '*.execute', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.executemany', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.executescript', weakness: 'sql-injection', only: 'sql-text' },
    { call: '*.read_sql', weakness: 'sql-injection', only: 'sql-text' },
    { call: 'sqlalchemy.text', weakness: 'sql-injection', only: 'sql-text' },
    { call: 'jinja2.Template', weakness: 'template-injection' },
    { call: 'mako.template.Template', weakness: 'template-injection' },
    ...['fromstring', 'parse', 'XML'].map((name): SinkRow => ({ call: `lxml.etree.${name}`, weakness: 'xml-external-entities', unless: [SAFE_PARSER] })),
    { call: 'xml.sax.parseString', weakness: 'xml-external-entities' },
    { call: '*.xpath', weakness: 'xpath-injection', only: 'text' },
    { call: '*.search_s', weakness: 'ldap-injection', arguments: [2] },
    { call: '*.search_ext_s', weakness: 'ldap-injection', arguments: [2] },
    { call: 'ldap3.Connection().search', weakness: 'ldap-injection', arguments: [1, 'search_filter'] },
    { call: 're.compile', weakness: 'regular-expression-injection' },
    { call: 're.search', weakness: 'regular-expression-injection' },
    { call: 're.match', weakness: 'regular-expression-injection' },
    { call: 're.sub', weakness: 'regular-expression-injection' },
  ],
  sanitizers: [
    { call: 'int', safeFor: 'all' },
    { call: 'float', safeFor: 'all' },
    { call: 'bool', safeFor: 'all' },
    { call: 'len', safeFor: 'all' },
    { call: 'uuid.UUID', safeFor: 'all' },
    // A copy: what comes of it is what was there.
    ...['pickle.dumps', 'cPickle.dumps', 'marshal.dumps', 'dill.dumps', 'cloudpickle.dumps', 'yaml.dump'].map((call) => ({ call, safeFor: ['unsafe-deserialization'] as const })),
    // These refuse a text that is no IP address. A request may go to any address.
    ...['ip_address', 'ip_network', 'IPv4Address', 'IPv6Address'].map((name) => ({ call: `ipaddress.${name}`, safeFor: FLOW_WEAKNESSES.filter((weakness) => weakness !== 'request-forgery') })),
    { call: 'decimal.Decimal', safeFor: 'all' },
    { call: 'str', safeFor: ['nosql-injection'] },
    { call: 'shlex.quote', safeFor: ['command-injection'] },
    { call: 'pipes.quote', safeFor: ['command-injection'] },
    { call: 'html.escape', safeFor: ['cross-site-scripting'] },
    { call: 'cgi.escape', safeFor: ['cross-site-scripting'] },
    { call: 'bleach.clean', safeFor: ['cross-site-scripting'] },
    { call: 'os.path.basename', safeFor: ['path-traversal'] },
    { call: 'urllib.parse.quote', safeFor: ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'] },
    { call: 'urllib.parse.quote_plus', safeFor: ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'] },
    { call: 'urllib.parse.urlencode', safeFor: ['open-redirect', 'request-forgery', 'cross-site-scripting'] },
    // The address of an OAuth provider: values become encoded parameters of it.
    ...['authorization_url', 'create_authorization_url', 'get_authorization_url', 'get_authorization_request_url'].map((name) => ({ call: `*.${name}`, safeFor: ['open-redirect' as const] })),
    // The code names the fields that are kept of the mapping.
    { call: 'funcy.project', safeFor: ['mass-assignment'] },
    { call: 're.escape', safeFor: ['regular-expression-injection'] },
    { call: 'ast.literal_eval', safeFor: ['code-injection'] },
    { call: 'hashlib.md5', safeFor: 'all' },
    { call: 'hashlib.sha256', safeFor: 'all' },
    { call: 'ldap.filter.escape_filter_chars', safeFor: ['ldap-injection'] },
    { call: 'ldap3.utils.conv.escape_filter_chars', safeFor: ['ldap-injection'] },
    { call: 'defusedxml.ElementTree.fromstring', safeFor: ['xml-external-entities'] },
  ],
};
