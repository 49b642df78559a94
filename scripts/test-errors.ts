/**
 * A reporter for Vitest that writes the errors outside tests to the file in WRIT_TEST_ERRORS: those of hooks of a
 * `describe`, and those that no test handles. Vitest's JSON report does not contain them.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The errors of a run. */
export interface TestErrors {
  /** Errors that no test handles. They fail the run, although no test fails. */
  readonly unhandled: readonly string[];
  /** Errors of hooks by the path of the test file. */
  readonly hooks: Readonly<Record<string, readonly string[]>>;
}

export default class TestErrorsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['WRIT_TEST_ERRORS'];
    if (file === undefined) return;
    const hooks: Record<string, readonly string[]> = {};
    for (const each of modules) {
      const errors = [...each.children.allSuites()].flatMap((suite) => suite.errors());
      if (errors.length > 0) hooks[relative(process.cwd(), each.moduleId)] = errors.map(describeError);
    }
    const errors: TestErrors = { unhandled: unhandled.map(describeError), hooks };
    writeFileSync(file, JSON.stringify(errors));
  }
}

function describeError(error: SerializedError): string {
  return error.stack ?? `${error.name ?? 'Error'}: ${error.message}`;
}
