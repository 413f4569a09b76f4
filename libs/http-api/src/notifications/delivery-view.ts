import type { NotificationDocument } from '@assay/notifications';
import type { Delivery } from './notifications.responses';

/** A delivery as its organization sees it. */
export const deliveryView = ({ organizationId: _, lane: __, ...delivery }: NotificationDocument): Delivery => delivery;
