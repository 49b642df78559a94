/**
 * Phrases of the package manager about signatures and keys. Each contains a space, so that the name of a package or
 * file (`gnome-keyring`, `pgp-tools`) cannot match.
 */
const trust =
  /PGP signature|gpgme error|signature (?:from|is|format|file) |required signature|required key missing|\bkey \S+ (?:is|could not be) |keyring is not writable|'[\w.-]+\.sig' from /i;

/** True if the package manager reports a problem with a signature or key, not only with a file. */
export function isSignatureError(message: string): boolean {
  return trust.test(message);
}
