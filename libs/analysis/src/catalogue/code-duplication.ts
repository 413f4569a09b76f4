import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const cloneTools: readonly ToolDefinition[] = [
  {
    id: 'code-duplication',
    name: 'Code duplication',
    description: 'Finds longer passages of code that stand in several places, so that a correction of one misses the other.',
    category: 'quality',
    billing: 'quality',
    engine: 'clones',
    targets: SOURCE_TARGETS,
    files: ['**/!(*.min|*.d|*.generated|*.pb|*_pb2).{js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,py,rb,php,go,rs,java,kt,swift,scala,c,h,cc,cpp,hpp,cs,dart,scss,less,css}'],
    advice: 'Give the passage a name and call it from both places, unless they are alike only by chance.',
    rules: { 'duplicated-code': { severity: 'low', cwe: 'CWE-1041', weakness: 'duplicated-code', title: 'The same code stands in several places' } },
    // 100 tokens are some twelve lines. Shorter clones are mostly imports and boilerplate.
    settings: { minTokens: 100, minLines: 10 },
  },
];
