import type { FileSkipReason } from './admission';
import { stagingFailed } from './errors';

/** @throws errors that the entry did not cause */
export function reasonNotRead(error: unknown): FileSkipReason {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ELOOP':
    case 'EMLINK':
      return 'symbolic link';
    case 'ENXIO':
    case 'ENODEV':
      return 'not a regular file';
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ESTALE':
      return 'changed while it was read';
    case 'ENAMETOOLONG':
      return 'path too long';
    case 'EIO':
    case 'EINVAL':
    case 'EBUSY':
    case 'ETXTBSY':
    case 'EOPNOTSUPP':
      return 'unreadable';
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      throw stagingFailed(error);
    default:
      throw error;
  }
}
