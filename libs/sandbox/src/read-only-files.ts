/**
 * Run by `sh` in a mount namespace of its own, before the command given as arguments: from then on nothing can be
 * written but the working directory, and no device be opened but the five harmless ones. Without it an engine that a
 * target took over, run by root, writes the store, `/proc/sys/kernel/core_pattern` (a program that the kernel starts
 * outside of every namespace) or the disk itself (`/dev/vda` belongs to root): all that takes no capability.
 *
 * A mount is made read-only one by one, since a bind mount's flags do not reach those below it. `/sys` is covered
 * instead: with a dozen control groups in it that takes a tenth of the time. What cannot be made read-only (somebody
 * else's FUSE mount) is left, but not the root and /proc: the probe of `detectConfinement` then fails.
 */
export const READ_ONLY_FILES = script('read-only');

/**
 * The same, but the program may write what /proc has of its own processes, which a namespace within the namespace takes
 * (Chromium's own sandbox). Everything in /proc that belongs to the machine stays read-only, as containers have it.
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
${proc === 'own' ? 'for at in bus fs irq sys sysrq-trigger; do if [ -e "/proc/$at" ]; then mount --bind "/proc/$at" "/proc/$at"; mount -o remount,bind,ro "/proc/$at"; fi; done' : ''}
if [ -w / ] || [ -w /proc/sys/kernel/core_pattern ]; then echo 'the root or /proc stays writable' >&2; exit 1; fi
cd "$PWD"
unset PWD OLDPWD
exec "$@"
`;
}
