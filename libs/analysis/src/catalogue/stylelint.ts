import type { ToolDefinition } from './tool';
import { cssAccessibility } from './stylelint/css-accessibility';
import { cssConventions } from './stylelint/css-conventions';
import { cssErrors } from './stylelint/css-errors';
import { scssErrors } from './stylelint/scss-errors';

export const stylelintTools: readonly ToolDefinition[] = [cssErrors, cssConventions, cssAccessibility, scssErrors];
