import { below, safe, sinks } from '../make';
import type { FlowRows, SinkRow } from '../rows';

const each = (paths: readonly string[], names: readonly string[]): string[] => paths.flatMap((path) => below(path, names));

const STATEMENT = [0, 'query', 'sql', 'statement', 'operation'] as const;

/** Drivers of databases and mappers, and MongoDB. */
export const pythonDatabases: FlowRows = {
  aliases: { 'sqlalchemy.sql.text': 'sqlalchemy.text', 'sqlalchemy.sql.expression.text': 'sqlalchemy.text', 'sqlmodel.text': 'sqlalchemy.text', 'sqlalchemy.sql.literal_column': 'sqlalchemy.literal_column', 'sqlalchemy.sql.expression.literal_column': 'sqlalchemy.literal_column' },
  sinks: [
    // asyncpg, databases, aiosqlite, peewee, SQLAlchemy, DuckDB, BigQuery, pandas: a statement of SQL among the arguments.
    ...sinks(
      'sql-injection',
      below('*', ['execute', 'fetch', 'fetchrow', 'fetchval', 'fetch_all', 'fetch_one', 'fetch_val', 'iterate', 'cursor', 'execute_fetchall', 'exec_driver_sql', 'execute_sql', 'sql', 'query', 'read_sql_query', 'mogrify', 'copy_expert', 'execute_many', 'fetchmany', 'run_sql', 'execute_async', 'callproc', 'prepare']),
      { arguments: STATEMENT.slice(1), only: 'sql-text' },
    ),
    ...sinks('sql-injection', below('*', ['fetch', 'fetchrow', 'fetchval', 'fetch_all', 'fetch_one', 'fetch_val', 'iterate', 'execute_fetchall', 'exec_driver_sql', 'execute_sql', 'sql', 'query', 'read_sql_query', 'copy_expert', 'execute_async', 'prepare']), { only: 'sql-text' }),
    ...sinks('sql-injection', ['sqlalchemy.text', 'sqlalchemy.literal_column', 'peewee.SQL'], { only: 'sql-composed' }),
    ...sinks('sql-injection', ['sqlalchemy.text', 'sqlalchemy.literal_column'], { only: 'whole' }),
    ...sinks('nosql-injection', ['*.distinct'], { arguments: [1, 'filter'], only: 'object', imports: ['pymongo', 'motor', 'flask_pymongo'] }),
    ...sinks('nosql-injection', ['*.objects'], { arguments: ['__raw__'], imports: ['mongoengine', 'flask_mongoengine', 'pymongo'] }),
    ...sinks('code-injection', each(['redis.Redis()', 'redis.StrictRedis()', 'redis.asyncio.Redis()', 'redis.from_url()'], ['eval', 'register_script'])),
  ],
};

const HTTP = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const POOLS = ['urllib3', 'urllib3.PoolManager()', 'urllib3.ProxyManager()'];
const BROWSERS = ['Chrome', 'Firefox', 'Edge', 'Safari', 'Remote'].map((name) => `selenium.webdriver.${name}()`);

/** Clients beside `requests`, `httpx` and aiohttp. */
export const pythonClients: FlowRows = {
  aliases: { 'requests_html.HTMLSession()': 'requests', 'requests_html.AsyncHTMLSession()': 'requests', grequests: 'requests', 'requests_toolbelt.sessions.BaseUrlSession()': 'requests', 'requests.sessions.Session()': 'requests', 'cloudscraper.create_scraper()': 'requests', 'curl_cffi.requests': 'requests' },
  sinks: [
    ...sinks('request-forgery', ['requests.Request', 'httpx.Request', 'httpx.stream', 'requests.api.request', ...below('httpx.AsyncClient()', ['stream'])], { arguments: [1, 'url'] }),
    ...sinks('request-forgery', each(POOLS, ['request', 'urlopen', 'request_encode_url', 'request_encode_body']), { arguments: [1, 'url'] }),
    ...sinks('request-forgery', each(['http.client', 'httplib', 'six.moves.http_client'], ['HTTPConnection', 'HTTPSConnection']), { arguments: [0, 'host'] }),
    ...sinks(
      'request-forgery',
      [
        'urllib.request.build_opener().open',
        'urllib.urlopen',
        'urllib.request.URLopener().open',
        'httplib2.Http().request',
        'wget.download',
        'feedparser.parse',
        'tornado.httpclient.AsyncHTTPClient().fetch',
        'tornado.httpclient.HTTPClient().fetch',
        'tornado.httpclient.HTTPRequest',
        'tornado.websocket.websocket_connect',
        'websockets.connect',
        'websocket.create_connection',
        ...below('treq', HTTP),
        ...below('asks', HTTP),
        ...below('niquests', HTTP),
        'socket.create_connection',
        'zeep.Client',
        'suds.client.Client',
        'xmlrpc.client.ServerProxy',
      ],
      {
        arguments: [0, 'uri', 'url', 'wsdl'],
      },
    ),
    ...sinks('request-forgery', ['pycurl.Curl().setopt'], { arguments: [1], onlyWithFlag: ['pycurl.URL', 'pycurl.Curl().URL'] }),
    ...sinks('request-forgery', [...below('pandas', ['read_csv', 'read_json', 'read_html', 'read_xml', 'read_excel', 'read_parquet']), ...each(BROWSERS, ['get'])], { only: 'whole' }),
  ],
};

