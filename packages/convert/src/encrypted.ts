import { SourceText, type Diagnostic } from '@writ/diagnostics';
import type { ConfigFile } from '@writ/installer/internal';
import { finding } from './finding-codes.ts';

/**
 * Reports encrypted credentials, which archinstall 3.0.5 and later write as `$argon2id$SALT$TOKEN`.
 */
export function checkEncrypted({ file, text }: ConfigFile): Diagnostic[] {
  const begin =
    typeof text === 'string' ? text.slice(0, 100) : Buffer.from(text.subarray(0, 100)).toString('latin1');
  if (!/^(?:\ufeff|\xef\xbb\xbf)?\s*"?\$argon2id?\$/.test(begin)) return [];
  return [
    finding('encrypted-credentials', {
      file,
      range: new SourceText(file, '').rangeAt(0, 0),
      message: 'the credentials are encrypted by archinstall, which Writ cannot decrypt',
      expected: 'credentials as JSON',
      hint: 'open them in archinstall with --creds and --creds-decryption-key and save them unencrypted, or write !root-password and !users again',
    }),
  ];
}
