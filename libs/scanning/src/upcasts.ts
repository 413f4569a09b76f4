import { type Lacking, upcastsOf } from '@assay/event-store';
import type { ScanCanceled, ScanFailed, SessionEvent, ToolStarted } from './domain/session-events';

/** How facts of sessions were written once, and are read today. */
export const sessionUpcasts = upcastsOf<SessionEvent>({
  /** Before there were several workers, a pass was attempted by one at a time, and attempts had no numbers. */
  ToolStarted: (stored: Lacking<ToolStarted, 'attempt'>) => ({ attempt: 0, ...stored }),
  /** Earlier, only a completed session recorded what its AI features delivered: the others delivered nothing. */
  ScanFailed: (stored: Lacking<ScanFailed, 'intelligence'>) => ({ intelligence: null, ...stored }),
  ScanCanceled: (stored: Lacking<ScanCanceled, 'intelligence'>) => ({ intelligence: null, ...stored }),
});
