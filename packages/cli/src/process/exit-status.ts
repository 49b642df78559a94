/** What the exit status of every command says; docs/command.md lists them for users. */
export const exitStatus = {
  done: 0,
  /** The input has findings of severity error. */
  findings: 1,
  /** Wrong usage, a file missing or unreadable, no target. */
  usage: 2,
  /** Refused before the first write. */
  refused: 3,
  /** Failed during installation; resumable. */
  failed: 4,
  /** A fault of writ itself. */
  internal: 70,
  /** Ended by a signal; resumable. */
  interrupted: 130,
} as const;
