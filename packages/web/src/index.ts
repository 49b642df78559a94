/** @module The page of the install service: plain files, used as they stand. */
export { pageFile, type PageFile } from './page-file.ts';
