/** The exit statuses of all commands; docs/command.md explains them to users. */
export const exitStatus = {
  done: 0,
  /** The input has findings of severity error. */
  findings: 1,
  /** A usage error, a missing or unreadable file, or a missing target. */
  usage: 2,
  /** Refused before the first write. */
  refused: 3,
  /** Failed during installation; resumable. */
  failed: 4,
  /** An internal error in Writ. */
  internal: 70,
  /** Interrupted by a signal; resumable. */
  interrupted: 130,
} as const;
