import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const PROSE: readonly string[] = ['**/*.{md,markdown,txt}'];

const inclusiveLanguage: ToolDefinition = {
  id: 'inclusive-language',
  name: 'Inclusive language',
  description: 'Wording in documents that shuts people out or insults them, with words to use instead.',
  category: 'standards',
  billing: 'docs',
  engine: 'prose',
  targets: SOURCE_TARGETS,
  files: PROSE,
  advice: 'Choose a word that says the same without a remark about people; leave quotations and names of things as they are.',
  rules: {
    'exclusionary-term': { severity: 'low', title: 'Term that the trade is leaving behind', fix: 'Say allow list and deny list, primary and replica.' },
    'inconsiderate-wording': { severity: 'info', title: 'Wording that may hurt or exclude' },
    profanity: { severity: 'low', title: 'Profanity', fix: 'Say it another way.' },
  },
};

const proseQuality: ToolDefinition = {
  id: 'prose-quality',
  name: 'Prose',
  description: 'Doubled words, clichés and wordy phrases in documents.',
  category: 'quality',
  billing: 'docs',
  engine: 'prose',
  targets: SOURCE_TARGETS,
  files: PROSE,
  advice: 'Say it in fewer words.',
  rules: {
    'repeated-word': { severity: 'low', title: 'Word written twice', weakness: 'repeated-word', fix: 'Remove one of them.' },
    cliche: { severity: 'info', title: 'Cliché' },
    wordy: { severity: 'info', title: 'Wordy phrase', fix: 'Use the short word: use, not utilize; to, not in order to.' },
  },
};

export const proseTools: readonly ToolDefinition[] = [inclusiveLanguage, proseQuality];
