import { openAsBlob } from 'node:fs';
import type { FileUpload } from '../contract/file-upload.ts';
import type { Converter } from './converter.ts';
import { invalid } from './failure.ts';

const NOT_A_FILE = invalid('must be a file in a multipart form');

/**
 * Creates a converter for files from a form. `file` returns the stored file, or a web `File` that is read on demand.
 */
function fileConverter(name: string, file: (file: FileUpload) => unknown): Converter {
  return {
    name,
    optional: false,
    acceptsEmpty: false,
    async: true,
    text: undefined,
    file,
    json: () => NOT_A_FILE,
  };
}

export const fileUpload: Converter = fileConverter('FileUpload', (file) => file);

export const webFile: Converter = fileConverter('File', async ({ path, fileName, contentType }) => {
  return new File([await openAsBlob(path)], fileName, { type: contentType });
});
