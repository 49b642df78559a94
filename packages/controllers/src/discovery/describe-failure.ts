import type { RelatedLocation } from '@writ/diagnostics';
import { parseStackLine, stackLines } from '@writ/diagnostics/internal';

/** Describes an error in code of the application, with the first calls of its stack. */
export function describeFailure(error: unknown): {
  readonly reason: string;
  readonly related: readonly RelatedLocation[];
  readonly code?: unknown;
} {
  const { reason, message, stack, code } = describeThrown(error);
  // Calls in Node itself are omitted; the stack of an error in the syntax or in the imports of a module has no others.
  const frames = stackLines(stack, message).filter((line) => parseStackLine(line) !== undefined);
  return { reason, related: frames.slice(0, 3).map((line) => ({ message: line.trim() })), code };
}

interface ThrownValue {
  readonly reason: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: unknown;
}

/** Describes a thrown value of any type, even an object without a prototype. */
function describeThrown(error: unknown): ThrownValue {
  const nothing = { message: '', stack: '' };
  try {
    if (!(error instanceof Error)) return { ...nothing, reason: String(error) };
    const { name, message, stack, code } = error as NodeJS.ErrnoException;
    return { reason: `${name}: ${message}`, message: String(message), stack: String(stack ?? ''), code };
  } catch {
    return { ...nothing, reason: 'it threw a value that cannot be printed' };
  }
}
