import { SOURCE_TARGETS } from '../tool';
import { field, node, patternTool } from './pattern-rule';

export const cUnsafeCalls = patternTool({
  id: 'c-unsafe-calls',
  name: 'Unsafe C calls',
  description: 'Finds calls of C library functions that overflow buffers, run shells, follow attackers’ formats or race for files.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['c', 'cpp'],
  files: ['**/*.{c,h,cc,cpp,cxx,hh,hpp,hxx}'],
  advice: 'Use the bounded or checked function in its place.',
  shapes: {
    text: { any: [{ kind: 'string_literal' }, { kind: 'concatenated_string' }, { regex: '^(L|u8|u|U)?R"' }] },
    constant: { any: [{ matches: 'text' }, { kind: 'identifier', regex: '^_*[A-Z][A-Z0-9_]*$' }, { kind: 'call_expression', regex: '^(_|N_|gettext|dgettext|ngettext|tr)\\s*\\(' }, { kind: 'conditional_expression' }, { kind: 'null' }, { kind: 'number_literal' }] },
  },
  rules: {
    gets: {
      severity: 'critical', cwe: 'CWE-242', title: 'gets cannot know how large its buffer is',
      fix: 'Use fgets with the size of the buffer.',
      needs: 'gets',
      match: node('call_expression', field('function', '^gets$')),
    },
    'unbounded-copy': {
      severity: 'high', cwe: 'CWE-120', title: 'A string of unknown length is copied into a buffer',
      fix: 'Use snprintf or strlcpy with the size of the buffer and check for truncation.',
      needs: 'strcpy|strcat|stpcpy|wcscpy|wcscat',
      match: node('call_expression', field('function', '^(std::)?(strcpy|strcat|stpcpy|wcscpy|wcscat)$'), { has: { field: 'arguments', has: { nthChild: 2, not: { matches: 'constant' } } } }),
    },
    'unbounded-format': {
      severity: 'high', cwe: 'CWE-120', title: 'sprintf writes text of unknown length into a buffer',
      fix: 'Use snprintf with the size of the buffer.',
      needs: 'sprintf',
      match: {
        any: [
          node('call_expression', field('function', '^(std::)?sprintf$'), { has: { field: 'arguments', has: { nthChild: 2, matches: 'text', regex: '%[-+ #0]*s' } } }),
          node('call_expression', field('function', '^(std::)?vsprintf$')),
        ],
      },
    },
    'unbounded-scan': {
      severity: 'high', cwe: 'CWE-120', title: 'scanf reads a word of any length into a buffer',
      fix: 'Give the width, one less than the size of the buffer: %63s.',
      needs: 'scanf',
      match: node('call_expression', field('function', '^(std::)?(scanf|fscanf|sscanf)$'), { has: { field: 'arguments', has: { matches: 'text', regex: '%(l?s|l?\\[)' } } }),
    },
    'format-from-variable': {
      severity: 'high', cwe: 'CWE-134', title: 'The format string is not constant',
      fix: 'Write printf("%s", text).',
      needs: 'printf|syslog',
      // A wrapper that hands its own format on has arguments after it; only a format that stands alone is a text by mistake.
      match: {
        any: [
          node('call_expression', field('function', '^(std::)?printf$'), { has: { field: 'arguments', has: { all: [{ nthChild: 1 }, { nthChild: { position: 1, reverse: true } }, { not: { matches: 'constant' } }] } } }),
          node('call_expression', field('function', '^(std::)?(fprintf|sprintf|dprintf|syslog)$'), { has: { field: 'arguments', has: { all: [{ nthChild: 2 }, { nthChild: { position: 1, reverse: true } }, { not: { matches: 'constant' } }] } } }),
          node('call_expression', field('function', '^(std::)?snprintf$'), { has: { field: 'arguments', has: { all: [{ nthChild: 3 }, { nthChild: { position: 1, reverse: true } }, { not: { matches: 'constant' } }] } } }),
        ],
      },
    },
    'shell-command': {
      severity: 'high', cwe: 'CWE-78', weakness: 'command-injection', title: 'A shell runs a command that is not constant',
      fix: 'Use posix_spawn or execve with an argument array.',
      needs: 'system|popen',
      match: node('call_expression', field('function', '^(std::)?(system|popen)$'), { has: { field: 'arguments', has: { nthChild: 1, not: { matches: 'constant' } } } }),
    },
    'guessable-temporary-file': {
      severity: 'medium', cwe: 'CWE-377', title: 'The name of a temporary file can be taken by somebody else first',
      fix: 'Use mkstemp, which creates and opens the file at once.',
      needs: 'mktemp|tmpnam|tempnam',
      match: node('call_expression', field('function', '^(std::)?(mktemp|tmpnam|tempnam)$')),
    },
    'variable-stack-allocation': {
      severity: 'medium', cwe: 'CWE-770', title: 'alloca with a size that is not constant can overrun the stack',
      fix: 'Allocate on the heap, or check the size against a small limit.',
      needs: 'alloca',
      match: node('call_expression', field('function', '^(__builtin_)?alloca$'), { has: { field: 'arguments', has: { nthChild: 1, not: { any: [{ matches: 'constant' }, { kind: 'sizeof_expression' }] } } } }),
    },
    'bound-from-source': {
      severity: 'high', cwe: 'CWE-806', title: 'The length of the source is used as the limit of the copy',
      fix: 'Pass the size of the destination.',
      needs: 'strncpy|strncat',
      match: node('call_expression', { any: [{ pattern: { context: 'void f() { strncpy($D, $S, strlen($S)); }', selector: 'call_expression' } }, { pattern: { context: 'void f() { strncat($D, $S, strlen($S)); }', selector: 'call_expression' } }] }),
    },
    'swapped-memset': {
      severity: 'medium', cwe: 'CWE-687', title: 'memset with a length of 0 does nothing: value and length are swapped',
      fix: 'Write memset(buffer, 0, size).',
      needs: 'memset',
      match: node('call_expression', field('function', '^(std::)?memset$'), { has: { field: 'arguments', has: { nthChild: 3, regex: '^0$' } } }, { has: { field: 'arguments', has: { nthChild: 2, not: { regex: '^0$' } } } }),
    },
    'lost-reallocation': {
      severity: 'medium', cwe: 'CWE-401', title: 'When realloc fails, the old block is lost',
      fix: 'Keep the result in a second pointer until it is known not to be NULL.',
      needs: 'realloc',
      match: node('assignment_expression', { pattern: { context: 'void f() { $P = realloc($P, $N); }', selector: 'assignment_expression' } }),
    },
    'privileges-kept': {
      severity: 'high', cwe: 'CWE-252', title: 'Giving up privileges may fail, and nobody looks',
      fix: 'End the program when the call does not return 0.',
      needs: 'set(e|re|res)?[ug]id|setgroups',
      match: node('call_expression', field('function', '^(setuid|setgid|seteuid|setegid|setreuid|setregid|setresuid|setresgid|setgroups)$'), { inside: { kind: 'expression_statement' } }),
    },
    'check-before-use': {
      severity: 'low', cwe: 'CWE-367', title: 'What access says may have changed when the file is opened',
      fix: 'Open the file and handle the error; check with fstat on the descriptor.',
      needs: 'access',
      match: node('call_expression', field('function', '^access$'), { has: { field: 'arguments', has: { nthChild: 2, regex: '[RWX]_OK' } } }),
    },
    'world-writable-file': {
      severity: 'medium', cwe: 'CWE-732', title: 'A file is made writable for everybody',
      fix: 'Use 0600, or what the group needs.',
      needs: 'chmod|umask',
      match: {
        any: [
          node('call_expression', field('function', '^f?chmod(at)?$'), { has: { field: 'arguments', has: { kind: 'number_literal', regex: '^0[0-7]{2}[2367]$' } } }),
          node('call_expression', field('function', '^umask$'), field('arguments', '^\\(\\s*0+\\s*\\)$')),
        ],
      },
    },
    'tls-verification-off': {
      severity: 'high', cwe: 'CWE-295', title: 'TLS certificates are not verified',
      fix: 'Use SSL_VERIFY_PEER, and leave the verification of libcurl on.',
      needs: 'SSL_',
      match: {
        any: [
          node('call_expression', field('function', '^SSL_(CTX_)?set_verify$'), { has: { field: 'arguments', has: { nthChild: 2, regex: '^SSL_VERIFY_NONE$' } } }),
          node('call_expression', field('function', '^curl_easy_setopt$'), field('arguments', 'CURLOPT_SSL_VERIFY(PEER|HOST)\\s*,\\s*(0L?|false|FALSE)\\s*\\)$')),
        ],
      },
    },
  },
});
