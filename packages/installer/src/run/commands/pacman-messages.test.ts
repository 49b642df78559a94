import { expect, it } from 'vitest';
import { isSignatureError } from './pacman-messages.ts';

it.each([
  'error: sudo: signature from "Ada <ada@example.org>" is invalid',
  'error: sudo: signature from "Ada <ada@example.org>" is unknown trust',
  'error: sudo: missing required signature',
  'error: sudo: signature format error',
  'error: core: key "00FF" is unknown',
  'error: key "00FF" could not be looked up remotely',
  'error: required key missing from keyring',
  'error: keyring is not writable',
  'error: GPGME error: No data',
  "error: failed retrieving file 'core.db.sig' from 127.0.0.1:9 : The requested URL returned error: 404",
  'error: failed to synchronize all databases (invalid or corrupted database (PGP signature))',
  'error: failed to commit transaction (missing PGP signature)',
])('isSignatureError recognizes a signature error: %s', (message) => {
  expect(isSignatureError(message)).toBe(true);
});

it.each([
  "error: failed retrieving file 'gnome-keyring-1:46.2-1-x86_64.pkg.tar.zst' from a.example : The requested URL returned error: 404",
  "error: failed retrieving file 'archlinux-keyring-20250101-1-any.pkg.tar.zst' from key.example : Connection refused",
  "files that differ from the mirror's database: gnome-keyring-1:46.2-1-x86_64.pkg.tar.zst",
  'error: python-pgpy: invalid or corrupted package (checksum)',
  "error: failed retrieving file 'signature-1-1-any.pkg.tar.zst' from monkey : Could not resolve host: monkey",
  "error: failed retrieving file 'core.db' from pgp.example : Could not resolve host: pgp.example",
  'error: failed to commit transaction (failed to retrieve some files)',
])('isSignatureError returns false for another message: %s', (message) => {
  expect(isSignatureError(message)).toBe(false);
});