const TWO_PATHS = [...below('os', ['rename', 'renames', 'replace', 'link', 'symlink']), ...below('shutil', ['copy', 'copy2', 'copyfile', 'copytree', 'move'])];
const ONE_PATH = [
  ...below('os', ['open', 'mkdir', 'mkfifo', 'mknod', 'chmod', 'chown', 'truncate', 'walk', 'scandir', 'removedirs', 'readlink', 'startfile', 'chdir']),
  'glob.glob',
  'glob.iglob',
  'io.FileIO',
  'linecache.getline',
  'linecache.getlines',
  'fileinput.input',
  'runpy.run_path',
  'aiofiles.os.remove',
  'aiofiles.os.rename',
  'anyio.open_file',
];
const PATH = 'pathlib.Path()';
const OF_PATH = ['unlink', 'rmdir', 'mkdir', 'touch', 'chmod', 'iterdir', 'glob', 'rglob', 'symlink_to', 'hardlink_to', 'rename', 'replace', 'readlink', 'walk'];

/** Files and archives. */
export const pythonFiles: FlowRows = {
  aliases: { 'pathlib.PosixPath()': PATH, 'pathlib.PurePath()': PATH, 'anyio.Path()': PATH, 'zipfile.ZipFile().open()': 'zipfile.entry', 'aiopath.AsyncPath()': PATH, 'upath.UPath()': PATH },
  sinks: [
    ...sinks('path-traversal', TWO_PATHS, { arguments: [1, 'dst'] }),
    ...sinks('path-traversal', ['os.link', 'os.symlink', 'os.replace', 'os.renames', 'shutil.copy2', 'shutil.copytree'], { arguments: [0, 'src'] }),
    ...sinks('path-traversal', ONE_PATH, { arguments: [0, 'path', 'name', 'pathname'] }),
    ...sinks('path-traversal', ['open', 'io.open', 'os.makedirs', 'os.listdir'], { arguments: ['file', 'name', 'path'] }),
    ...OF_PATH.map((name): SinkRow => ({ call: `${PATH}.${name}`, weakness: 'path-traversal', receiver: true })),
    ...sinks('path-traversal', below(PATH, ['rename', 'replace']), { arguments: [0, 'target'] }),
    // An upload may be given instead of a path.
    ...sinks(
      'path-traversal',
      [
        'zipfile.ZipFile',
        'tarfile.open',
        'tarfile.TarFile.open',
        'gzip.open',
        'bz2.open',
        'lzma.open',
        'sqlite3.connect',
        'PIL.Image.open',
        'numpy.load',
        'numpy.loadtxt',
        'numpy.genfromtxt',
        'pandas.read_csv',
        'pandas.read_excel',
        'pandas.read_parquet',
        'openpyxl.load_workbook',
        'configparser.ConfigParser().read',
        'h5py.File',
        'cv2.imread',
        'torch.load',
        'joblib.load',
      ],
      { only: 'path-text' },
    ),
    ...sinks('path-traversal', ['shutil.unpack_archive'], { arguments: [0, 1, 'filename', 'extract_dir'] }),
    ...sinks('path-traversal', ['shutil.make_archive'], { arguments: [0, 2, 'base_name', 'root_dir'] }),
    ...sinks('path-traversal', each(['zipfile.ZipFile()', 'tarfile.open()'], ['extractall', 'extract']), { arguments: ['path'] }),
    ...sinks('path-traversal', ['zipfile.ZipFile().extractall', 'tarfile.open().extractall'], { only: 'path-text' }),
    // It looks below its folder only; the folder itself must not come from outside.
    ...sinks('path-traversal', ['flask.send_from_directory'], { arguments: [0, 'directory'] }),
  ],
};

