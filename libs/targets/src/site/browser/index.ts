export { type BrowserConfinement, detectBrowserConfinement } from './browser-confinement';
export { findChromium } from './find-chromium';
export { type RecordPagesOptions, recordPages } from './record-pages';
