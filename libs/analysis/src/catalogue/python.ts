import { pyAnnotations, pyComplexity, pyDocstrings, pyImports, pyNaming, pyPycodestyle } from './python/conventions';
import { pyBugbear, pyDeadCode, pyExceptions, pyPyflakes } from './python/defects';
import { pyAsync, pyNumpyPandas, pyPerformance, pyPytest, pySimplify, pyUpgrade } from './python/idioms';
import { pyDjango, pySecurity } from './python/security';
import type { ToolDefinition } from './tool';

export const ruffTools: readonly ToolDefinition[] = [pySecurity, pyBugbear, pyPyflakes, pyPycodestyle, pyComplexity, pyNaming, pyDocstrings, pyPerformance, pyUpgrade, pyPytest, pyAsync, pyDjango, pyAnnotations, pyImports, pyExceptions, pySimplify, pyDeadCode, pyNumpyPandas];
