import { renderText, type Diagnostic } from '@writ/diagnostics';
import { readSource } from '@writ/diagnostics/internal';

/** Everything that is wrong with what was registered, found before the first request and reported at once. */
export class StartupError extends Error {
  declare readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(`the routes cannot be served:\n${renderText(diagnostics, { source: readSource })}`);
    this.name = 'StartupError';
    // Node prints this for an uncaught error: only the findings, which have their own locations.
    this.stack = `${this.name}: ${this.message}`;
    Object.defineProperty(this, 'diagnostics', { value: diagnostics });
  }
}
