import { renderText, type Diagnostic } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';

/** The error that reports all problems with the registered routes and components before the first request. */
export class StartupError extends Error {
  declare readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(`the routes cannot be served:\n${renderText(diagnostics, { source: readSource })}`);
    this.name = 'StartupError';
    // Node prints the stack of an uncaught error. Findings contain their own locations, so the stack contains only the
    // message.
    this.stack = `${this.name}: ${this.message}`;
    Object.defineProperty(this, 'diagnostics', { value: diagnostics });
  }
}
