import { renderText, type Diagnostic } from '@writ/diagnostics';
import { sourceOf } from '../table/findings.ts';

/** Everything that is wrong with what was registered, found before the first request and reported at once. */
export class StartupError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(`the routes cannot be served:\n${renderText(diagnostics, { source: sourceOf })}`);
    this.name = 'StartupError';
    this.diagnostics = diagnostics;
  }
}
