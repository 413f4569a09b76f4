import { biomeAccessibility } from './javascript-biome/accessibility';
import { biomeComplexity, biomePerformance, biomeSecurity, biomeSuspicious } from './javascript-biome/script';
import { biomeCss, biomeGraphql } from './javascript-biome/style-and-schema';
import type { ToolDefinition } from './tool';

export const biomeTools: readonly ToolDefinition[] = [biomeSecurity, biomeAccessibility, biomeComplexity, biomeSuspicious, biomePerformance, biomeCss, biomeGraphql];
