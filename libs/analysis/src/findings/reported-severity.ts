import type { Severity } from '@assay/kernel';
import type { ToolDefinition } from '../catalogue/tool';
import type { RawFinding } from '../engines/engine';

/** The severity that the engine gives this finding, or else that of its rule. A session may decide otherwise. */
export const reportedSeverity = (tool: ToolDefinition, { rule, severity }: RawFinding): Severity =>
  severity ?? tool.rules[rule]?.severity ?? 'low';
