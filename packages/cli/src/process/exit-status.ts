/** The exit statuses of all commands; docs/command.md explains them to users. */
export const exitStatus = {
  done: 0,
  /** The input has findings of severity error. */
  findings: 1,
  /** A usage error, a file that cannot be read or written, a missing target, or a port in use. */
  usage: 2,
  /** Refused before the first write. */
  refused: 3,
  /** Failed during an installation, which can be resumed, or while the demonstration mirror was being built. */
  failed: 4,
  /** An internal error in Writ. */
  internal: 70,
  /** Interrupted by a signal; an installation can be resumed. */
  interrupted: 130,
} as const;
