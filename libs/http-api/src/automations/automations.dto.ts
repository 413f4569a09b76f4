import { TRIGGER_TYPES, type TriggerType } from '@assay/automations';
import { Flag, FlagParameter, ObjectOf, OneOf, PlainName, PlainText, Text } from '../http/fields';
import { PageDto } from '../http/paging.dto';
import { OptionalBody } from '../openapi/schema-rules';
import { ACTION, TRIGGER } from './automation-schemas';

type Given = Readonly<Record<string, unknown>>;

const NAME = { max: 200, description: 'What people call it.' } as const;
const PROJECT = { max: 100, description: 'Whose scans it starts: the id of a project.' } as const;
const ENABLED = { optional: true, description: 'While it is not, its events start no scan.' } as const;

export class CreateAutomationDto {
  @PlainName(NAME)
  name!: string;

  @PlainText(PROJECT)
  projectId!: string;

  @ObjectOf({ schema: TRIGGER })
  trigger!: Given;

  @ObjectOf({ schema: ACTION })
  action!: Given;

  @Flag({ ...ENABLED, default: true })
  enabled: boolean = true;
}

/** Only what is given changes; a trigger or an action is replaced as a whole. */
export class ChangeAutomationDto {
  @PlainName({ ...NAME, optional: true })
  name?: string;

  @PlainText({ ...PROJECT, optional: true })
  projectId?: string;

  @ObjectOf({ schema: TRIGGER, optional: true })
  trigger?: Given;

  @ObjectOf({ schema: ACTION, optional: true })
  action?: Given;

  @Flag(ENABLED)
  enabled?: boolean;
}

export class ListAutomationsDto extends PageDto {
  @Text({ max: 100, optional: true, description: 'Only those of this project.' })
  project_id?: string;

  @FlagParameter({ optional: true, description: 'Only those that are enabled, or only the others.' })
  enabled?: boolean;

  @OneOf({ values: TRIGGER_TYPES, optional: true, description: 'Only those with this type of trigger.' })
  trigger_type?: TriggerType;
}

/** The fields that an event would have. */
@OptionalBody
export class TestAutomationDto {
  @PlainText({ max: 64, optional: true, description: 'The full id of the commit.' })
  commitSha?: string;

  @PlainText({ max: 255, optional: true })
  branch?: string;

  @PlainText({ max: 200, optional: true })
  author?: string;

  @PlainText({ max: 2_048, optional: true, description: 'What is scanned, unless the action says so.' })
  targetUrl?: string;
}
