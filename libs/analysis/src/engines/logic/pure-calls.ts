import type { Language } from './grammars';

/** Methods of a value, called on something that has a name. */
const methods = (names: string): string => `[a-z_@]\\w*(\\.\\w+)*\\.(${names.replaceAll(' ', '|')})`;
/** Functions of a module or a class. */
const of = (module: string, names: string): string => `${module}\\.(${names.replaceAll(' ', '|')})`;
const anyOf = (...forms: readonly string[]): RegExp => new RegExp(`^(${forms.join('|')})$`);

const PHP_FUNCTIONS =
  'trim ltrim rtrim str_replace str_ireplace str_pad str_repeat strtolower strtoupper ucfirst lcfirst ucwords substr ' +
  'sprintf implode explode array_merge array_filter array_values array_keys array_unique array_reverse array_slice ' +
  'array_combine array_flip array_diff array_intersect array_column htmlspecialchars htmlentities strip_tags nl2br ' +
  'number_format round floor ceil json_encode intval strval strrev urlencode rawurlencode addslashes basename dirname';

/** Calls that do nothing but make a new value, by the text of what is called. */
export const PURE_CALLS: Partial<Record<Language, RegExp>> = {
  csharp: anyOf(
    of('[sS]tring', 'Format Concat Join'),
    methods('Trim TrimStart TrimEnd ToUpper ToLower ToUpperInvariant ToLowerInvariant PadLeft PadRight Substring'),
  ),
  go: anyOf(
    of('fmt', 'Sprint Sprintf Sprintln Errorf'),
    'errors\\.New',
    of('strings', 'TrimSpace Trim TrimLeft TrimRight TrimPrefix TrimSuffix ToLower ToUpper Replace ReplaceAll Split'),
    of('strings', 'Title Join Repeat Fields'),
    of('strconv', 'Itoa Quote FormatInt FormatUint FormatFloat FormatBool'),
    of('filepath', 'Join Clean Base Dir'),
    of('path', 'Join Clean Base Dir'),
  ),
  java: anyOf(of('String', 'format valueOf join'), methods('toUpperCase toLowerCase concat')),
  kotlin: anyOf(methods('uppercase lowercase trimEnd trimStart substring removePrefix removeSuffix padStart padEnd')),
  php: new RegExp(`^\\\\?(${PHP_FUNCTIONS.replaceAll(' ', '|')})$`),
  // Left out: `strip`, `tr`, `reverse` and the like, which objects have as well that change in place, such as pictures.
  ruby: anyOf(methods('lstrip rstrip upcase downcase capitalize swapcase chomp gsub')),
};
