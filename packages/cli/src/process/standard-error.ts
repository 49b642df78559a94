/**
 * Writes text to standard error unchanged. All messages go to standard error; standard output is for data.
 */
export function writeStandardError(text: string): void {
  process.stderr.write(text);
}

/**
 * Writes a message on its own line, such as `writ: …`.
 *
 * @param sender the command, such as `writ facts`, or the file that the message is about
 */
export function printMessage(message: string, sender = 'writ'): void {
  writeStandardError(`${sender}: ${message}\n`);
}
