/**
 * Phrases of the package manager about signatures and keys. Each contains whitespace, so that no name of a package or a
 * file (`gnome-keyring`, `pgp-tools`) can be taken for one.
 */
const trust =
  /PGP signature|gpgme error|signature (?:from|is|format|file) |required signature|required key missing|\bkey \S+ (?:is|could not be) |keyring is not writable|'[\w.-]+\.sig' from /i;

/** Whether the package manager complains about a signature or a key, and not only about a file. */
export function isSignatureError(message: string): boolean {
  return trust.test(message);
}
