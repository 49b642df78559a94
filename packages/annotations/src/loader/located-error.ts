import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';

/** Creates a `SyntaxError` whose message consists of `message` and the findings with their excerpts. */
export function locatedError(
  message: string,
  findings: readonly Diagnostic[],
  source: SourceText,
): SyntaxError {
  const error = new SyntaxError(`${message}\n\n${renderText(findings, { source: () => source })}`);
  // The stack is omitted: its frames would belong to the loader and to Node, and the relevant location is in the
  // message.
  error.stack = `${error.name}: ${error.message}`;
  // The findings, for commands that render them; not enumerable, so Node does not print the property.
  Object.defineProperty(error, 'diagnostics', { value: findings });
  return error;
}
