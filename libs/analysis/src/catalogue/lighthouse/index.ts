import type { ToolDefinition } from '../tool';
import { lighthouseAccessibility } from './accessibility';
import { lighthousePerformance } from './performance';
import { lighthouseBestPractices, lighthouseSeo } from './standards';

export const lighthouseTools: readonly ToolDefinition[] = [lighthousePerformance, lighthouseBestPractices, lighthouseSeo, lighthouseAccessibility];
