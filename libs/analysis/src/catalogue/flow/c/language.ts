import type { CopyRow, FillRow, FlowRows, FlowWeakness, SettingRow, SinkRow } from '../rows';
import { ALL_BUT_PREDICTABLE, MEMORY_WEAKNESSES, PREDICTABLE, SIZE_WEAKNESSES } from '../rows';

const below = (names: string): string[] => names.split(' ').map((name) => `c.${name}`);
const sinks = (weakness: FlowWeakness, names: string, rest: Partial<SinkRow> = {}): SinkRow[] => below(names).map((call) => ({ call, weakness, ...rest }));
const fills = (names: string, rest: Omit<FillRow, 'call'>): FillRow[] => below(names).map((call) => ({ call, ...rest }));
const copies = (names: string, rest: Omit<CopyRow, 'call'>): CopyRow[] => below(names).map((call) => ({ call, ...rest }));

const always = (weakness: SettingRow['weakness'], names: string, severity: SettingRow['severity']): SettingRow[] => below(names).map((call) => ({ call, weakness, always: true, ...(severity !== undefined && { severity }) }));

const ARGUMENT = 'argument of the program';
const ENVIRONMENT = 'environment variable';
const INPUT = 'standard input';
const FILE = 'file that is read';
const NETWORK = 'data of the network';
const DESCRIPTOR = 'data that is read';

const SHELLS = ['sh', 'bash', '/bin/sh', '/bin/bash', '/usr/bin/sh', '/usr/bin/bash', '/bin/zsh', 'cmd', 'cmd.exe', 'powershell'];
const EXECUTING = 'execl execlp execle execv execvp execve execvpe posix_spawn posix_spawnp _execl _execlp _execv _execvp _spawnl _spawnlp _spawnv _spawnvp';
const FILES = 'fopen fopen64 _wfopen open open64 creat remove unlink rmdir rename mkdir chmod chown truncate opendir symlink link access ifstream ofstream fstream freopen CreateFile CreateFileA CreateFileW DeleteFileA _open _wopen';

/** Pseudo-random generators: their output repeats for a known seed. */
const RANDOM = below('rand random rand_r lrand48 mrand48 nrand48 jrand48').map((name) => `${name}()`);

/**
 * Calls that read input. It causes an integer overflow only after arithmetic, and a negative size only once it is read
 * as a signed number.
 */
const READS = 'fgets gets gets_s getline getdelim fread read pread recv recvfrom recvmsg scanf fscanf wscanf fgetws _getws cin ifstream getenv SSL_read BIO_read zmq_recv';

/** Weaknesses by which the user of a program harms only themselves, with their severities. */
const OF_OWN_USER = { 'command-injection': 'medium', 'path-traversal': 'low', 'library-injection': 'medium', 'sql-injection': 'medium', 'allocation-size': 'low', 'integer-overflow': 'low', 'signed-index': 'medium', 'division-by-zero': 'low' } as const;

/** A random number may be 0, or larger than an array; it is not below 0, and no text. */
const OF_RANDOM = ALL_BUT_PREDICTABLE.filter((weakness) => !SIZE_WEAKNESSES.includes(weakness) || /^(?:integer-overflow|signed-)/.test(weakness));

