import { expect, it } from 'vitest';
import type { Finding } from '../../../api/answers.ts';
import { catalogues } from '../../../words/languages.ts';
import { fieldNameOf } from './field-name.ts';

it.each([
  ['/hostname', 'Name of the machine', 'Name des Rechners'],
  ['/!users/0/!password', 'Password', 'Passwort'],
  ['/!users/0', 'Accounts', 'Konten'],
  ['/network_config/nics/0/dns/1', 'Name servers', 'Nameserver'],
  ['/packages/3', 'Additional packages', 'Weitere Pakete'],
  ['/custom-commands/1', 'Command 2', 'Befehl 2'],
  ['/x-writ/disk/luks/!passphrase', 'Passphrase of the disk', 'Passphrase des Datenträgers'],
  ['/x-writ/swap/size', 'Swap space', 'Auslagerungsspeicher'],
  ['/x-writ/accounts/ada/authorized-keys/0', 'SSH keys', 'SSH-Schlüssel'],
  ['/sys-encoding', 'Language', 'Sprache'],
  ['/hostnam', 'hostnam', 'hostnam'],
  ['/constructor/sudo-x', 'constructor', 'constructor'],
  ['', 'Configuration', 'Konfiguration'],
  [undefined, 'Configuration', 'Konfiguration'],
])('fieldNameOf names the field of a finding about %j', (pointer, english, german) => {
  const finding = { pointer, rule: 'other', message: 'wrong' } as unknown as Finding;
  expect([catalogues.en, catalogues.de].map((words) => fieldNameOf(finding, words))).toEqual([
    english,
    german,
  ]);
});

it('fieldNameOf names the field of a key that is missing', () => {
  const missing = { pointer: '', rule: 'missing-key', message: 'bootloader is missing' } as Finding;
  expect(fieldNameOf(missing, catalogues.en)).toBe('Boot loader');
  const account = { rule: 'no-credentials', message: 'no accounts' } as Finding;
  expect(fieldNameOf(account, catalogues.en)).toBe('Accounts');
});
