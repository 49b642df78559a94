/** @module The page of the install service: plain files, used as they stand, and one bundle: its editor. */
export { pageFile, type PageFile } from './page-file.ts';