const CONTEXTS = ['invoke', 'invoke.Context()', 'invoke.context.Context()', 'fabric.Connection()', 'fabric.connection.Connection()', 'fabric.api'];
const TABLES = ['DataFrame', 'read_csv', 'read_sql', 'read_json', 'read_excel', 'read_parquet', 'concat', 'merge'].map((name) => `pandas.${name}()`);
const PROGRAMS = ['execv', 'execve', 'execvp', 'execvpe', 'execl', 'execle', 'execlp', 'execlpe', 'posix_spawn', 'posix_spawnp'];
const SPAWNING = ['spawnl', 'spawnle', 'spawnlp', 'spawnlpe', 'spawnv', 'spawnve', 'spawnvp', 'spawnvpe'];
const STARTING = ['subprocess.call', 'subprocess.run', 'subprocess.Popen', 'subprocess.check_call', 'subprocess.check_output', 'asyncio.create_subprocess_exec', 'pty.spawn'];

/** Programs and code that are run. */
export const pythonExecution: FlowRows = {
  aliases: { 'paramiko.client.SSHClient()': 'paramiko.SSHClient()', 'code.InteractiveConsole()': 'code.InteractiveInterpreter()', 'ast.parse()': 'ast.parsed' },
  sinks: [
    // A list that starts a shell with a text of its own: ["sh", "-c", text].
    ...sinks('command-injection', STARTING, { arguments: [0, 'args'], only: 'shell-list' }),
    ...sinks('command-injection', below('os', PROGRAMS), { only: 'whole' }),
    ...sinks('command-injection', below('os', SPAWNING), { arguments: [1], only: 'whole' }),
    ...sinks('command-injection', ['os.execl', 'os.execlp'], { arguments: [3], onlyWithFirst: ['sh', 'bash', '/bin/sh', '/bin/bash'] }),
    ...sinks('command-injection', ['os.spawnl', 'os.spawnlp'], { arguments: [4], onlyWithFirst: ['sh', 'bash', '/bin/sh', '/bin/bash'] }),
    ...sinks('command-injection', ['asyncio.create_subprocess_exec', 'os.startfile'], { only: 'whole' }),
    ...sinks(
      'command-injection',
      [
        'pexpect.spawn',
        'pexpect.run',
        'pexpect.popen_spawn.PopenSpawn',
        'paramiko.SSHClient().exec_command',
        'popen2.popen2',
        'popen2.popen3',
        'os.popen2',
        'os.popen3',
        'os.popen4',
        'commands.getstatusoutput',
        'distutils.spawn.spawn',
        'plumbum.local',
        'asyncssh.connect().run',
        'docker.from_env().containers.run',
        ...each(CONTEXTS, ['run', 'sudo', 'local', 'shell']),
      ],
      { only: 'shell-text' },
    ),
    ...sinks('code-injection', [
      'numexpr.evaluate',
      'js2py.eval_js',
      'js2py.EvalJs().execute',
      'sympy.sympify',
      'sympy.S',
      'sympy.parsing.sympy_parser.parse_expr',
      'timeit.timeit',
      'timeit.repeat',
      'timeit.Timer',
      'runpy.run_module',
      'pydoc.locate',
      'pkgutil.resolve_name',
      'django.utils.module_loading.import_string',
      'werkzeug.utils.import_string',
      'imp.load_source',
      'cffi.FFI().verify',
      'dukpy.evaljs',
      'execjs.eval',
      'py_mini_racer.MiniRacer().eval',
      ...below('code.InteractiveInterpreter()', ['runsource', 'runcode', 'push']),
    ]),
    ...sinks('code-injection', each(TABLES, ['query', 'eval']), { arguments: [0, 'expr'] }),
    ...sinks('code-injection', ['pandas.eval']),
    // `getattr(object, name)()`: a name that only reads a field runs nothing.
    ...sinks('unsafe-reflection', ['attribute called'], { only: 'whole' }),
  ],
  sanitizers: safe(['command-injection'], ['shlex.split', 'subprocess.list2cmdline']),
};

const PATTERN_TESTS = ['match', 'search', 'fullmatch', 'findall', 'split'];

