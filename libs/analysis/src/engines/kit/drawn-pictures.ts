/**
 * Whether a file of JSX draws a picture: with Satori, which Next.js and Vercel have as `ImageResponse`, the markup
 * becomes pixels. No page ever has it, so that nobody meets its links or misses the names of its parts.
 */
export const isDrawn = (text: string): boolean =>
  /^\s*import\s[^;]*\bfrom\s+['"](?:@vercel\/og|next\/og|satori|workers-og)['"]/m.test(text) ||
  /^\s*import\s*\{[^}]*\bImageResponse\b[^}]*\}\s*from\s+['"]next\/server['"]/m.test(text);
