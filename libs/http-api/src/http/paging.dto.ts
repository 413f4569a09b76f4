import { WholeNumberParameter } from './fields';

const OFFSET = { min: 0, optional: true, description: 'How many to leave out. Wins over `page`.' } as const;

/** Paging by limit, with an offset or a page. */
export class PagingDto {
  @WholeNumberParameter({ min: 1, max: 100, optional: true, default: 20, description: 'How many at most.' })
  limit: number = 20;

  @WholeNumberParameter(OFFSET)
  offset?: number;

  @WholeNumberParameter({ min: 1, optional: true, default: 1, description: 'Which page, from 1.' })
  page: number = 1;
}

export const offsetOf = ({ limit, offset, page }: { limit: number; offset?: number; page: number }): number =>
  offset ?? (page - 1) * limit;

/** Paging by page, as projects are listed. */
export class PageDto {
  @WholeNumberParameter({ min: 1, optional: true, default: 1, description: 'Which page, from 1.' })
  page: number = 1;

  @WholeNumberParameter({ min: 1, max: 100, optional: true, default: 20, description: 'How many a page has.' })
  per_page: number = 20;

  @WholeNumberParameter(OFFSET)
  offset?: number;
}
