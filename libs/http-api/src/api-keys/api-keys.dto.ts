import { PERMISSIONS, PRESETS, type Permission } from '@assay/identity';
import { SchemaRule, exactlyOneOf } from '../openapi/schema-rules';
import { FlagParameter, ListOf, Name, OneOf, Timestamp, WholeNumberParameter } from '../http/fields';

const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

@SchemaRule(exactlyOneOf('permissions', 'preset'))
export class CreateApiKeyDto {
  @Name({ max: 100, description: 'What it is for.' })
  name!: string;

  @ListOf({ values: PERMISSIONS, min: 1, max: 100, optional: true, description: 'Either these, or a preset.' })
  permissions?: Permission[];

  @OneOf({ values: PRESET_NAMES, optional: true })
  preset?: (typeof PRESET_NAMES)[number];

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'The key stops working then: not later than the key that makes it, which is the default.',
  })
  expiresAt?: string | null;
}

/** A page has all keys of most organizations: an operator may let one have more. */
export class ListApiKeysDto {
  @WholeNumberParameter({ min: 1, max: 100, optional: true, default: 100, description: 'How many at most.' })
  limit: number = 100;

  @WholeNumberParameter({ min: 0, optional: true, description: 'How many to leave out. Wins over `page`.' })
  offset?: number;

  @WholeNumberParameter({ min: 1, optional: true, default: 1, description: 'Which page, from 1.' })
  page: number = 1;
}

export class RevokeApiKeyDto {
  @FlagParameter({
    optional: true,
    default: false,
    description: 'Also the keys that it made, and those that these made.',
  })
  descendants: boolean = false;
}
