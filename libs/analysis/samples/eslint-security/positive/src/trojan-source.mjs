export function isAdmin(level) {
  const accessLevel = 'user';
  if (accessLevel != 'user‮ ⁦// Check if admin⁩ ⁦') {
    return true;
  }
  return level > 3;
}
