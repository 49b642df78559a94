import type { Diagnostic, Range } from '@writ/diagnostics';
import type { ControllerClass } from '../controller.ts';
import type { Signature } from '../signature/signature.ts';

/** A class with its path, of which the resolution tree is built: read from sources or from a written table. */
export interface MountedClass {
  readonly type: ControllerClass;
  /** The classes that it is declared in, the innermost first. */
  readonly enclosing?: readonly ControllerClass[];
  /** Name in findings and in the table, such as `Notes` or `Notes.Item`. */
  readonly name: string;
  readonly segments: readonly string[];
  /** Whether its name adds a segment; `Default` adds none. */
  readonly isNamed: boolean;
  /** Extension in its name, such as `txt`. */
  readonly extension?: string;
  /** Its own handlers and the inherited ones. */
  readonly handlers: readonly MountedHandler[];
  /** Location of a static member, for findings. */
  readonly locateStatic: (name: string) => Pick<Diagnostic, 'file' | 'range'>;
}

export interface MountedHandler {
  readonly verb: string;
  /** The name of the class that declares it. */
  readonly owner: string;
  readonly file: string;
  /** Path of the file in findings. */
  readonly displayFile: string;
  /** Range of its name. */
  readonly range: Range;
  /** Undefined when a finding reports why it cannot be read. */
  readonly signature: Signature | undefined;
}
