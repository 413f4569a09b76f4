import { safe, sinks } from '../make';
import { FLOW_WEAKNESSES, type FlowRows, type FlowWeakness } from '../rows';

const MARKUP: readonly FlowWeakness[] = ['cross-site-scripting'];
const ENCODED: readonly FlowWeakness[] = ['cross-site-scripting', 'open-redirect', 'request-forgery', 'path-traversal', 'header-injection', 'sql-injection', 'file-inclusion'];
const FILES = ['fopen', 'readfile', 'file', 'unlink', 'file_put_contents', 'copy', 'rename', 'mkdir', 'rmdir', 'scandir', 'opendir', 'highlight_file', 'show_source', 'parse_ini_file', 'simplexml_load_file', 'SplFileObject', 'touch', 'chmod', 'symlink', 'gzopen', 'readgzfile'];
const COMMANDS = ['system', 'exec', 'shell_exec', 'passthru', 'popen', 'pcntl_exec'];
/** Headers that no browser sends, and servers hand on as they come. */
const OTHER_HEADERS = ['HTTP_HOST', 'HTTP_X_FORWARDED_HOST', 'HTTP_X_REAL_IP', 'HTTP_X_REQUESTED_WITH', 'HTTP_ACCEPT', 'HTTP_AUTHORIZATION', 'HTTP_VIA', 'HTTP_X_ORIGINAL_URL', 'HTTP_FORWARDED', 'HTTP_CF_CONNECTING_IP', 'PHP_AUTH_PW'];
/** Headers that another site cannot choose for a user who opens a link. */
const HEADERS = [
  '$_SERVER.HTTP_USER_AGENT',
  '$_SERVER.HTTP_REFERER',
  '$_SERVER.HTTP_X_FORWARDED_FOR',
  '$_SERVER.HTTP_CLIENT_IP',
  '$_SERVER.HTTP_ACCEPT_LANGUAGE',
  '$_SERVER.HTTP_COOKIE',
  '$_COOKIE',
  'getallheaders()',
  'apache_request_headers()',
  '$_SERVER.PHP_AUTH_USER',
  ...OTHER_HEADERS.map((name) => `$_SERVER.${name}`),
];
const NUMBERS = ['intval', 'floatval', 'boolval', 'abs', 'ceil', 'floor', 'round', 'count', 'sizeof', 'strlen', 'mb_strlen', 'strtotime', 'mktime', 'ip2long', 'ord', 'hexdec', 'bindec', 'octdec', 'strpos', 'stripos', 'strcmp', 'strcasecmp', 'array_sum', 'number_format', 'filesize', 'filemtime', 'date'];
const DIGESTS = ['md5', 'sha1', 'hash', 'hash_hmac', 'crc32', 'bin2hex', 'password_hash', 'crypt', 'uniqid', 'random_bytes', 'gettype', 'get_class', 'base64_encode', 'dechex', 'openssl_encrypt', 'sodium_crypto_secretbox'];

const OTHER_FILES = [
  'glob',
  'dir',
  'link',
  'tempnam',
  'md5_file',
  'sha1_file',
  'DirectoryIterator',
  'RecursiveDirectoryIterator',
  'FilesystemIterator',
  'GlobIterator',
  'Phar',
  'PharData',
  'imagecreatefromjpeg',
  'imagecreatefrompng',
  'imagecreatefromgif',
  'imagecreatefromwebp',
  'exif_read_data',
  'ftok',
  'fileperms',
  'chown',
  'chgrp',
  'zip_open',
  'bzopen',
  'dio_open',
  'finfo_file',
  'mime_content_type',
];
/** Functions that call what they are given, and the position where it is. */
const CALLING: readonly (readonly [names: readonly string[], position: number])[] = [
  [['array_map', 'register_shutdown_function', 'forward_static_call', 'forward_static_call_array', 'set_error_handler', 'set_exception_handler', 'ob_start', 'spl_autoload_register', 'iterator_apply', 'header_register_callback'], 0],
  [['usort', 'uasort', 'uksort', 'array_filter', 'array_walk', 'array_walk_recursive', 'array_reduce', 'preg_replace_callback', 'iterator_apply'], 1],
];

/** PHP takes the base name of the file name that a client sends. */
const FILE_NAME = '$_FILES.upload.name';

