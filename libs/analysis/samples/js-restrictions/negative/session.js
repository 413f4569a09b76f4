export function login(user, name, dialog) {
  if (Number.isNaN(user.id)) {
    dialog.alert('Who are you?');
    process.exitCode = 1;
  }
  try {
    sessionStorage.user = user.id;
  } catch (error) {
    // private windows have no storage: the user logs in again
  }
  Object.setPrototypeOf(user, null);
  const cookie = document.cookie.split('; ');
  for (let i = 0, j = name.length; i < j; i++, j--) cookie.push(name[i]);
  return cookie.join('').replace(/a {3}b/, '') + /[=]x/.source;
}
