import type { Upcasts } from '@assay/event-store';
import { sessionUpcasts } from '@assay/scanning';

/** How earlier versions wrote events, of every context that has changed one. */
export const upcasts: Upcasts = new Map([...sessionUpcasts]);
