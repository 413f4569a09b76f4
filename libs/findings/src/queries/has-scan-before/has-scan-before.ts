import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FindingLines } from '../finding-lines';

/** Whether a completed session has an earlier one on its line: only then can its findings be new. */
export class HasScanBefore extends Query<boolean> {
  constructor(readonly input: { readonly sessionId: string }) {
    super();
  }
}

@QueryHandler(HasScanBefore)
export class HasScanBeforeHandler implements IQueryHandler<HasScanBefore> {
  constructor(private readonly lines: FindingLines) {}

  async execute({ input: { sessionId } }: HasScanBefore): Promise<boolean> {
    const place = await this.lines.placeOf(sessionId);
    return place !== undefined && (await this.lines.scanBefore(place.lineId, place.position)) !== undefined;
  }
}
