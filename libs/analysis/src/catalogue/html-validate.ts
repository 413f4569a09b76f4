import { htmlAccessibility } from './html/html-accessibility';
import { htmlDocument, htmlSri } from './html/html-document';
import { htmlStandards } from './html/html-standards';
import type { ToolDefinition } from './tool';

export const htmlValidateTools: readonly ToolDefinition[] = [htmlStandards, htmlAccessibility, htmlDocument, htmlSri];
