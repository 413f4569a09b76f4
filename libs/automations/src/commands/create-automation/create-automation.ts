import type { LogPosition } from '@assay/event-store';
import { type IdSource, ID_SOURCE } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AutomationRegistry } from '../../automation-registry';
import { AutomationRules } from '../../automation-rules';
import { type AutomationInput, newAutomationFields } from '../../domain/checked-fields';
import { newWebhookAddress } from '../../webhook-addresses';

/**
 * Refused: INVALID_TRIGGER_TYPE, INVALID_CRON_EXPRESSION, VALIDATION_ERROR with every wrong field,
 * PROJECT_ACCESS_DENIED, PLATFORM_NOT_ALLOWED, AUTOMATION_LIMIT_REACHED.
 */
export class CreateAutomation extends Command<{ automationId: string; position: LogPosition | undefined }> {
  constructor(
    readonly input: AutomationInput & {
      readonly organizationId: string;
      /** Given if a repeated request must create the same automation: repeating it returns the existing one. */
      readonly automationId?: string;
    },
  ) {
    super();
  }
}

@CommandHandler(CreateAutomation)
export class CreateAutomationHandler implements ICommandHandler<CreateAutomation> {
  constructor(
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    private readonly rules: AutomationRules,
    private readonly registry: AutomationRegistry,
  ) {}

  async execute({ input }: CreateAutomation): Promise<{ automationId: string; position: LogPosition | undefined }> {
    const { organizationId } = input;
    const fields = newAutomationFields(input);
    const { maxAutomations } = await this.rules.check(organizationId, fields);
    const stored = { ...fields, webhookAddress: fields.trigger.type === 'webhook' ? newWebhookAddress() : null };
    for (let automationId = input.automationId ?? this.ids.next('aut'); ; automationId = this.ids.next('aut')) {
      const created = await this.registry.create(organizationId, automationId, stored, maxAutomations);
      if (created) return { automationId, ...created };
    }
  }
}
