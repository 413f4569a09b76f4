export function show(list, comment) {
  list.insertAdjacentHTML('beforeend', `<li>${comment.text}</li>`);
  const details = document.createElement('div');
  details.innerHTML = comment.details;
  details.outerHTML = '<section>' + comment.title + '</section>';
  list.append(details);
}

export function print(receipt) {
  document.write(receipt);
}