/** Formats that run code, parsers, templates and searches. */
export const pythonParsers: FlowRows = {
  aliases: {
    cloudpickle: 'pickle',
    'six.moves.cPickle': 'pickle',
    'pandas.read_pickle': 'pickle.load',
    pickle5: 'pickle',
    'jsonpickle.loads': 'jsonpickle.decode',
    'jsonpickle.unpickler.decode': 'jsonpickle.decode',
    'yaml.unsafe_load_all': 'yaml.load_all',
    'yaml.full_load_all': 'yaml.safe_load_all',
    'jinja2.environment.Template': 'jinja2.Template',
    'jinja2.nativetypes.NativeEnvironment().from_string': 'jinja2.Template',
    'django.template.engines.django.from_string': 'django.template.Template',
    'django.template.engines.jinja2.from_string': 'jinja2.Template',
    'django.template.Engine().from_string': 'django.template.Template',
    'django.template.base.Template': 'django.template.Template',
    ...Object.fromEntries(['flask.current_app', 'flask.App'].map((name) => [`${name}.jinja_env.from_string`, 'jinja2.Template'])),
    'fastapi.templating.Jinja2Templates().env.from_string': 'jinja2.Template',
    'lxml.etree.parse().getroot()': 'lxml.etree.parse()',
    'xml.etree.ElementTree.parse().getroot()': 'lxml.etree.parse()',
    'xml.etree.ElementTree.parse()': 'lxml.etree.parse()',
    'xml.etree.ElementTree.fromstring()': 'lxml.etree.parse()',
    'lxml.etree.fromstring()': 'lxml.etree.parse()',
    'lxml.etree.XML()': 'lxml.etree.parse()',
  },
  sinks: [
    ...sinks('unsafe-deserialization', ['pickle.Unpickler', 'joblib.load', 'yaml.load_all', 'pandas.io.pickle.read_pickle', 'pickletools.optimize', 'jsonpickle.Unpickler().restore'], { unless: ['yaml.SafeLoader'] }),
    // Their defaults of today load data alone.
    ...sinks('unsafe-deserialization', ['torch.load'], { onlyFalse: 'weights_only' }),
    ...sinks('unsafe-deserialization', ['numpy.load'], { onlyWith: 'allow_pickle' }),
    ...sinks('xml-external-entities', ['lxml.objectify.fromstring', 'lxml.objectify.parse', 'lxml.etree.iterparse'], { onlyWithFlag: ['lxml.etree.XMLParser()'] }),
    ...sinks('ldap-injection', below('ldap.initialize()', ['search', 'search_ext', 'search_st', 'search_s', 'search_ext_s']), { arguments: [2, 'filterstr'] }),
    ...sinks('ldap-injection', below('ldap.initialize()', ['search', 'search_ext', 'search_st', 'search_s', 'search_ext_s']), { arguments: [0, 'base'], only: 'path-text' }),
    ...sinks('ldap-injection', below('ldap3.Connection().extend.standard', ['paged_search']), { arguments: [1, 'search_filter'] }),
    ...sinks('xpath-injection', ['lxml.etree.XPath', 'lxml.etree.ETXPath', 'parsel.Selector().xpath', 'scrapy.Selector().xpath'], { only: 'path-text' }),
    ...sinks('xpath-injection', below('lxml.etree.parse()', ['find', 'findall', 'findtext', 'iterfind']), { only: 'path-text' }),
    ...sinks('xpath-injection', ['elementpath.select', 'elementpath.iter_select'], { arguments: [1, 'path'], only: 'path-text' }),
    ...sinks('template-injection', [
      'tornado.template.Template',
      'chameleon.PageTemplate',
      'chameleon.PageTextTemplate',
      'genshi.template.MarkupTemplate',
      'genshi.template.TextTemplate',
      'genshi.template.NewTextTemplate',
      'Cheetah.Template.Template',
      'bottle.SimpleTemplate',
      'bottle.template',
      'airspeed.Template',
      'pystache.render',
      'mako.lookup.TemplateLookup().put_string',
      'web.template.Template',
    ]),
    ...sinks('regular-expression-injection', [...below('re', ['findall', 'finditer', 'fullmatch', 'split', 'subn']), ...below('regex', ['compile', 'search', 'match', 'sub', 'findall', 'fullmatch', 'split', 'finditer'])]),
  ],
  sanitizers: [
    ...safe(['ldap-injection'], ['ldap.filter.filter_format', 'ldap.dn.escape_dn_chars', 'ldap3.utils.dn.escape_rdn']),
    ...safe(['regular-expression-injection'], ['regex.escape']),
    ...safe(['cross-site-scripting'], ['nh3.clean', 'bleach.linkify', 'lxml.html.clean.clean_html', 'django.utils.html.strip_tags', 'django.template.defaultfilters.escape', 'webob.html_escape', 'sanitize_html']),
    ...safe(['xml-external-entities'], ['defusedxml.lxml.fromstring', 'defusedxml.ElementTree.parse', 'defusedxml.minidom.parseString', 'defusedxml.sax.parseString']),
    ...safe(['sql-injection'], ['psycopg2.sql.Identifier', 'psycopg2.sql.Literal', 'psycopg.sql.Identifier', 'psycopg.sql.Literal', 'psycopg2.extensions.quote_ident', '*.escape_string', 'pymysql.converters.escape_string', 'MySQLdb.escape_string']),
    ...safe('all', ['secrets.compare_digest', 'hmac.compare_digest']),
  ],
  patternTests: [...PATTERN_TESTS.map((name) => ({ call: `re.${name}`, pattern: 0, text: 1, isText: true }) as const), ...PATTERN_TESTS.map((name) => ({ call: `re.compile().${name}`, pattern: 'receiver', text: 0 }) as const)],
};
