import { WholeNumberParameter } from './fields';

const OFFSET = { min: 0, optional: true, description: 'How many to leave out. Wins over `page`.' } as const;
const PAGE = { min: 1, optional: true, default: 1, description: 'Which page, from 1.' } as const;

/** Where a list continues: after so many, or at a page of as many as its limit. */
class FromDto {
  @WholeNumberParameter(OFFSET)
  offset?: number;

  @WholeNumberParameter(PAGE)
  page: number = 1;
}

/** Paging by limit, with an offset or a page. */
export class PagingDto extends FromDto {
  @WholeNumberParameter({ min: 1, max: 100, optional: true, default: 20, description: 'How many at most.' })
  limit: number = 20;
}

/** Paging of lists that people read by the hundred, such as findings. */
export class LongPagingDto extends FromDto {
  @WholeNumberParameter({ min: 1, max: 500, optional: true, default: 50, description: 'How many at most.' })
  limit: number = 50;
}

export const offsetOf = ({ limit, offset, page }: { limit: number; offset?: number; page: number }): number =>
  offset ?? (page - 1) * limit;

/** Paging by page, as projects are listed. */
export class PageDto {
  @WholeNumberParameter(PAGE)
  page: number = 1;

  @WholeNumberParameter({ min: 1, max: 100, optional: true, default: 20, description: 'How many a page has.' })
  per_page: number = 20;

  @WholeNumberParameter(OFFSET)
  offset?: number;
}
