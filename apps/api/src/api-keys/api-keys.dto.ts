import { IsArray, IsIn, IsISO8601, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

export class CreateApiKeyDto {
  @IsString({ message: 'name is required' }) @IsNotEmpty() @MaxLength(200)
  name!: string;

  /** Either these, or a preset. */
  @IsOptional() @IsArray() @IsString({ each: true })
  permissions?: string[];

  @IsOptional() @IsIn(['read_only', 'execute', 'full_access'])
  preset?: 'read_only' | 'execute' | 'full_access';

  /** The key stops working then. Default: never. */
  @IsOptional() @IsISO8601({ strict: true })
  expiresAt?: string;
}
