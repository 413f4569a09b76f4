/** Makes the entries of /proc read-only that belong to the machine. */
const PROTECT_PROC = `
for at in bus fs irq sys sysrq-trigger; do
  if [ -e "/proc/$at" ]; then
    mount --bind "/proc/$at" "/proc/$at"
    mount -o remount,bind,ro "/proc/$at"
  fi
done
`;

/**
 * A script that `sh` runs in its own mount namespace, before the command in its arguments. After it, only the working
 * directory can be written, and only the five harmless devices can be opened. Without it, an engine that a target has
 * taken over and that runs as root could write the store, `/proc/sys/kernel/core_pattern` (a program that the kernel
 * starts outside every namespace), or the disk itself (`/dev/vda` belongs to root). None of that needs a capability.
 *
 * Mounts are made read-only one by one, because the flags of a bind mount do not apply to the mounts below it. `/sys`
 * is covered by an empty mount instead: with a dozen control groups in it, that takes a tenth of the time. A mount that
 * cannot be made read-only (such as another user's FUSE mount) is left as it is. If that is the root or /proc, the
 * probe of `detectConfinement` fails.
 */
export const READ_ONLY_FILES = script('read-only');

/**
 * The same script, but the program may write the entries of its own processes in /proc. A namespace inside the
 * namespace (Chromium's own sandbox) needs that. Everything in /proc that belongs to the machine stays read-only, as in
 * containers.
 */
export const READ_ONLY_FILES_BUT_OWN_PROC = script('own');

function script(proc: 'read-only' | 'own'): string {
  return `
set -ef
mounts=$(cut -d' ' -f5 /proc/self/mountinfo)
mount --bind "$PWD" "$PWD"
for device in null zero full random urandom; do mount --bind "/dev/$device" "/dev/$device"; done
covered=
if mount -t tmpfs -o ro,size=4k none /sys 2>/dev/null; then covered='/sys*'; fi
for at in $mounts; do
  case $at in
    "$PWD"|$covered${proc === 'own' ? '|/proc' : ''}) continue;;
    *\\\\*) at=$(printf %b "$(printf %s "$at" | sed 's/\\\\/\\\\0/g')");;
  esac
  mount -o remount,bind,ro,nodev "$at" 2>/dev/null || true
done
${proc === 'own' ? PROTECT_PROC : ''}
if [ -w / ] || [ -w /proc/sys/kernel/core_pattern ]; then echo 'the root or /proc stays writable' >&2; exit 1; fi
cd "$PWD"
unset PWD OLDPWD
exec "$@"
`;
}