/** Input of programs of C and C++, the sinks it reaches, and facts about the library's functions. */
export const cLanguage: FlowRows = {
  memory: MEMORY_WEAKNESSES,
  sources: {
    'c.argv of main': ARGUMENT,
    'c.cin': INPUT,
    'c.ifstream': FILE,
    'c.FCGX_GetParam()': 'variable of the request',
    'c.readline()': INPUT,
    ...Object.fromEntries(RANDOM.map((call) => [call, PREDICTABLE])),
  },
  harmless: [
    { paths: [...below(READS), 'c.argv of main'], weaknesses: ['integer-overflow', 'signed-size'] },
    { paths: ['c.argv of main'], weaknesses: ['path-traversal'] },
    { paths: RANDOM, weaknesses: OF_RANDOM },
  ],
  milder: [
    // A user who chooses a program's arguments could as well run another program.
    { labels: [ARGUMENT], severities: { ...OF_OWN_USER, 'library-injection': 'low' } },
    {
      labels: [ENVIRONMENT, INPUT, FILE],
      severities: OF_OWN_USER,
    },
  ],
  fills: [
    ...fills('gets _getws', { label: INPUT, returnsTarget: true }),
    ...fills('fgets fgetws', { label: FILE, limit: [1], returnsTarget: true }),
    ...fills('getline getdelim', { label: FILE, limit: [] }),
    ...fills('fread', { label: FILE, limit: [1, 2] }),
    ...fills('read pread', { label: DESCRIPTOR, argument: 1, limit: [2] }),
    ...fills('recv recvfrom SSL_read', { label: NETWORK, argument: 1, limit: [2] }),
    ...fills('BIO_read', { label: NETWORK, argument: 1, limit: [2] }),
    ...fills('scanf wscanf scanf_s', { label: INPUT, format: 0 }),
    ...fills('fscanf fwscanf fscanf_s', { label: FILE, format: 1 }),
    ...fills('sscanf swscanf', { label: FILE, format: 1, from: 0 }),
  ],
  copies: [
    ...copies('strcpy stpcpy wcscpy lstrcpy lstrcpyA lstrcpyW _mbscpy', { to: 0, from: [1] }),
    ...copies('strcat wcscat lstrcat lstrcatA', { to: 0, from: [1], appends: true }),
    ...copies('strncpy wcsncpy stpncpy', { to: 0, from: [1], limit: 2, isBytes: true }),
    ...copies('strlcpy', { to: 0, from: [1], limit: 2, returnsCount: true }),
    ...copies('strlcat', { to: 0, from: [1], limit: 2, appends: true, returnsCount: true }),
    ...copies('strncat wcsncat', { to: 0, from: [1], limit: 2, isLimitOfSource: true, appends: true }),
    ...copies('memcpy memmove mempcpy __builtin_memcpy wmemcpy', { to: 0, from: [1], limit: 2, isBytes: true, readsAll: true }),
    ...copies('memset __builtin_memset', { to: 0, from: [], limit: 2, isBytes: true, isSet: true }),
    ...copies('sprintf wsprintf wsprintfA', { to: 0, from: [], format: 1, returnsCount: true }),
    ...copies('snprintf _snprintf swprintf g_snprintf', { to: 0, from: [], limit: 1, format: 2, returnsCount: true }),
  ],
  sinks: [
    ...sinks('command-injection', 'system popen _popen _wsystem _wpopen WinExec g_spawn_command_line_sync g_spawn_command_line_async wordexp'),
    ...sinks('command-injection', EXECUTING),
    ...sinks('command-injection', 'ShellExecuteA ShellExecuteW ShellExecute', { arguments: [2, 3] }),
    ...sinks('command-injection', 'CreateProcess CreateProcessA CreateProcessW', { arguments: [0, 1] }),
    ...SHELLS.flatMap((shell) => sinks('command-injection', EXECUTING, { arguments: [1, 2, 3, 4], onlyWithFirst: shell })),
    ...sinks('format-string', 'printf vprintf wprintf warn warnx'),
    ...sinks('format-string', 'fprintf vfprintf dprintf syslog vsyslog sprintf vsprintf err errx asprintf vasprintf fwprintf g_print'),
    ...sinks('format-string', 'fprintf vfprintf dprintf syslog vsyslog sprintf vsprintf err errx asprintf vasprintf fwprintf', { arguments: [1] }),
    ...sinks('format-string', 'snprintf vsnprintf swprintf error _snprintf', { arguments: [2] }),
    ...sinks('path-traversal', FILES),
    ...sinks('path-traversal', 'rename link symlink openat', { arguments: [1] }),
    ...sinks('library-injection', 'dlopen LoadLibrary LoadLibraryA LoadLibraryW LoadLibraryExA lt_dlopen g_module_open SetDllDirectoryA'),
    ...sinks('sql-injection', 'sqlite3_exec sqlite3_prepare sqlite3_prepare_v2 sqlite3_prepare_v3 mysql_query mysql_real_query PQexec PQprepare PQsendQuery SQLExecDirect SQLPrepare', { arguments: [1] }),
    ...sinks('sql-injection', 'PQprepare', { arguments: [2] }),
    ...sinks('ldap-injection', 'ldap_search ldap_search_s ldap_search_ext ldap_search_ext_s', { arguments: [3] }),
    ...sinks('xpath-injection', 'xmlXPathEvalExpression xmlXPathEval xmlXPathCompile'),
    ...sinks('request-forgery', 'curl_easy_setopt', { arguments: [2], onlyWithFlag: ['c.CURLOPT_URL'] }),
    ...sinks('allocation-size', 'malloc alloca __builtin_alloca _alloca valloc new[] storage'),
    ...sinks('allocation-size', 'calloc', { arguments: [0, 1] }),
    ...sinks('allocation-size', 'realloc', { arguments: [1] }),
    ...sinks('predictable-secret', 'AES_set_encrypt_key AES_set_decrypt_key DES_set_key'),
    ...sinks('predictable-secret', 'EVP_EncryptInit_ex EVP_DecryptInit_ex', { arguments: [3, 4] }),
    ...sinks('integer-overflow', 'malloc alloca valloc'),
    ...sinks('integer-overflow', 'realloc', { arguments: [1] }),
  ],
  settings: [
    ...always('weak-hash', 'EVP_md4 EVP_md5 EVP_sha1 EVP_md5_sha1 MD4_Init MD5_Init SHA1_Init SHA1 CC_MD5 CC_SHA1 gcry_md_hash_md5', 'low'),
    ...always('weak-cipher', 'EVP_des_cbc EVP_des_ecb EVP_des_ede_cbc EVP_des_ede3_cbc EVP_des_ede3_ecb EVP_des_ede3 EVP_rc2_cbc EVP_rc4 EVP_bf_cbc EVP_bf_ecb EVP_cast5_cbc EVP_idea_cbc EVP_aes_128_ecb EVP_aes_192_ecb EVP_aes_256_ecb', 'medium'),
  ],
  sanitizers: [
    ...below('inet_addr inet_pton isdigit strcmp strncmp strcasecmp memcmp strspn strcspn strcoll crypt SHA256 MD5').map((call) => ({ call, safeFor: 'all' as const })),
    ...below('sqlite3_mprintf mysql_real_escape_string PQescapeLiteral PQescapeStringConn sqlite3_snprintf').map((call) => ({ call, safeFor: ['sql-injection'] as const })),
    ...below('g_shell_quote').map((call) => ({ call, safeFor: ['command-injection'] as const })),
    ...below('curl_easy_escape').map((call) => ({ call, safeFor: ['request-forgery', 'path-traversal'] as const })),
  ],
};
