import type { Diagnostic, Range } from '@writ/diagnostics';
import type { ControllerClass } from '../controller.ts';
import type { Signature } from '../signature/signature.ts';

/** A class and where it answers: what the tree is made of, whether sources were read for it or a table was written. */
export interface MountedClass {
  readonly type: ControllerClass;
  /** The classes that it is declared in, the nearest first. */
  readonly enclosing?: readonly ControllerClass[];
  /** As findings and the table name it, such as `Notes` or `Notes.Item`. */
  readonly name: string;
  readonly segments: readonly string[];
  /** Whether its name adds a segment; `Default` adds none. */
  readonly isNamed: boolean;
  /** Such as `txt`. */
  readonly extension?: string;
  /** Its own and inherited ones. */
  readonly handlers: readonly MountedHandler[];
  /** Where a static member stands, for findings. */
  readonly locateStatic: (name: string) => Pick<Diagnostic, 'file' | 'range'>;
}

export interface MountedHandler {
  readonly verb: string;
  /** The name of the class that declares it. */
  readonly owner: string;
  readonly file: string;
  /** As findings name it. */
  readonly displayFile: string;
  /** Of its name. */
  readonly range: Range;
  /** Undefined when a finding says why it was not understood. */
  readonly signature: Signature | undefined;
}
