import type { ClassSource } from '@writ/source';
import type { ControllerClass } from '../controller.ts';
import type { HandlerSource } from './handlers.ts';

/** A class that answers requests: the class itself, its source, and its path. */
export interface RoutedClass {
  readonly type: ControllerClass;
  /** The classes that it is declared in, the innermost first. */
  readonly enclosing: readonly ControllerClass[];
  readonly source: ClassSource;
  /** The prefix below which its module was found. */
  readonly prefix: string;
  readonly segments: readonly string[];
  /** Whether its name adds a segment; `Default` adds none. */
  readonly isNamed: boolean;
  /** Extension in its name, such as `txt`. */
  readonly extension?: string;
  /** Its own handlers and the inherited ones, as far as their source was found. */
  readonly handlers: readonly HandlerSource[];
}
