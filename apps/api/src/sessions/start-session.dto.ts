import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, Max, MaxLength, Min, ValidateNested } from 'class-validator';

const KINDS = ['url', 'urls', 'directory'] as const;

/** Exactly one of the three. */
export class SessionTargetDto {
  /** A live URL. */
  @IsOptional() @IsString() @MaxLength(2_048)
  url?: string;

  /** Several URLs. */
  @IsOptional() @IsArray() @ArrayMaxSize(100) @IsString({ each: true })
  urls?: string[];

  /** A directory of the server, under one of its configured roots. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(4_096)
  directory?: string;
}

export class StartSessionDto {
  @IsObject({ message: `target is required: exactly one of ${KINDS.map((kind) => `target.${kind}`).join(', ')}` }) @ValidateNested() @Type(() => SessionTargetDto)
  target!: SessionTargetDto;

  /** The project it belongs to; without one it belongs to the organization alone. */
  @IsOptional() @IsString()
  applicationId?: string;

  /** What to look for. Default: everything. */
  @IsOptional() @IsArray() @IsIn(['security', 'code-quality', 'accessibility', 'performance'], { each: true, message: 'categories: each must be one of security, code-quality, accessibility, performance ($value)' })
  categories?: string[];

  /** These tools and no others; beats `categories`. */
  @IsOptional() @IsArray() @ArrayMaxSize(500) @IsString({ each: true })
  tools?: string[];

  @IsOptional() @IsArray() @ArrayMaxSize(500) @IsString({ each: true })
  excludeTools?: string[];

  /** A summary and priorities, where the tier has them. */
  @IsOptional() @IsBoolean()
  enableIntelligence: boolean = true;

  /** Milliseconds that a tool may take. */
  @IsOptional() @IsInt() @Min(1_000) @Max(3_600_000)
  timeout: number = 300_000;

  /** Tools that run in parallel. */
  @IsOptional() @IsInt() @Min(1) @Max(50)
  maxConcurrent: number = 5;
}
