import { MASK, SourceText, type Diagnostic } from '@writ/diagnostics';
import { limitFindings, MAX_FINDINGS } from '@writ/installer/internal';
import type { VALUE_ERRORS } from '../problems.ts';

const MASKED_SECRET: keyof typeof VALUE_ERRORS = 'masked-secret';

/**
 * Finds masks in place of secrets: a configuration that was read from the service contains them, and its installation
 * would set the mask as the password of every account. The search ends once there are more findings than are listed.
 *
 * @param texts the texts by the names of their files
 */
export function findMaskedSecrets(
  texts: Readonly<Record<string, string | undefined>>,
): readonly Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const [file, text = ''] of Object.entries(texts)) {
    const source = new SourceText(file, text);
    for (let at = text.indexOf(MASK); at >= 0; at = text.indexOf(MASK, at + MASK.length)) {
      findings.push({
        code: MASKED_SECRET,
        file,
        severity: 'error',
        message: 'the secret is masked',
        hint: 'replace the mask with the secret',
        range: source.rangeAt(at, at + MASK.length),
      });
      if (findings.length > MAX_FINDINGS) return limitFindings(findings, undefined);
    }
  }
  return findings;
}
