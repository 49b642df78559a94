import type { ClassSource } from '@writ/source';
import type { ControllerClass } from '../controller.ts';
import type { HandlerSource } from './handlers.ts';

/** A class that handles requests, with its source and its path. */
export interface RoutedClass {
  readonly type: ControllerClass;
  /** Enclosing classes, innermost first. */
  readonly enclosing: readonly ControllerClass[];
  readonly source: ClassSource;
  /** The prefix under which its module was found. */
  readonly prefix: string;
  readonly segments: readonly string[];
  /** For the class of a catch-all module such as `[...path]`, the name of the rest parameter. */
  readonly catchAll?: string;
  /** Whether the class name adds a path segment; `Default` does not. */
  readonly isNamed: boolean;
  /** File extension in the class name, such as `txt` in `Robots_txt`. */
  readonly extension?: string;
  /** Own and inherited handlers, except those whose source was not found. */
  readonly handlers: readonly HandlerSource[];
}
