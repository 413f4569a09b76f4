/**
 * Run by `sh` in a mount namespace of its own, before the command given as arguments: from then on nothing can be written
 * but the working directory, and no device be opened but the five harmless ones. Without it an engine that a target took
 * over, run by root, writes the store, `/proc/sys/kernel/core_pattern` (a program that the kernel starts outside of every
 * namespace) or the disk itself (`/dev/vda` belongs to root): all that takes no capability.
 *
 * A mount is made read-only one by one, since a bind mount's flags do not reach those below it. `/sys` is covered
 * instead: with a dozen control groups in it that takes a tenth of the time. What cannot be made read-only (somebody
 * else's FUSE mount) is left, but not the root and /proc: the probe of `detectConfinement` then fails.
 */
export const READ_ONLY_FILES = `
set -ef
mounts=$(cut -d' ' -f5 /proc/self/mountinfo)
mount --bind "$PWD" "$PWD"
for device in null zero full random urandom; do mount --bind "/dev/$device" "/dev/$device"; done
covered=
if mount -t tmpfs -o ro,size=4k none /sys 2>/dev/null; then covered='/sys*'; fi
for at in $mounts; do
  case $at in
    "$PWD"|$covered) continue;;
    *\\\\*) at=$(printf %b "$(printf %s "$at" | sed 's/\\\\/\\\\0/g')");;
  esac
  mount -o remount,bind,ro,nodev "$at" 2>/dev/null || true
done
if [ -w / ] || [ -w /proc/sys/kernel/core_pattern ]; then echo 'the root or /proc stays writable' >&2; exit 1; fi
cd "$PWD"
unset PWD OLDPWD
exec "$@"
`;
