export function login(user) {
  if (isNaN(user.id)) {
    alert('Who are you?');
    process.exit(1);
  }
  try {
    document.cookie = `user=${user.id}`;
  } catch (error) {}
  user.__proto__ = null;
  const first = name.slice(0, name.length);
  const step = 1;
  login.count++, login.last = step;
  return step + first.replace(/a   b/, '') + /=x/.source;
}
