import { SOURCE_TARGETS, type ToolDefinition } from './tool';

export const sourceSizeTools: readonly ToolDefinition[] = [
  {
    id: 'code-size',
    name: 'Code size',
    description: 'Finds source files that have grown too long to be understood as one thing; comments and empty lines do not count.',
    category: 'quality',
    billing: 'quality',
    engine: 'source-size',
    targets: SOURCE_TARGETS,
    files: ['**/!(*.min|*.d|*.pb|*_pb2|*.generated|*.g|*.Designer).{js,jsx,mjs,cjs,ts,tsx,mts,cts,py,rb,php,go,rs,java,kt,kts,scala,swift,c,h,cc,cpp,hpp,cxx,cs,fs,dart,lua,pl,r,vue,svelte,scss,less,groovy,clj,hs,ml,jl}'],
    advice: 'Split it along its responsibilities; what changes together stays together.',
    rules: {
      'long-file': { severity: 'low', cwe: 'CWE-1080', weakness: 'long-file', title: 'A file of more than 1,000 lines of code' },
      'very-long-file': { severity: 'low', cwe: 'CWE-1080', weakness: 'long-file', title: 'A file of more than 3,000 lines of code' },
    },
    settings: { codeLines: { 'long-file': 1_000, 'very-long-file': 3_000 } },
  },
];
