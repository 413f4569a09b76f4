/**
 * Styles that Tailwind puts together before a browser sees them: what it imports stands in the place of the import.
 */
export const isOfTailwind = (styles: string): boolean =>
  /@(?:import\s+['"]tailwindcss|tailwind\s|theme\b|utility\s|custom-variant\s)/.test(styles);
