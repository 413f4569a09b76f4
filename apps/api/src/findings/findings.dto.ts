import { FINDING_STATUSES, type FindingStatus } from '@assay/findings';
import { FINDING_CATEGORIES, SEVERITIES } from '@assay/kernel';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export class ListFindingsDto {
  @IsString({ message: 'scanId is required' }) @IsNotEmpty()
  scanId!: string;

  @IsOptional() @IsIn(SEVERITIES)
  severity?: string;

  @IsOptional() @IsIn(FINDING_CATEGORIES)
  category?: string;

  @IsOptional() @IsString() @IsNotEmpty()
  tool?: string;

  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500)
  limit: number = 50;

  @IsOptional() @Type(() => Number) @IsInt() @Min(0)
  offset?: number;

  @IsOptional() @Type(() => Number) @IsInt() @Min(1)
  page?: number;
}

export class ChangeFindingDto {
  @IsIn(FINDING_STATUSES)
  status!: FindingStatus;

  @IsOptional() @IsString() @MaxLength(4_000)
  note?: string;
}
