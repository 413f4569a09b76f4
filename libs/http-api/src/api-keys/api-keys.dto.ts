import { PERMISSIONS, PRESETS } from '@assay/identity';
import { ListOf, OneOf, Text, Timestamp } from '../http/fields';

const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

export class CreateApiKeyDto {
  @Text({ max: 100, description: 'What it is for.' })
  name!: string;

  @ListOf({ values: PERMISSIONS, min: 1, max: 100, optional: true, description: 'Either these, or a preset.' })
  permissions?: string[];

  @OneOf({ values: PRESET_NAMES, optional: true })
  preset?: (typeof PRESET_NAMES)[number];

  @Timestamp({ optional: true, nullable: true, description: 'The key stops working then. Default: never.' })
  expiresAt?: string | null;
}
