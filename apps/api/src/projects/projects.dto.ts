import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, MaxLength } from 'class-validator';

const PLATFORMS = ['web', 'ios', 'android', 'desktop'] as const;
type Platform = (typeof PLATFORMS)[number];

export class CreateProjectDto {
  @IsString({ message: 'name is required' }) @IsNotEmpty() @MaxLength(200)
  name!: string;

  @IsOptional() @IsString() @MaxLength(4_000)
  description?: string;

  @IsArray({ message: `platforms is required: some of ${PLATFORMS.join(', ')}` }) @ArrayNotEmpty() @ArrayUnique() @IsIn(PLATFORMS, { each: true })
  platforms!: Platform[];

  @IsOptional() @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https', 'ssh', 'git'] }) @MaxLength(2_048)
  repositoryUrl?: string;

  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(255)
  defaultBranch?: string;
}

/** Only what is given changes. */
export class ChangeProjectDto {
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(200)
  name?: string;

  @IsOptional() @IsString() @MaxLength(4_000)
  description?: string;

  @IsOptional() @IsArray() @ArrayNotEmpty() @ArrayUnique() @IsIn(PLATFORMS, { each: true })
  platforms?: Platform[];

  @IsOptional() @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https', 'ssh', 'git'] }) @MaxLength(2_048)
  repositoryUrl?: string;

  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(255)
  defaultBranch?: string;
}
