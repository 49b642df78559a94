import { MASK } from '@writ/diagnostics';
import { isVariableName } from './variable.ts';

/**
 * Formats the name of a column for a finding. A name that cannot be a variable is masked: without a header line, it is
 * a cell of the first row, which may be a secret.
 */
export function displayColumn(name: string): string {
  return JSON.stringify(isVariableName(name) ? name : MASK);
}
