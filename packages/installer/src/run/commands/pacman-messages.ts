/**
 * Package manager phrases about signatures and keys. Each phrase contains a space, so package and file names
 * such as `gnome-keyring` never match.
 */
const trust =
  /PGP signature|gpgme error|signature (?:from|is|format|file) |required signature|required key missing|\bkey \S+ (?:is|could not be) |keyring is not writable|'[\w.-]+\.sig' from /i;

/** True if a package manager message is about a signature or key rather than a file. */
export function isSignatureError(message: string): boolean {
  return trust.test(message);
}
