import { FlagParameter, Timestamp } from '../http/fields';

export class PollSessionDto {
  @FlagParameter({ optional: true, description: 'Only the progress; wins over `since`.' })
  progress?: boolean;

  @Timestamp({
    optional: true,
    description: 'Only the reports that came after this time: the `lastUpdated` of the answer before.',
  })
  since?: string;
}
