import { renderText, type Diagnostic, type SourceText } from '@writ/diagnostics';

/** A `SyntaxError` whose message is the findings with their excerpts. */
export function locatedError(
  message: string,
  findings: readonly Diagnostic[],
  source: SourceText,
): SyntaxError {
  const error = new SyntaxError(`${message}\n\n${renderText(findings, { source: () => source })}`);
  // The frames would be those of the loader and of Node; the place that matters is in the message.
  error.stack = `${error.name}: ${error.message}`;
  // For commands that show it in a way of their own; not among what Node prints of the error.
  Object.defineProperty(error, 'diagnostics', { value: findings });
  return error;
}
