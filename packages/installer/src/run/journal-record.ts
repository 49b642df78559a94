import { faultsOf } from '../record/faults.ts';
import { flag, list, number, oneOf, record, text, type Shape } from '../record/shape.ts';

/** A package as it was resolved: what a resumed run expects in the tree. */
export interface ResolvedPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly repository: string;
  readonly file: string;
  readonly sha256: string;
  /** Bytes of the packed file. */
  readonly size: number;
  /** Bytes once installed. */
  readonly installedSize: number;
}

/** The plan, its target and the machine of an attempt. */
export interface OpenRecord {
  readonly kind: 'open';
  readonly version: 1;
  /** The plan's digest. */
  readonly plan: string;
  /** The target's identity. */
  readonly target: string;
  /** Of this start of the machine: after another one, what was not written through may be gone. */
  readonly boot: string;
  readonly time: string;
}

export interface ResolvedRecord {
  readonly kind: 'resolved';
  readonly packages: readonly ResolvedPackage[];
}

/** Which of the plan's mirrors were chosen. */
export interface MirrorsRecord {
  readonly kind: 'mirrors';
  readonly chosen: readonly string[];
}

export interface OperationRecord {
  readonly kind: 'start' | 'done' | 'skipped';
  readonly operation: string;
}

export interface FailedRecord {
  readonly kind: 'failed';
  readonly operation: string;
  readonly message: string;
  /** Its command did not end by itself. */
  readonly half: boolean;
}

/** One line of the journal. */
export type JournalRecord = OpenRecord | ResolvedRecord | MirrorsRecord | OperationRecord | FailedRecord;

const operation = record<OperationRecord>({ kind: oneOf('start', 'done', 'skipped'), operation: text });

const SHAPES: Readonly<Record<JournalRecord['kind'], Shape<JournalRecord>>> = {
  open: record<OpenRecord>({
    kind: oneOf('open'),
    version: oneOf(1),
    plan: text,
    target: text,
    boot: text,
    time: text,
  }),
  resolved: record<ResolvedRecord>({
    kind: oneOf('resolved'),
    packages: list(
      record<ResolvedPackage>({
        name: text,
        version: text,
        architecture: text,
        repository: text,
        file: text,
        sha256: text,
        size: number,
        installedSize: number,
      }),
    ),
  }),
  mirrors: record<MirrorsRecord>({ kind: oneOf('mirrors'), chosen: list(text) }),
  start: operation,
  done: operation,
  skipped: operation,
  failed: record<FailedRecord>({ kind: oneOf('failed'), operation: text, message: text, half: flag }),
};

/** The record of a line, with the keys that it has besides. Throws for a line that Writ does not write. */
export function parseJournalRecord(line: string, file: string, lineNumber: number): JournalRecord {
  const value = parsed(line);
  const { kind, version } = Object(value) as { readonly kind?: unknown; readonly version?: unknown };
  if (kind === 'open' && version !== 1) throw new Error(`${file} was written by another version of Writ`);
  const shape = isKind(kind) ? SHAPES[kind] : ANY_KIND;
  const fault = faultsOf(value, shape).find(({ isUnknownKey }) => isUnknownKey !== true);
  if (fault !== undefined) {
    throw new Error(`line ${lineNumber} of ${file} is not what Writ writes: ${fault.message}`);
  }
  return value as JournalRecord;
}

const ANY_KIND = record<{ readonly kind: string }>({ kind: oneOf(...Object.keys(SHAPES)) });

function isKind(kind: unknown): kind is JournalRecord['kind'] {
  return typeof kind === 'string' && Object.hasOwn(SHAPES, kind);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
