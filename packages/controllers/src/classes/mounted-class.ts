import type { Diagnostic, Range } from '@writ/diagnostics';
import type { ControllerClass } from '../controller.ts';
import type { Signature } from '../signature/signature.ts';

/** A class with its path, read from the sources or from a built table; the input of the resolution tree. */
export interface MountedClass {
  readonly type: ControllerClass;
  /** Enclosing classes, innermost first. */
  readonly enclosing?: readonly ControllerClass[];
  /** Qualified name, for findings and the table: `Notes` or `Notes.Item`. */
  readonly name: string;
  /** The prefix under which its module was found. */
  readonly prefix: string;
  readonly segments: readonly string[];
  /**
   * For the class of a module such as `[...path]`, the name of its handlers' rest parameter. These handlers are tried
   * after the handlers of the other class at this path.
   */
  readonly catchAll?: string;
  /** Whether the class name adds a path segment; `Default` does not. */
  readonly isNamed: boolean;
  /** File extension in the class name, such as `txt` in `Robots_txt`. */
  readonly extension?: string;
  /** Own and inherited handlers. */
  readonly handlers: readonly MountedHandler[];
  /** Location of a static member, for findings. */
  readonly locateStatic: (name: string) => Pick<Diagnostic, 'file' | 'range'>;
}

export interface MountedHandler {
  readonly verb: string;
  /** The name of the class that declares the handler. */
  readonly owner: string;
  readonly file: string;
  /** Path of the file in findings. */
  readonly displayFile: string;
  /** Source range of the method name. */
  readonly range: Range;
  /** Undefined if the signature cannot be read; a finding then reports the reason. */
  readonly signature: Signature | undefined;
}
