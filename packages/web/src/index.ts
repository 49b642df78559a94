/** @module The page of the install service: its HTML, and its bundled scripts, style sheet, fonts and icon. */
export { acceptedCoding, assetPath, pageFile, type ContentCoding, type PageFile } from './page-file.ts';
