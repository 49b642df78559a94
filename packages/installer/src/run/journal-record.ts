import { signatureShape } from '../facts/shape.ts';
import type { LostPartition } from '../plan/plan.ts';
import { findMismatches } from '../record/mismatches.ts';
import {
  booleanShape,
  listOf,
  countShape,
  oneOf,
  optional,
  recordOf,
  stringShape,
  type Shape,
} from '../record/shape.ts';

/** A resolved package. A resumed run expects the same version in the tree. */
export interface ResolvedPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly repository: string;
  readonly file: string;
  readonly sha256: string;
  /** Size of the package file in bytes. */
  readonly size: number;
  /** Installed size in bytes. */
  readonly installedSize: number;
}

/** The start of a run: its plan, its target and the current boot of the machine. */
export interface OpenRecord {
  readonly kind: 'open';
  readonly version: 1;
  /** The plan's digest. */
  readonly plan: string;
  /** The target's identity. */
  readonly target: string;
  /** Boot ID of the machine. A reboot may lose data that was not synced. */
  readonly boot: string;
  readonly time: string;
  /** Present for a prepared folder. */
  readonly folder?: FolderRecord;
  /** Present for disks on which partitions remain: the lost partitions of each disk before the first write. */
  readonly lost?: readonly (readonly LostPartition[])[];
}

/** The file systems in a prepared folder. */
export interface FolderRecord {
  /** All mount points. */
  readonly mountPoints: readonly string[];
  /** The identities of the file systems that the `tree` operation empties. */
  readonly emptied: readonly string[];
}

export interface ResolvedRecord {
  readonly kind: 'resolved';
  readonly packages: readonly ResolvedPackage[];
}

/** The mirrors that were chosen by speed. */
export interface MirrorsRecord {
  readonly kind: 'mirrors';
  readonly chosen: readonly string[];
}

/**
 * The path at which the tree is built. If it differs from the path in an earlier record, the tree is built
 * again.
 */
export interface TreeRecord {
  readonly kind: 'tree';
  readonly path: string;
}

export interface OperationRecord {
  readonly kind: 'start' | 'done' | 'skipped';
  readonly operation: string;
}

export interface FailedRecord {
  readonly kind: 'failed';
  readonly operation: string;
  readonly message: string;
  /** True if the command did not exit by itself, for example because of a signal or a time limit. */
  readonly half: boolean;
}

/** A line of the journal. */
export type JournalRecord =
  | OpenRecord
  | ResolvedRecord
  | MirrorsRecord
  | TreeRecord
  | OperationRecord
  | FailedRecord;

const operation = recordOf<OperationRecord>({
  kind: oneOf('start', 'done', 'skipped'),
  operation: stringShape,
});

const lostPartition = recordOf<LostPartition>({
  number: countShape,
  start: countShape,
  size: countShape,
  uuid: optional(stringShape),
  name: optional(stringShape),
  signatures: listOf(signatureShape),
});

const SHAPES: Readonly<Record<JournalRecord['kind'], Shape<JournalRecord>>> = {
  open: recordOf<OpenRecord>({
    kind: oneOf('open'),
    version: oneOf(1),
    plan: stringShape,
    target: stringShape,
    boot: stringShape,
    time: stringShape,
    folder: optional(
      recordOf<FolderRecord>({ mountPoints: listOf(stringShape), emptied: listOf(stringShape) }),
    ),
    lost: optional(listOf(listOf(lostPartition))),
  }),
  resolved: recordOf<ResolvedRecord>({
    kind: oneOf('resolved'),
    packages: listOf(
      recordOf<ResolvedPackage>({
        name: stringShape,
        version: stringShape,
        architecture: stringShape,
        repository: stringShape,
        file: stringShape,
        sha256: stringShape,
        size: countShape,
        installedSize: countShape,
      }),
    ),
  }),
  mirrors: recordOf<MirrorsRecord>({ kind: oneOf('mirrors'), chosen: listOf(stringShape) }),
  tree: recordOf<TreeRecord>({ kind: oneOf('tree'), path: stringShape }),
  start: operation,
  done: operation,
  skipped: operation,
  failed: recordOf<FailedRecord>({
    kind: oneOf('failed'),
    operation: stringShape,
    message: stringShape,
    half: booleanShape,
  }),
};

/**
 * Parses a journal line; unknown keys are retained. Throws if the line is not one that this version of Writ
 * writes.
 */
export function parseJournalRecord(line: string, file: string, lineNumber: number): JournalRecord {
  const value = parseLine(line);
  const { kind, version } = Object(value) as { readonly kind?: unknown; readonly version?: unknown };
  if (kind === 'open' && version !== 1) throw new Error(`${file} was written by a different version of Writ`);
  const shape = isRecordKind(kind) ? SHAPES[kind] : ANY_KIND;
  const fault = findMismatches(value, shape).find(({ isUnknownKey }) => isUnknownKey !== true);
  if (fault !== undefined) {
    throw new Error(`line ${lineNumber} of ${file} is not a journal record: ${fault.message}`);
  }
  return value as JournalRecord;
}

const ANY_KIND = recordOf<{ readonly kind: string }>({ kind: oneOf(...Object.keys(SHAPES)) });

function isRecordKind(kind: unknown): kind is JournalRecord['kind'] {
  return typeof kind === 'string' && Object.hasOwn(SHAPES, kind);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
