const EMPTY = '<li class="empty">No comments yet</li>';

export function show(list, comment) {
  const item = document.createElement('li');
  item.textContent = comment.text;
  list.append(item);
}

export function clear(list) {
  list.innerHTML = '';
  list.insertAdjacentHTML('beforeend', '<li>No comments yet</li>');
  list.innerHTML = '<li>' + 'No comments yet' + '</li>';
  return EMPTY;
}

export const markup = (list) => list.innerHTML;

export const load = (name) => import(`file://${name}.js`);
