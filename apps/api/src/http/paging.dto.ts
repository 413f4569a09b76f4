import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const wholeNumber = () => Type(() => Number);

/** Paging by limit, with an offset or a page. */
export class PagingDto {
  @IsOptional() @wholeNumber() @IsInt() @Min(1) @Max(100)
  limit: number = 20;

  @IsOptional() @wholeNumber() @IsInt() @Min(0)
  offset?: number;

  /** From 1; an `offset` wins over it. */
  @IsOptional() @wholeNumber() @IsInt() @Min(1)
  page?: number;
}

export const offsetOf = ({ limit, offset, page }: { limit: number; offset?: number; page?: number }): number => offset ?? ((page ?? 1) - 1) * limit;

/** Paging by page, as projects are listed. */
export class PageDto {
  @IsOptional() @wholeNumber() @IsInt() @Min(1)
  page: number = 1;

  @IsOptional() @wholeNumber() @IsInt() @Min(1) @Max(100)
  per_page: number = 20;

  @IsOptional() @wholeNumber() @IsInt() @Min(0)
  offset?: number;
}
