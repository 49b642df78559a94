import { renderText, type Diagnostic } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';

/** Logs findings as warnings, each with its location and an excerpt. */
export function logWarnings(
  logger: { warn(details: object, message: string): void },
  diagnostics: readonly Diagnostic[],
): void {
  for (const diagnostic of diagnostics) {
    logger.warn({}, renderText([diagnostic], { source: readSource }).trimEnd());
  }
}
