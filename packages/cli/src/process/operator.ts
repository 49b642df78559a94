import { userInfo } from 'node:os';

/** Names the user of the operating system who runs the command, for the audit log of the service. */
export function describeOperator(): string {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry in /etc/passwd.
    return `uid ${process.getuid?.()}`;
  }
}
