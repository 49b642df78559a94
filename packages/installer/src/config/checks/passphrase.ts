import type { Diagnostic } from '@writ/diagnostics';
import movedKeys from '../../data/moved-keys.json' with { type: 'json' };
import { findControlCharacter } from '../control-characters.ts';
import { ownValue } from '../own-value.ts';
import { passwordForm } from '../password.ts';
import type { Check } from './check.ts';

export const PASSPHRASE_POINTER = '/x-writ/disk/luks/!passphrase';

const MINIMUM_LENGTH = 8;
/** The maximum number of bytes that cryptsetup reads from a keyboard. */
const MAXIMUM_LENGTH = 512;

/** Describes why a passphrase is invalid, without quoting it; returns undefined if it is valid. */
export function describePassphraseFault(
  passphrase: string,
): Pick<Diagnostic, 'message' | 'expected' | 'hint'> | undefined {
  const expected = `plain text with at least ${MINIMUM_LENGTH} characters and at most ${MAXIMUM_LENGTH} bytes`;
  if (findControlCharacter(passphrase) !== undefined)
    return { message: 'the passphrase contains a control character', expected };
  if (passwordForm(passphrase) !== 'plain') {
    return {
      message: 'the passphrase is a hash: the disk could be unlocked only by typing the hash itself',
      expected,
      hint: 'write the passphrase itself, preferably as a secret in the credentials',
    };
  }
  if ([...passphrase].length < MINIMUM_LENGTH)
    return { message: `the passphrase has fewer than ${MINIMUM_LENGTH} characters`, expected };
  return Buffer.byteLength(passphrase) > MAXIMUM_LENGTH
    ? { message: `the passphrase has more than ${MAXIMUM_LENGTH} bytes`, expected }
    : undefined;
}

/** Reports invalid passphrases, and passphrases that are difficult to type when the machine starts. */
export const checkPassphrase: Check = ({ config, credentials, isInvalid, finding }) => {
  const written = config['x-writ']?.disk?.luks?.['!passphrase'];
  if (written === undefined || isInvalid(PASSPHRASE_POINTER)) return [];
  const passphrase = typeof written === 'string' ? written : credentials?.get(written.$secret);
  if (typeof passphrase !== 'string') return [];
  const fault = describePassphraseFault(passphrase);
  // Another check reports faults of secrets in the credentials.
  if (fault !== undefined)
    return typeof written === 'string' ? [finding('passphrase', PASSPHRASE_POINTER, fault)] : [];
  const difficulty = describeDifficulty(passphrase, config['keyboard-language'] ?? 'us');
  return difficulty === undefined
    ? []
    : [
        finding('passphrase-keys', PASSPHRASE_POINTER, {
          message: difficulty,
          hint: 'a passphrase of several plain words is just as strong',
        }),
      ];
};

function describeDifficulty(passphrase: string, keyboard: string): string | undefined {
  if (!/^[ -~]*$/.test(passphrase))
    return 'the passphrase contains non-ASCII characters, which may be impossible to type when the machine starts';
  const moved = ownValue<string | undefined>(movedKeys, keyboard) ?? '';
  return [...passphrase].some((character) => moved.includes(character))
    ? `the passphrase contains characters that are on different keys in the us and ${keyboard} keyboard layouts`
    : undefined;
}
