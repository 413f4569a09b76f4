export function replace(list, first, second) {
  list.replaceChild(second, first);
  list.insertBefore(first, second);
  first.insertAdjacentText('afterend', 'sold');
}
