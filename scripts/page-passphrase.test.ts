import { checkConfiguration } from '@writ/installer';
import { exampleConfiguration } from '@writ/service';
import { describe, expect, it } from 'vitest';
import { isPassphrase } from '../packages/web/page/text/passphrase.ts';

/** Whether the check accepts a passphrase. */
function isAccepted(passphrase: string): boolean {
  const luks = { '!passphrase': passphrase };
  const text = JSON.stringify({ ...JSON.parse(exampleConfiguration()), 'x-writ': { disk: { luks } } });
  const { findings } = checkConfiguration({ config: { file: 'config.json', text } });
  return findings.every(({ severity }) => severity !== 'error');
}

describe('the page keeps a passphrase', () => {
  it.each([
    ['with 8 characters', 'x'.repeat(8), true],
    ['with 7 characters', 'x'.repeat(7), false],
    ['with 8 characters of two code units each', '😀'.repeat(8), true],
    ['with 7 characters of two code units each', '😀'.repeat(7), false],
    ['with 512 bytes', 'x'.repeat(512), true],
    ['with 513 bytes', 'x'.repeat(513), false],
    ['with 512 bytes in 256 characters', 'ä'.repeat(256), true],
    ['with 514 bytes in 257 characters', 'ä'.repeat(257), false],
    ['with non-ASCII characters', 'Übergröße', true],
    ['with a tab', 'correct\thorse', false],
    ['with a line break', 'correct\nhorse', false],
    ['with a line separator', 'correct\u2028horse', false],
    ['with half of a surrogate pair', 'correct\ud83dhorse', false],
    ['that looks like the price $6', 'costs $6$ and more', true],
    ['that is a yescrypt hash', '$y$j9T$abcdefgh', false],
    ['that is a sha512 hash', '$6$abcdefgh$abcdefgh', false],
    ['that is a sha256 hash', '$5$abcdefgh$abcdefgh', false],
    ['that is a bcrypt hash', '$2b$12$abcdefgh', false],
    ['that is an old bcrypt hash', '$2x$12$abcdefgh', false],
    ['that is an md5 hash', '$1$abcdefgh$abcdefgh', false],
    ['that is an argon2 hash', '$argon2id$abcdefgh', false],
    ['that is a scrypt hash', '$7$abcdefghijkl', false],
    ['that begins like a hash of an unknown kind', '$money$abcdefgh', true],
  ])('%s exactly if the check accepts it', (_case, passphrase, accepted) => {
    expect([isPassphrase(passphrase), isAccepted(passphrase)]).toEqual([accepted, accepted]);
  });
});
