import { createContext, runInContext } from 'node:vm';
import { nearest } from '@writ/diagnostics';
import { parseAddress, parseSubnet } from '../config/addresses.ts';
import { describeHostNameFault } from '../config/checks/host-name.ts';
import { findControlCharacter } from '../config/control-characters.ts';
import { joinWithOr } from '../config/wording.ts';
import { MAX_LENGTH, type Variable } from './variable.ts';

/** The content of a cell: a string, or a number in a JSON table. */
export type Cell = string | number;

/** Describes why a value does not have the type of its variable, without quoting the value. */
export interface ValueFault {
  /** Completes "the value …". */
  readonly fault: string;
  readonly hint?: string;
}

/**
 * Converts a cell to the value of a variable: a number for the type `integer`, and a string for all others. Patterns
 * are matched separately, by {@link matchPattern}.
 */
export function readValue(variable: Variable, cell: Cell): { readonly value: Cell } | ValueFault {
  if (variable.type === 'integer') return readNumber(variable, cell);
  if (typeof cell === 'number')
    return { fault: 'is a number, but must be a string', hint: 'put it in double quotes' };
  const character = findControlCharacter(cell);
  if (character !== undefined) return { fault: `contains ${character}`, hint: 'remove the character' };
  const length = [...cell].length;
  if (length > MAX_LENGTH) return { fault: `has more than ${MAX_LENGTH} characters` };
  return describeFault(variable, cell, length) ?? { value: cell };
}

function readNumber({ minimum, maximum }: Variable, cell: Cell): { readonly value: number } | ValueFault {
  const number = typeof cell === 'number' || /^-?(?:0|[1-9]\d*)$/.test(cell) ? Number(cell) : Number.NaN;
  if (!Number.isSafeInteger(number)) return { fault: 'is not a whole number' };
  if (minimum !== undefined && number < minimum) return { fault: `is less than ${minimum}` };
  if (maximum !== undefined && number > maximum) return { fault: `is greater than ${maximum}` };
  return { value: number };
}

function describeFault(variable: Variable, text: string, length: number): ValueFault | undefined {
  switch (variable.type) {
    case 'hostname': {
      const fault = describeHostNameFault(text);
      return fault === undefined ? undefined : { fault: `is not a valid host name: ${fault}` };
    }
    case 'ip':
      return parseAddress(text) === undefined
        ? {
            fault: 'is not an IP address',
            hint: 'write an address such as 192.168.1.5, without a prefix length',
          }
        : undefined;
    case 'prefix':
      return parseSubnet(text) === undefined
        ? { fault: 'is not an IP address with a prefix length', hint: 'write it as 192.168.1.5/24' }
        : undefined;
    case 'mac':
      return /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i.test(text)
        ? undefined
        : { fault: 'is not a MAC address', hint: 'write it as 52:54:00:12:34:56' };
    case 'enum': {
      const values = variable.values ?? [];
      if (values.includes(text)) return undefined;
      const close = nearest(text, values);
      const hint =
        close === undefined ? `use ${joinWithOr(values)}` : `did you mean ${JSON.stringify(close)}?`;
      return { fault: 'is not one of the declared values', hint };
    }
    default: {
      const { minLength = 1, maxLength = MAX_LENGTH } = variable;
      if (length < minLength)
        return { fault: `has ${formatLength(length)}, but must have at least ${minLength}` };
      if (length > maxLength)
        return { fault: `has ${formatLength(length)}, but must have at most ${maxLength}` };
      return undefined;
    }
  }
}

function formatLength(length: number): string {
  return length === 1 ? '1 character' : `${length} characters`;
}

/** Time limit in milliseconds for matching a pattern with all values of its column. */
const MATCH_LIMIT = 2000;

/**
 * Matches whole values with a regular expression. The time is limited, because a pattern may need exponential time;
 * returns undefined if the limit is exceeded.
 */
export function matchPattern(
  pattern: string,
  values: readonly string[],
  limit: number = MATCH_LIMIT,
): readonly boolean[] | undefined {
  const context = createContext({ pattern: `^(?:${pattern})$`, values: JSON.stringify(values) });
  const code = `JSON.stringify(JSON.parse(values).map((value) => new RegExp(pattern, 'u').test(value)))`;
  try {
    return JSON.parse(String(runInContext(code, context, { timeout: limit }))) as boolean[];
  } catch {
    return undefined;
  }
}