/** PHP itself: superglobals, pages, files, commands and texts. */
export const phpLanguage: FlowRows = {
  sources: {
    $_GET: 'query of the request',
    $_POST: 'form of the request',
    $_REQUEST: 'parameter of the request',
    $_COOKIE: 'cookie of the request',
    [FILE_NAME]: 'name of an uploaded file',
    '$_FILES.upload.full_path': 'name of an uploaded file',
    '$_FILES.upload.type': 'type of an uploaded file',
    '$_SERVER.HTTP_USER_AGENT': 'header of the request',
    '$_SERVER.HTTP_REFERER': 'header of the request',
    '$_SERVER.HTTP_X_FORWARDED_FOR': 'header of the request',
    '$_SERVER.HTTP_CLIENT_IP': 'header of the request',
    '$_SERVER.HTTP_ACCEPT_LANGUAGE': 'header of the request',
    '$_SERVER.HTTP_COOKIE': 'header of the request',
    '$_SERVER.REQUEST_URI': 'address of the request',
    '$_SERVER.QUERY_STRING': 'query of the request',
    '$_SERVER.PATH_INFO': 'path of the request',
    '$_SERVER.PHP_SELF': 'path of the request',
    '$_SERVER.PHP_AUTH_USER': 'header of the request',
    ...Object.fromEntries(OTHER_HEADERS.map((name) => [`$_SERVER.${name}`, 'header of the request'])),
    'ZipArchive.getNameIndex()': 'name of a file in an archive',
    'ZipArchive.statIndex().name': 'name of a file in an archive',
    'filter_input()': 'parameter of the request',
    'getallheaders()': 'headers of the request',
    'apache_request_headers()': 'headers of the request',
  },
  harmless: [
    { paths: ['ZipArchive.getNameIndex()', 'ZipArchive.statIndex().name'], weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'path-traversal') },
    // A base name is no address either.
    { paths: [FILE_NAME], weaknesses: ['path-traversal', 'file-inclusion', 'request-forgery'] },
    // If other input chooses the name, it chooses the whole path, which is already reported.
    { paths: ['$_GET', '$_POST', '$_REQUEST', '$_COOKIE', ...HEADERS], weaknesses: ['unrestricted-upload'] },
    { paths: HEADERS, weaknesses: ['cross-site-scripting', 'open-redirect', 'regular-expression-injection'] },
    { paths: ['$_SERVER.REQUEST_URI', '$_SERVER.QUERY_STRING'], weaknesses: ['open-redirect', 'path-traversal', 'file-inclusion'] },
    { paths: ['$_SERVER.PHP_SELF', '$_SERVER.PATH_INFO'], weaknesses: ['open-redirect', 'path-traversal', 'file-inclusion', 'sql-injection', 'command-injection'] },
    // The value begins with a slash, so it names no other host.
    { paths: ['$_SERVER.PHP_SELF'], weaknesses: ['request-forgery'] },
  ],
  responseTypes: [{ call: 'header', argument: 0, prefix: 'content-type:' }],
  sinks: [
    ...sinks('cross-site-scripting', ['echo', 'print', 'exit'], { only: 'text' }),
    ...sinks('cross-site-scripting', ['vprintf'], { arguments: [0, 1] }),
    ...sinks('cross-site-scripting', ['print_r'], { only: 'text', unlessWith: ['return', 1] }),
    ...sinks('cross-site-scripting', ['var_dump'], { only: 'text' }),
    ...sinks('cross-site-scripting', ['file_put_contents'], { arguments: [1], onlyWithFirst: 'php://output' }),
    ...sinks('command-injection', COMMANDS),
    // A list of arguments starts no shell.
    ...sinks('command-injection', ['proc_open'], { only: 'shell-text' }),
    ...sinks('command-injection', ['mail'], { arguments: [4] }),
    ...sinks('code-injection', ['eval', 'assert', 'create_function']),
    ...sinks('code-injection', ['call_user_func', 'call_user_func_array'], { only: 'callable' }),
    ...sinks('code-injection', ['create_function'], { arguments: [1] }),
    ...CALLING.flatMap(([names, position]) => sinks('code-injection', names, { arguments: [position], only: 'callable-name' })),
    ...sinks('code-injection', ['function named'], { only: 'callable-name' }),
    ...sinks('unsafe-reflection', ['class named', 'method named'], { only: 'whole' }),
    // Looking at a class or function runs nothing of it.
    ...sinks('unsafe-reflection', ['ReflectionClass.newInstance', 'ReflectionClass.newInstanceArgs', 'ReflectionFunction.invoke', 'ReflectionFunction.invokeArgs'], { receiver: true }),
    ...sinks('command-injection', ['pcntl_exec'], { arguments: [1] }),
    ...sinks('command-injection', ['ssh2_exec'], { arguments: [1] }),
    ...sinks('command-injection', ['proc_open'], { only: 'shell-list' }),
    ...sinks('path-traversal', FILES, { only: 'file' }),
    ...sinks('path-traversal', ['file_get_contents'], { only: 'file' }),
    ...sinks('path-traversal', OTHER_FILES, { only: 'file' }),
    ...sinks('path-traversal', ['glob', 'finfo_file', 'mime_content_type', 'fileperms'], { only: 'file', isLook: true }),
    ...sinks('path-traversal', ['fopen', 'file_put_contents', 'readfile', 'unlink', 'file_get_contents'], { arguments: ['filename'], only: 'file' }),
    ...sinks('path-traversal', ['hash_file', 'hash_hmac_file', 'ftp_get', 'ftp_fget'], { arguments: [1], only: 'file' }),
    ...sinks('path-traversal', ['link', 'symlink', 'ftp_put'], { arguments: [1], only: 'file' }),
    ...sinks('path-traversal', ['PharData.extractTo', 'Phar.extractTo', 'XMLReader.open', 'DOMDocument.load', 'DOMDocument.loadHTMLFile', 'DOMDocument.save'], { only: 'file' }),
    ...sinks('path-traversal', ['move_uploaded_file', 'copy', 'rename'], { arguments: [1], only: 'file' }),
    ...sinks('path-traversal', ['ZipArchive.open', 'ZipArchive.extractTo']),
    ...sinks('file-inclusion', ['include']),
    ...sinks('unrestricted-upload', ['move_uploaded_file'], { arguments: [1] }),
    ...sinks('request-forgery', ['file_get_contents', 'fopen', 'readfile', 'get_headers', 'getimagesize', 'copy'], { only: 'address' }),
    ...sinks('request-forgery', ['simplexml_load_file', 'DOMDocument.load', 'DOMDocument.loadHTMLFile', 'XMLReader.open', 'get_meta_tags', 'exif_read_data', 'imagecreatefromjpeg', 'imagecreatefrompng'], { only: 'address' }),
    ...sinks('request-forgery', ['curl_init', 'fsockopen', 'stream_socket_client', 'SoapClient']),
    { call: 'curl_setopt_array', weakness: 'request-forgery', arguments: [1], field: 'CURLOPT_URL', only: 'address' },
    { call: 'curl_setopt', weakness: 'request-forgery', arguments: [2], onlyWithFlag: ['CURLOPT_URL'], only: 'address' },
    { call: 'header', weakness: 'open-redirect', only: 'location' },
    ...sinks('open-redirect', ['http_redirect'], { only: 'address' }),
    ...sinks('unsafe-deserialization', ['unserialize'], { unlessFalse: 'allowed_classes' }),
    ...sinks('unsafe-deserialization', ['yaml_parse', 'igbinary_unserialize', 'session_decode', 'wddx_deserialize']),
    ...sinks('ldap-injection', ['ldap_search', 'ldap_list', 'ldap_read'], { arguments: [1, 2] }),
    ...sinks('ldap-injection', ['ldap_bind', 'ldap_delete', 'ldap_add', 'ldap_modify', 'ldap_rename', 'ldap_compare'], { arguments: [1], only: 'path-text' }),
    ...sinks('xpath-injection', ['DOMXPath.query', 'DOMXPath.evaluate', 'SimpleXMLElement.xpath']),
    ...sinks('xpath-injection', ['*.xpath'], { only: 'text' }),
    ...sinks('xml-external-entities', ['simplexml_load_string', 'DOMDocument.loadXML', 'SimpleXMLElement', '*.loadXML', 'XMLReader.XML', 'XMLReader.open', 'simplexml_load_file', 'DOMDocument.load'], { onlyWithFlag: ['LIBXML_NOENT'] }),
    ...sinks('header-injection', ['mail'], { arguments: [3] }),
    ...sinks('regular-expression-injection', ['preg_match', 'preg_match_all', 'preg_replace', 'preg_split', 'preg_replace_callback', 'preg_grep', 'mb_ereg', 'mb_eregi', 'mb_ereg_replace', 'mb_split']),
  ],
  patternTests: ['preg_match', 'preg_match_all', 'preg_replace', 'preg_split'].map((call) => ({ call, pattern: 0, text: call === 'preg_replace' ? 2 : 1, isText: true }) as const),
  sanitizers: [
    ...safe('all', NUMBERS),
    // A copy: what comes of it is what was there.
    ...safe(['unsafe-deserialization'], ['serialize', 'igbinary_serialize']),
    ...safe('all', DIGESTS),
    ...safe(MARKUP, ['htmlspecialchars', 'htmlentities', 'strip_tags', 'json_encode', 'filter_xss', 'HTMLPurifier.purify', '*.purify', 'highlight_string', 'var_export']),
    ...safe(ENCODED, ['urlencode', 'rawurlencode', 'http_build_query']),
    ...safe(['nosql-injection'], ['strval', 'trim', 'strtolower']),
    ...safe(['command-injection'], ['escapeshellarg', 'escapeshellcmd']),
    ...safe(['path-traversal', 'file-inclusion'], ['basename']),
    // A path on this machine is no network address.
    ...safe(['request-forgery'], ['realpath']),
    ...safe(['ldap-injection'], ['ldap_escape']),
    ...safe(['regular-expression-injection'], ['preg_quote']),
    ...safe(['sql-injection'], ['pg_escape_literal', 'pg_escape_identifier', '*.quote', '*.quoteIdentifier', '*.quoteName', '*.quoteInto']),
    ...['mysqli_real_escape_string', 'mysql_real_escape_string', 'mysql_escape_string', 'pg_escape_string', 'sqlite_escape_string', 'addslashes', '*.real_escape_string', '*.escape_string', '*.escapeString'].map((call) => ({ call, safeFor: ['sql-injection'] as const, inQuotes: true as const })),
    ...['filter_var', 'filter_input', 'filter_var_array'].flatMap((call) => [
      { call, with: ['FILTER_VALIDATE_INT', 'FILTER_VALIDATE_FLOAT', 'FILTER_VALIDATE_BOOLEAN', 'FILTER_VALIDATE_BOOL', 'FILTER_VALIDATE_IP', 'FILTER_VALIDATE_MAC', 'FILTER_VALIDATE_DOMAIN', 'FILTER_SANITIZE_NUMBER_INT', 'FILTER_SANITIZE_NUMBER_FLOAT'], safeFor: 'all' as const },
      { call, with: ['FILTER_FLAG_NO_ENCODE_QUOTES'], safeFor: MARKUP, inElements: true as const },
      // They encode both quotes, too.
      { call, with: ['FILTER_SANITIZE_SPECIAL_CHARS', 'FILTER_SANITIZE_FULL_SPECIAL_CHARS', 'FILTER_SANITIZE_STRING', 'FILTER_SANITIZE_STRIPPED'], safeFor: ['cross-site-scripting', 'sql-injection'] as const, inQuotes: true as const },
      { call, with: ['FILTER_SANITIZE_ADD_SLASHES', 'FILTER_SANITIZE_MAGIC_QUOTES'], safeFor: ['sql-injection'] as const, inQuotes: true as const },
      { call, with: ['FILTER_SANITIZE_ENCODED'], safeFor: ENCODED },
      { call, with: ['FILTER_VALIDATE_EMAIL'], safeFor: ['header-injection', 'open-redirect', 'request-forgery', 'path-traversal'] as const },
    ]),
  ],
};

