/** @module The page of the install service: its HTML, style sheet and icon unchanged, and its scripts as bundles. */
export type * as answers from './answers.ts';
export { pageFile, type PageFile } from './page-file.ts';
