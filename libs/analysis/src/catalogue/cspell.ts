import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const spelling: ToolDefinition = {
  id: 'spelling',
  name: 'Spelling',
  description: 'Misspelt English words in documents, and common misspellings in comments; each word once a file.',
  category: 'quality',
  billing: 'docs',
  engine: 'cspell',
  targets: SOURCE_TARGETS,
  files: ['**/*.{md,markdown,mdx,txt,rst,adoc,html,htm}', '**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,java,kt,go,c,h,cc,cpp,hpp,cs,rs,swift,scala,scss,py,rb,sh,yml,yaml,toml}'],
  advice: 'Correct the word where it is wrong; a name or a term of the trade may stay.',
  rules: {
    misspelling: { severity: 'low', title: 'Misspelt word', weakness: 'misspelling', fix: 'Correct the spelling.' },
    'unknown-word': { severity: 'info', title: 'Word that is in no dictionary', weakness: 'misspelling' },
  },
};

export const cspellTools: readonly ToolDefinition[] = [spelling];
