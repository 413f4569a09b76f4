import { Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, IsISO8601, IsObject, IsOptional, IsString, Matches, Max, Min, ValidateNested } from 'class-validator';

export class QuoteConfigDto {
  @IsOptional() @IsArray() @IsString({ each: true })
  categories?: string[];

  @IsOptional() @IsArray() @IsString({ each: true })
  aiFeatures?: string[];
}

export class QuoteDto {
  @IsOptional() @IsString()
  projectId?: string;

  @IsOptional() @IsInt() @Min(0) @Max(1_000_000_000)
  estimatedLines?: number;

  @IsOptional() @IsInt() @Min(0) @Max(1_000_000_000)
  estimatedIssues?: number;

  /** Default: all categories, no AI. */
  @IsOptional() @IsObject() @ValidateNested() @Type(() => QuoteConfigDto)
  config?: QuoteConfigDto;
}

export class UsageDto {
  /** `current`, `previous`, or a date in the period. */
  @IsOptional() @Matches(/^(current|previous|\d{4}-\d{2}(-\d{2})?(T.*)?)$/, { message: 'period must be current, previous or an ISO date' })
  period: string = 'current';

  @IsOptional() @IsIn(['summary', 'transactions', 'both'])
  include: 'summary' | 'transactions' | 'both' = 'both';

  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200)
  limit: number = 50;
}

export class AuditDto {
  @IsOptional() @IsISO8601({ strict: true })
  asOf?: string;

  /** `2026-11`. Default: all periods up to `asOf`. */
  @IsOptional() @Matches(/^\d{4}-(0[1-9]|1[0-2])$/, { message: 'period must be a month such as 2026-11' })
  period?: string;
}
