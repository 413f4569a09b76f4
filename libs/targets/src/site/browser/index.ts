export { type BrowserConfinement, detectBrowserConfinement } from './browser-confinement';
export { findChromium } from './find-chromium';
export { type RecordPagesOptions, type RecordedPages, recordPages } from './record-pages';
export type { BrowserLimits } from './run-browser-job';
