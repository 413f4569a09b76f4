/** How a function of the C library treats the memory and the handles among its arguments. */
export interface LifetimeRow {
  /** The kind of resource that it returns and the caller must release. */
  readonly makes?: 'memory' | 'file' | 'descriptor';
  /** The positions of the arguments whose product is the size of the new block. */
  readonly size?: readonly number[];
  /** The position of the resource that it releases. */
  readonly releases?: number;
  /** It may return NULL, and correct programs check for that. */
  readonly mayBeNull?: true;
  /** The positions of pointers that it dereferences. */
  readonly follows?: readonly number[];
  /** The positions of pointers that it writes through. */
  readonly writes?: readonly number[];
  /** The positions of strings that it reads up to their terminator. */
  readonly texts?: readonly number[];
  /** It has no side effect: the same arguments give the same result. */
  readonly isPure?: true;
  /** It returns how much it has written to the first position, at most the limit at the second. */
  readonly fills?: readonly [target: number, limit: number];
}

const rows = (names: string, row: LifetimeRow): [string, LifetimeRow][] => names.split(' ').map((name) => [name, row]);

/** Functions that keep none of their arguments, by name. Nothing is known about any other function. */
export const C_LIFETIMES: ReadonlyMap<string, LifetimeRow> = new Map([
  ...rows('malloc valloc', { makes: 'memory', size: [0] }),
  ...rows('calloc', { makes: 'memory', size: [0, 1] }),
  ...rows('strdup strndup _strdup wcsdup', { makes: 'memory', follows: [0], texts: [0] }),
  ...rows('free cfree', { releases: 0 }),
  ...rows('fopen fopen64 popen tmpfile', { makes: 'file', mayBeNull: true }),
  ...rows('opendir', { makes: 'file', mayBeNull: true, follows: [0] }),
  ...rows('fclose pclose closedir', { releases: 0, follows: [0] }),
  ...rows('open open64 openat creat socket epoll_create epoll_create1 inotify_init inotify_init1 mkstemp', { makes: 'descriptor' }),
  ...rows('close closesocket', { releases: 0 }),
  ...rows('strlen wcslen', { isPure: true, follows: [0], texts: [0] }),
  ...rows('strnlen isalpha isdigit isspace isalnum isupper islower isprint isxdigit ispunct toupper tolower abs labs', { isPure: true }),
  ...rows('strcmp strcasecmp strcoll', { isPure: true, follows: [0, 1], texts: [0, 1] }),
  ...rows('strncmp strncasecmp memcmp', { isPure: true, follows: [0, 1] }),
  ...rows('strchr strrchr strpbrk strcasestr strstr', { isPure: true, follows: [0], texts: [0], mayBeNull: true }),
  ...rows('memchr', { isPure: true, follows: [0], mayBeNull: true }),
  ...rows('getenv', { isPure: true, mayBeNull: true }),
  ...rows('strspn strcspn', { isPure: true, follows: [0, 1], texts: [0, 1] }),
  ...rows('atoi atol atoll atof', { isPure: true, follows: [0], texts: [0] }),
  ...rows('strtol strtoul strtoll strtoull strtod', { follows: [0], texts: [0], writes: [1] }),
  ...rows('strcpy stpcpy wcscpy', { follows: [0, 1], texts: [1], writes: [0] }),
  ...rows('strcat', { follows: [0, 1], texts: [0, 1], writes: [0] }),
  ...rows('strncpy stpncpy', { follows: [0, 1], writes: [0] }),
  ...rows('strncat', { follows: [0, 1], texts: [0], writes: [0] }),
  ...rows('strlcpy strlcat', { follows: [0, 1], texts: [1], writes: [0] }),
  ...rows('memcpy memmove memset bzero bcopy explicit_bzero', { writes: [0] }),
  ...rows('sprintf vsprintf snprintf vsnprintf', { writes: [0] }),
  ...rows('printf puts putchar perror vprintf', {}),
  ...rows('fputs', { follows: [0, 1], texts: [0] }),
  ...rows('fprintf vfprintf fflush rewind ftell fileno feof ferror clearerr fseek fgetc getc', { follows: [0] }),
  ...rows('fputc putc ungetc', { follows: [1] }),
  ...rows('fgets', { follows: [0, 2], writes: [0] }),
  ...rows('fread', { follows: [3], writes: [0] }),
  ...rows('fwrite', { follows: [3] }),
  ...rows('fscanf sscanf scanf', { writes: [1, 2, 3, 4, 5, 6, 7, 8] }),
  ...rows('read pread', { writes: [1], fills: [1, 2] }),
  ...rows('recv recvfrom', { writes: [1], fills: [1, 2] }),
  ...rows('readlink', { writes: [1], fills: [1, 2] }),
  ...rows('write pwrite send sendto lseek fsync ftruncate shutdown bind listen connect fchmod isatty', {}),
  ...rows('fstat', { writes: [1] }),
  ...rows('stat lstat', { writes: [1] }),
  ...rows('readdir', { follows: [0] }),
  ...rows('time', { writes: [0] }),
  ...rows('clock rand random srand getpid getuid geteuid getppid sleep usleep unlink remove rename mkdir rmdir chmod access htons htonl ntohs ntohl', {}),
  ...rows('strerror', {}),
  ...rows('qsort', { writes: [0] }),
]);

/** The functions that release each kind of resource, as text. */
export const RELEASED_BY: Readonly<Record<'memory' | 'file' | 'descriptor', string>> = {
  memory: 'free',
  file: 'fclose, pclose or closedir',
  descriptor: 'close',
};