/** The databases of PHP: mysqli, PDO, PostgreSQL, SQLite, and MongoDB. */
export const phpDatabases: FlowRows = {
  aliases: { 'mysqli_connect()': 'mysqli', 'mysqli_init()': 'mysqli' },
  sinks: [
    ...sinks('sql-injection', ['mysqli_query', 'mysqli_multi_query', 'mysqli_real_query', 'mysqli_prepare', 'pg_send_query'], { arguments: [1] }),
    ...sinks('sql-injection', ['pg_query', 'pg_query_params', 'mysql_db_query', 'sqlite_query', 'pg_prepare'], { arguments: [0, 1], only: 'sql-text' }),
    ...sinks('sql-injection', ['mysql_query', 'mysql_unbuffered_query', 'mssql_query', 'sqlsrv_query', 'odbc_exec', 'oci_parse'], { arguments: [0, 1], only: 'sql-text' }),
    ...sinks('sql-injection', ['mysqli.query', 'mysqli.multi_query', 'mysqli.real_query', 'mysqli.prepare', 'PDO.query', 'PDO.exec', 'PDO.prepare', 'SQLite3.query', 'SQLite3.exec', 'SQLite3.querySingle']),
    ...sinks('sql-injection', ['*.query', '*.exec', '*.prepare', '*.multi_query', '*.querySingle', '*.execute', '*.unbuffered_query'], { only: 'sql-text' }),
    ...sinks('nosql-injection', ['*.find', '*.findOne', '*.findOneAndUpdate', '*.updateOne', '*.deleteOne', '*.deleteMany'], { only: 'object', imports: ['MongoDB'] }),
    ...sinks('nosql-injection', ['MongoDB.Driver.Query'], { only: 'object' }),
  ],
};
