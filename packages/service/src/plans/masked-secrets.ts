import { MASK, SourceText, type Diagnostic } from '@writ/diagnostics';
import type { VALUE_ERRORS } from '../problems.ts';

const MASKED_SECRET: keyof typeof VALUE_ERRORS = 'masked-secret';

/**
 * Finds masks in place of secrets: a configuration that was read from the service contains them, and its installation
 * would set the mask as the password of every account.
 */
export function findMaskedSecrets(file: string, text: string): Diagnostic[] {
  const source = new SourceText(file, text);
  return [...text.matchAll(new RegExp(MASK, 'g'))].map(({ index }) => ({
    code: MASKED_SECRET,
    file,
    severity: 'error',
    message: 'the secret is masked',
    hint: 'replace the mask with the secret',
    range: source.rangeAt(index, index + MASK.length),
  }));
}
