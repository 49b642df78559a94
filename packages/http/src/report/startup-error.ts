import { renderText, type Diagnostic } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';

/**
 * All problems of the registered routes and components, found before the first request and reported together.
 */
export class StartupError extends Error {
  declare readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(`the routes cannot be served:\n${renderText(diagnostics, { source: readSource })}`);
    this.name = 'StartupError';
    // Node prints the stack of an uncaught error. It is reduced to the findings, which have their own
    // locations.
    this.stack = `${this.name}: ${this.message}`;
    Object.defineProperty(this, 'diagnostics', { value: diagnostics });
  }
}
