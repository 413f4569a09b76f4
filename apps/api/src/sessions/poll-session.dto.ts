import { Transform } from 'class-transformer';
import { IsBoolean, IsISO8601, IsOptional } from 'class-validator';

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

export class PollSessionDto {
  /** Only the progress; wins over `since`. */
  @IsOptional() @Transform(({ value }: { value: unknown }) => BOOLEANS[String(value)] ?? value) @IsBoolean({ message: 'progress must be true or false' })
  progress?: boolean;

  /** Only the reports that came after this time: the `lastUpdated` of the answer before. */
  @IsOptional() @IsISO8601({ strict: true }, { message: 'since must be an ISO 8601 time, such as the lastUpdated of the answer before' })
  since?: string;
}
