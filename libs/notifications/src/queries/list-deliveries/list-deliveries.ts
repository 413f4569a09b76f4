import { READ_MODELS, type ReadModels } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type NotificationDocument, type NotificationStatus, notificationDocuments } from '../documents';

/** The messages that an organization got or is to get, newest first. */
export class ListDeliveries extends Query<{
  readonly deliveries: readonly NotificationDocument[];
  readonly total: number;
}> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly channel?: string | undefined;
      readonly destination?: string | undefined;
      readonly status?: NotificationStatus | undefined;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  async execute({ input: { organizationId, channel, destination, status, limit, offset } }: ListDeliveries) {
    const where = {
      organizationId,
      ...(channel !== undefined && { channel }),
      ...(destination !== undefined && { destination }),
      ...(status !== undefined && { status }),
    };
    const collection = this.readModels.collection(notificationDocuments);
    const [found, total] = await Promise.all([
      collection.find({ where, sort: [['requestedAt', 'descending']], limit, offset }),
      collection.count(where),
    ]);
    return { deliveries: found.map(({ document }) => document), total };
  }
}
