import { SourceText, type Diagnostic } from '@writ/diagnostics';
import type { ConfigFile } from '@writ/installer/internal';
import { finding } from './finding-codes.ts';

/** `$argon2id$SALT$TOKEN`: how 3.0.5 and newer keep credentials under a key. */
export function checkEncrypted({ file, text }: ConfigFile): Diagnostic[] {
  const begin =
    typeof text === 'string' ? text.slice(0, 100) : Buffer.from(text.subarray(0, 100)).toString('latin1');
  if (!/^(?:\ufeff|\xef\xbb\xbf)?\s*"?\$argon2id?\$/.test(begin)) return [];
  return [
    finding('encrypted-credentials', {
      file,
      range: new SourceText(file, '').rangeAt(0, 0),
      message: 'this is a file of credentials that archinstall has encrypted: Writ cannot read it',
      expected: 'credentials as JSON',
      hint: 'open it in archinstall with --creds and --creds-decryption-key and save it without encryption, or write !root-password and !users anew',
    }),
  ];
}
