import type { Mark, Surface, SurfaceOptions } from '../editor/schema-editor.ts';
import { byId } from './dom.ts';
import { createTextArea } from './text-area.ts';

/**
 * The configuration editor: a text area, until `enhance` replaces it with an editor that uses the schema. The text area
 * still contains the text, as the form's value.
 */
export interface Editor {
  text: string;
  readonly caret: number;
  /** The element around either editor, through which key events bubble. */
  readonly sheet: HTMLElement;
  mark(ranges: readonly Mark[]): void;
  goTo(start: number, end: number): void;
  focus(): void;
  /** Replaces the text area and preserves its text, caret and focus. A second call has no effect. */
  enhance(createSurface: (options: SurfaceOptions) => Surface, schema: SurfaceOptions['schema']): void;
}

/** @param changed called after each change of the text */
export function createEditor(changed: () => void): Editor {
  const area = byId('text', HTMLTextAreaElement);
  const host = byId('schema-editor');
  let surface = createTextArea(changed);

  const focus = (event: Event): void => {
    if (surface.element === area) return;
    event.preventDefault();
    surface.focus();
  };
  byId('editor-label').addEventListener('click', focus);
  byId('skip').addEventListener('click', focus);

  return {
    get text() {
      return surface.text;
    },
    set text(text) {
      surface.text = text;
    },
    get caret() {
      return surface.caret;
    },
    sheet: byId('sheet'),
    mark: (ranges) => surface.mark(ranges),
    goTo: (start, end) => surface.goTo(start, end),
    focus: () => surface.focus(),
    enhance(createSurface, schema) {
      if (surface.element !== area) return;
      const { text, caret } = surface;
      const focused = document.activeElement === area;
      const schemaEditor = createSurface({
        parent: host,
        schema,
        label: byId('editor-label').textContent,
        help: byId('editor-help').textContent.replaceAll(/\s+/g, ' ').trim(),
        changed(now) {
          area.value = now;
          changed();
        },
      });
      surface = schemaEditor;
      byId('gutter').hidden = true;
      byId('paper').hidden = true;
      host.hidden = false;
      schemaEditor.text = text;
      if (focused) schemaEditor.goTo(caret, caret);
    },
  };
}
