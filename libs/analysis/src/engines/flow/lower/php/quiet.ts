/** Functions of the language that raise no error of a kind that programs expect. */
const QUIET = new Set(
  (
    'htmlspecialchars htmlentities html_entity_decode strip_tags addslashes stripslashes nl2br trim ltrim rtrim ' +
    'strtolower strtoupper ucfirst lcfirst substr str_replace strtr sprintf implode urlencode rawurlencode urldecode ' +
    'base64_encode bin2hex md5 sha1 strval intval floatval is_string is_array is_numeric isset empty count strlen'
  ).split(' '),
);
const CALLED = /([\w\\]+)\s*\(/g;
/** Words before a parenthesis that call nothing. */
const NO_CALL = /^(?:if|elseif|while|for|foreach|switch|match|return|echo|print|and|or|array|list|catch)$/i;
const MAY_RAISE = /->|::|[/%]|\b(?:throw|new|(?:include|require)(?:_once)?|yield)\b/i;
/** `$work($text)`, `$works[0]($text)` */
const VARIABLE_CALL = /(?:\$\w+|[\])}])\s*\(/;
/** A longer body does something else, too. */
const MAX_LENGTH = 500;

/** Whether a block calls nothing but functions that raise no error: what would handle one never runs. */
export function raisesNothing(body: string): boolean {
  if (body.length > MAX_LENGTH || MAY_RAISE.test(body) || VARIABLE_CALL.test(body)) return false;
  return [...body.matchAll(CALLED)].every(
    ([, name]) => NO_CALL.test(name!) || QUIET.has(name!.replace(/^\\/, '').toLowerCase()),
  );
}
