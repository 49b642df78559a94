import type { Mark, Surface, SurfaceOptions } from '../../editor/schema-editor.ts';
import { createTextArea, type TextAreaParts } from './text-area.ts';

/** The elements of both editors. */
export interface EditorParts extends TextAreaParts {
  /** The parts of the text area, which are hidden when the editor with the schema replaces them. */
  readonly paper: HTMLElement;
  /** The element that will contain the editor with the schema. */
  readonly host: HTMLElement;
}

/** The editor's name and help for screen readers. */
export type EditorTexts = Pick<SurfaceOptions, 'label' | 'help'>;

/**
 * The configuration editor: a text area, until `enhance` replaces it with an editor that uses the schema. The text area
 * still contains the text, as the form's value.
 */
export class Editor {
  readonly #parts: EditorParts;
  readonly #changed: (text: string) => void;
  #surface: Surface;

  /** @param changed called after each change of the text */
  constructor(parts: EditorParts, changed: (text: string) => void) {
    this.#parts = parts;
    this.#changed = changed;
    this.#surface = createTextArea(parts, changed);
  }

  get caret(): number {
    return this.#surface.caret;
  }

  /** Replaces the whole text; undo does not revert this. */
  open(text: string): void {
    this.#surface.open(text);
  }

  /** Displays a change from outside of the editor; the user can undo it. */
  replace(text: string): void {
    if (this.#surface.text !== text) this.#surface.replace(text);
  }

  mark(ranges: readonly Mark[]): void {
    this.#surface.mark(ranges);
  }

  goTo(start: number, end: number): void {
    this.#surface.goTo(start, end);
  }

  focus(): void {
    this.#surface.focus();
  }

  /** Replaces the text area and preserves its text, caret and focus. A second call has no effect. */
  enhance(
    createSurface: (options: SurfaceOptions) => Surface,
    schema: SurfaceOptions['schema'],
    texts: EditorTexts,
  ): void {
    const { area, host, gutter, paper } = this.#parts;
    if (this.#surface.element !== area) return;
    const { text, caret } = this.#surface;
    const isFocused = document.activeElement === area;
    this.#surface = createSurface({
      parent: host,
      schema,
      ...texts,
      changed: (now) => {
        area.value = now;
        this.#changed(now);
      },
    });
    gutter.hidden = true;
    paper.hidden = true;
    host.hidden = false;
    this.#surface.open(text);
    if (isFocused) this.#surface.goTo(caret, caret);
  }
}
