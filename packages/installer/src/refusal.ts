import type { Diagnostic } from '@writ/diagnostics';

/**
 * Every finding about the machine, the target and the mirrors; what the configuration itself says is found before.
 * Codes are never given to another rule: W1509 was one.
 */
export const refusalCodes = {
  'not-root': 'W1502',
  'architecture-unsupported': 'W1503',
  'tool-missing': 'W1504',
  'secret-missing': 'W1505',
  'wrong-option': 'W1506',
  'cache-unusable': 'W1507',
  'system-error': 'W1508',
  'profile-unreadable': 'W1520',
  'profile-python': 'W1521',
  'keyboard-console-only': 'W1522',
  'login-not-kept': 'W1523',
  'loader-needs-uefi': 'W1510',
  'firmware-32-bit': 'W1511',
  'bios-sectors': 'W1512',
  'removable-path': 'W1513',
  'facts-unusable': 'W1514',
  'iso-network': 'W1515',
  'facts-elsewhere': 'W1516',
  'kernel-lacks': 'W1517',
  'no-target': 'W1600',
  'target-kind': 'W1601',
  'target-not-ours': 'W1602',
  'target-in-use': 'W1603',
  'target-folder': 'W1604',
  'target-too-small': 'W1605',
  'target-unknown': 'W1606',
  'no-room': 'W1607',
  'target-ambiguous': 'W1608',
  'target-twice': 'W1609',
  'target-read-only': 'W1610',
  'targets-mixed': 'W1611',
  'late-download': 'W1612',
  'mirror-unusable': 'W1701',
  'mirror-key': 'W1702',
  'package-unknown': 'W1703',
  'packages-unresolvable': 'W1704',
  'unit-unknown': 'W1705',
  'program-missing': 'W1706',
  'download-failed': 'W1707',
  'clock-wrong': 'W1708',
  'lock-unusable': 'W1709',
  'lock-differs': 'W1710',
  'plan-changed': 'W1801',
  'no-consent': 'W1802',
  'cannot-resume': 'W1803',
} as const;

export type RefusalRule = keyof typeof refusalCodes;

/** A reason not to begin. Holds no secret. */
export function refusal(
  rule: RefusalRule,
  message: string,
  more: Pick<Diagnostic, 'hint' | 'pointer' | 'expected'> = {},
): Diagnostic {
  return { code: refusalCodes[rule], rule, severity: 'error', message, ...more };
}
