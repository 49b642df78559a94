/** @module The page of the install service: HTML, style and icon as they are, and its scripts as bundles. */
export type * as answers from './answers.ts';
export { pageFile, type PageFile } from './page-file.ts';
