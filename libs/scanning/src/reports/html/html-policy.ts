import { createHash } from 'node:crypto';
import { PAGE_SCRIPT } from './page-script';
import { PAGE_STYLE } from './page-style';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The page loads nothing, sends nothing, and runs the one script that it brings. Text that got out of its element
 * could not run: no other script, handler or style has one of these hashes.
 */
export const HTML_REPORT_POLICY = [
  "default-src 'none'",
  `script-src ${sha256(PAGE_SCRIPT)}`,
  `style-src ${sha256(PAGE_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
