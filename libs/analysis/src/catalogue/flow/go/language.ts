import { FLOW_WEAKNESSES, type FlowRows } from '../rows';
import { aliases, below, chained, labelled, safe, sinks } from '../make';

const REQUEST = 'net.http.Request';
const WRITER = 'net.http.ResponseWriter';
const STATEMENTS = ['Query', 'QueryRow', 'Exec', 'Prepare', 'Queryx', 'QueryRowx', 'NamedExec', 'NamedQuery', 'MustExec', 'Preparex', 'PrepareNamed'];
const WITH_CONTEXT = ['QueryContext', 'QueryRowContext', 'ExecContext', 'PrepareContext', 'QueryxContext', 'NamedExecContext', 'MustExecContext', 'PreparexContext'];
const FILES = ['Open', 'OpenFile', 'Create', 'ReadFile', 'WriteFile', 'Remove', 'RemoveAll', 'Mkdir', 'MkdirAll', 'ReadDir', 'Rename', 'Truncate', 'Chmod', 'Symlink', 'Chown', 'Chtimes', 'Chdir', 'Readlink', 'DirFS', 'CreateTemp', 'MkdirTemp', 'CopyFS'];
/** Calls that ask for what is known of a file. */
const LOOKS = ['Stat', 'Lstat'];
const NUMBERS = ['int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'float32', 'float64', 'bool', 'len', 'cap'];
const SHELLS = ['sh', 'bash', '/bin/sh', '/bin/bash', '/usr/bin/sh', '/usr/bin/bash', 'zsh', '/bin/zsh', 'ash', 'dash', 'cmd', 'cmd.exe', 'powershell', 'powershell.exe', 'pwsh'];
/** Programs that run a text as code, and the options that say so. */
const INTERPRETERS = ['python', 'python3', 'perl', 'ruby', 'node', 'php'];
const LOADERS = ['ParseFiles', 'ParseGlob', 'ParseFS'];

/** The names of archive entries, which may lead out of the folder, and those of the files that their links point to. */
const ENTRIES = ['archive.zip.File.Name', 'archive.zip.FileHeader.Name', 'archive.tar.Header.Name', 'archive.tar.Header.Linkname'];

const ofTemplates = (name: string): Record<string, string> => ({
  ...aliases(`${name}.Template`, below(name, ['New()', 'Must()', ...LOADERS.map((each) => `${each}()`)])),
  ...chained(`${name}.Template`, ['Parse', 'Funcs', 'Delims', 'Option', 'New', 'Lookup', 'Clone', ...LOADERS]),
});

/** Go's own packages. */
export const goLanguage: FlowRows = {
  aliases: {
    'net.http.DefaultClient': 'net.http.Client',
    ...chained(REQUEST, ['WithContext', 'Clone']),
    ...['html', 'text'].reduce((all, kind) => ({ ...all, ...ofTemplates(`${kind}.template`) }), {}),
    'database.sql.Open()': 'database.sql.DB',
    'database.sql.DB.Begin()': 'database.sql.Tx',
    'database.sql.DB.BeginTx()': 'database.sql.Tx',
    'database.sql.Tx': 'database.sql.DB',
    'database.sql.Conn': 'database.sql.DB',
    'sqlx.DB': 'database.sql.DB',
    'sqlx.Tx': 'database.sql.DB',
    'sqlx.Connect()': 'database.sql.DB',
    'sqlx.Open()': 'database.sql.DB',
    'archive.zip.OpenReader()': 'archive.zip.Reader',
    ...aliases('database.sql.DB', [
      'database.sql.OpenDB()',
      'database.sql.DB.Conn()',
      'database.sql.Conn.BeginTx()',
      'sqlx.MustConnect()',
      'sqlx.MustOpen()',
      'sqlx.NewDb()',
      'sqlx.DB.Beginx()',
      'sqlx.DB.MustBegin()',
      'sqlx.DB.Unsafe()',
      'sqlx.Conn',
      'database.sql.DB.Beginx()',
      'database.sql.DB.MustBegin()',
      'database.sql.DB.BeginTxx()',
      'sqlx.Ext',
      'sqlx.ExtContext',
      'sqlx.Queryer',
      'sqlx.Execer',
    ]),
    'archive.zip.NewReader()': 'archive.zip.Reader',
    'archive.zip.ReadCloser': 'archive.zip.Reader',
    'archive.zip.Reader.File.[]': 'archive.zip.File',
    'archive.tar.NewReader()': 'archive.tar.Reader',
    'archive.tar.Reader.Next()': 'archive.tar.Header',
  },
  sources: {
    ...labelled('query of the request', below(REQUEST, ['URL.Query()', 'URL.RawQuery'])),
    ...labelled('parameter of the request', below(REQUEST, ['FormValue()', 'Form'])),
    ...labelled('form of the request', below(REQUEST, ['PostFormValue()', 'PostForm'])),
    ...labelled('path of the request', below(REQUEST, ['URL.Path'])),
    ...labelled('address of the request', below(REQUEST, ['RequestURI', 'URL.String()', 'URL.RequestURI()', 'URL.EscapedPath()'])),
    ...labelled('header of the request', below(REQUEST, ['Header', 'UserAgent()', 'Referer()'])),
    ...labelled('cookie of the request', below(REQUEST, ['Cookie()', 'Cookies()'])),
    [`${REQUEST}.Body`]: 'body of the request',
    [`${REQUEST}.PathValue()`]: 'part of the path of the request',
    ...labelled('name of a file in an archive', ENTRIES),
  },
  harmless: [
    { paths: ENTRIES, weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'path-traversal') },
    { paths: below(REQUEST, ['URL.Path', 'RequestURI', 'URL.String()', 'URL.RequestURI()', 'URL.EscapedPath()', 'URL.RawQuery']), weaknesses: ['open-redirect', 'request-forgery'] },
    { paths: below(REQUEST, ['Header', 'UserAgent()', 'Referer()', 'Cookie()', 'Cookies()']), weaknesses: ['cross-site-scripting', 'open-redirect'] },
  ],
  responseTypes: [{ call: '*.Set', argument: 1, onlyWithFirst: 'content-type' }],
  sinks: [
    ...sinks('sql-injection', below('database.sql.DB', STATEMENTS)),
    ...sinks('sql-injection', below('database.sql.DB', WITH_CONTEXT), { arguments: [1] }),
    ...sinks('sql-injection', below('database.sql.DB', ['Get', 'Select']), { arguments: [1] }),
    ...sinks('sql-injection', below('database.sql.DB', ['GetContext', 'SelectContext']), { arguments: [2] }),
    ...sinks('sql-injection', ['sqlx.Get', 'sqlx.Select', 'sqlx.NamedExec', 'sqlx.NamedQuery'], { arguments: [1, 2], only: 'sql-text' }),
    ...sinks('sql-injection', below('*', STATEMENTS), { only: 'sql-text' }),
    ...sinks('sql-injection', below('*', [...WITH_CONTEXT, 'GetContext', 'SelectContext']), { arguments: [1, 2], only: 'sql-text' }),
    ...sinks('sql-injection', ['*.Get', '*.Select'], { arguments: [1], only: 'sql-text' }),
    ...sinks('command-injection', ['os.exec.Command', 'syscall.Exec', 'os.StartProcess']),
    ...sinks('command-injection', ['os.exec.CommandContext'], { arguments: [1] }),
    ...SHELLS.flatMap((shell) => sinks('command-injection', ['os.exec.Command', 'os.exec.CommandContext'], { arguments: [1, 2, 3], onlyWithFirst: shell })),
    ...INTERPRETERS.flatMap((program) => sinks('command-injection', ['os.exec.Command'], { arguments: [2], onlyWithFirst: program, onlyWithSecond: ['-c', '-e', '-r'] })),
    ...sinks('command-injection', ['os.exec.Cmd'], { arguments: ['Path'] }),
    ...sinks('library-injection', ['plugin.Open']),
    ...sinks('unsafe-reflection', ['*.MethodByName']),
    ...sinks('path-traversal', [...below('os', FILES), ...below('io.ioutil', ['ReadFile', 'WriteFile', 'ReadDir'])]),
    ...sinks('path-traversal', below('os', LOOKS), { isLook: true }),
    ...sinks('path-traversal', [...below('path.filepath', ['Walk', 'WalkDir', 'Glob']), 'net.http.Dir', 'archive.zip.OpenReader', 'debug.elf.Open']),
    ...sinks(
      'path-traversal',
      ['html', 'text'].flatMap((kind) => [...below(`${kind}.template`, ['ParseFiles', 'ParseGlob']), ...below(`${kind}.template.Template`, ['ParseFiles', 'ParseGlob'])]),
    ),
    ...sinks('path-traversal', ['os.Rename', 'os.Symlink'], { arguments: [1] }),
    ...sinks('path-traversal', ['os.Link'], { arguments: [0, 1] }),
    ...sinks('path-traversal', ['net.http.ServeFile'], { arguments: [2] }),
    ...sinks('request-forgery', below('net.http', ['Get', 'Post', 'Head', 'PostForm']), { only: 'address' }),
    ...sinks('request-forgery', below('net.http.Client', ['Get', 'Post', 'Head', 'PostForm']), { only: 'address' }),
    ...sinks('request-forgery', ['net.http.NewRequest'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['net.http.NewRequestWithContext'], { arguments: [2], only: 'address' }),
    ...sinks('request-forgery', ['net.Dial', 'net.DialTimeout'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['net.Dialer.Dial', 'crypto.tls.Dial', 'net.rpc.Dial', 'net.smtp.Dial'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['net.Dialer.DialContext'], { arguments: [2], only: 'address' }),
    ...sinks('request-forgery', ['net.http.Request'], { arguments: ['URL'], only: 'address' }),
    ...sinks('request-forgery', ['net.http.httputil.NewSingleHostReverseProxy'], { only: 'address' }),
    ...sinks('open-redirect', ['net.http.Redirect'], { arguments: [2], only: 'address' }),
    ...sinks('open-redirect', ['net.http.RedirectHandler'], { only: 'address' }),
    ...sinks('open-redirect', below(`${WRITER}.Header()`, ['Set', 'Add']), { arguments: [1], onlyWithFirst: 'location', only: 'address' }),
    ...sinks('cross-site-scripting', below(WRITER, ['Write', 'WriteString'])),
    ...sinks('cross-site-scripting', ['fmt.Fprint', 'fmt.Fprintf', 'fmt.Fprintln'], { arguments: [1, 2, 3, 4], onlyWithFlag: [WRITER] }),
    ...sinks('cross-site-scripting', ['io.WriteString', 'io.Copy'], { arguments: [1], onlyWithFlag: [WRITER] }),
    ...sinks('cross-site-scripting', ['text.template.Template.Execute'], { arguments: [1], onlyWithFlag: [WRITER] }),
    ...sinks('cross-site-scripting', ['text.template.Template.ExecuteTemplate'], { arguments: [2], onlyWithFlag: [WRITER] }),
    ...sinks('cross-site-scripting', below('html.template', ['HTML', 'JS', 'JSStr', 'HTMLAttr', 'CSS'])),
    ...sinks('cross-site-scripting', below('html.template', ['URL', 'Srcset']), { reservation: 'the template still escapes it, and it runs only where it begins as a script' }),
    ...sinks('template-injection', ['html.template.Template.Parse', 'text.template.Template.Parse']),
  ],
  sanitizers: [
    ...safe('all', NUMBERS),
    ...safe('all', below('strconv', ['Atoi', 'ParseInt', 'ParseUint', 'ParseFloat', 'ParseBool', 'Itoa', 'FormatInt'])),
    ...safe('all', ['uuid.Parse', 'uuid.FromString', 'time.Parse', 'net.ParseIP', 'crypto.md5.Sum', 'crypto.sha256.Sum256', 'encoding.hex.EncodeToString', 'encoding.base64.StdEncoding.EncodeToString', 'encoding.base64.URLEncoding.EncodeToString', 'strings.Contains', 'strings.Count', 'strings.Index']),
    ...safe(['cross-site-scripting'], ['html.EscapeString', 'html.template.HTMLEscapeString', 'html.template.JSEscapeString', 'text.template.HTMLEscapeString', 'encoding.json.Marshal', 'bluemonday.Policy.Sanitize', '*.Sanitize', 'strconv.Quote']),
    ...safe(['cross-site-scripting', 'open-redirect', 'request-forgery', 'path-traversal', 'header-injection'], ['net.url.QueryEscape', 'net.url.PathEscape', 'net.url.Values.Encode']),
    ...safe(['path-traversal'], ['path.filepath.Base', 'path.Base', 'path.filepath.Ext', 'path.Ext', 'path.filepath.Localize', 'securejoin.SecureJoin', 'filepath-securejoin.SecureJoin']),
    // The values go beside the statement.
    ...safe(['sql-injection'], ['pq.QuoteIdentifier', 'pq.QuoteLiteral', '*.BindNamed', 'sqlx.Named', 'sqlx.In']),
  ],
};
