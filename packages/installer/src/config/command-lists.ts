/**
 * True for the path of a list of commands: `custom-commands`, or a list in `x-writ.commands`.
 *
 * @param keys the keys of the path, with or without list indices
 */
export function isCommandList([first, second]: readonly string[]): boolean {
  return first === 'custom-commands' || (first === 'x-writ' && second === 'commands');
}
