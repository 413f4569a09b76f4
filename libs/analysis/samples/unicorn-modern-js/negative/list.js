export function replace(first, second) {
  first.replaceWith(second);
  second.before(first);
  first.after('sold');
}
