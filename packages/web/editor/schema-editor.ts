/** @module The configuration editor, bundled for the page by scripts/build.ts. */
import {
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertBracket,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { completion } from './completion.ts';
import { hover } from './hover.ts';
import { createSchemaLookup, type Schema } from './schema.ts';
import { theme } from './theme.ts';

/** A finding with its range. */
export interface Mark {
  /** Offsets in UTF-16 code units; an empty range is a point. */
  readonly start: number;
  readonly end: number;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The finding's code and rule. */
  readonly source: string;
}

/** The common interface of the text area and this editor. */
export interface Surface {
  readonly text: string;
  readonly caret: number;
  readonly element: HTMLElement;
  /** Replaces the whole text. Undo does not return to the previous text. */
  open(text: string): void;
  /** Changes the text. Undo reverts the change. */
  replace(text: string): void;
  mark(ranges: readonly Mark[]): void;
  goTo(start: number, end: number): void;
  focus(): void;
}

export interface SurfaceOptions {
  /** The element that will contain the editor. */
  readonly parent: HTMLElement;
  /** The JSON Schema of a configuration. */
  readonly schema: Schema;
  /** The name of the editor for screen readers, followed by its help. */
  readonly label: string;
  readonly help: string;
  /** Called after each change of the text. */
  readonly changed: (text: string) => void;
}

// Close brackets before a comma too, where a value is being inserted.
const brackets = { brackets: ['[', '{', '"'], before: ']}:,' };

// A quote typed over a selected string replaces it; other brackets surround the selection.
const quotesReplace = EditorView.inputHandler.of((view, from, to, typed) => {
  if (typed !== '"' || !view.state.sliceDoc(from, to).startsWith('"')) return false;
  view.dispatch({ changes: { from, to }, userEvent: 'input.type' });
  const text = insertBracket(view.state, typed);
  view.dispatch(text ?? { ...view.state.replaceSelection(typed), userEvent: 'input.type' });
  return true;
});

export function createSurface({ parent, schema, label, help, changed }: SurfaceOptions): Surface {
  // In a shadow root, CodeMirror uses constructed style sheets, which a policy without inline styles allows.
  const root = parent.attachShadow({ mode: 'open' });
  const lookup = createSchemaLookup(schema);
  const extensions: Extension = [
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    indentOnInput(),
    bracketMatching(),
    quotesReplace,
    Prec.high(EditorState.languageData.of(() => [{ closeBrackets: brackets }])),
    closeBrackets(),
    json(),
    theme,
    completion(lookup),
    hover(lookup),
    // Tab is not bound, because a binding would trap keyboard users.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    // The description is inside the element, because ids are not resolved across a shadow root.
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-description': help,
      autocorrect: 'off',
      // The editor can be focused anyway, but accessibility checkers do not know that focusable text scrolls its
      // container.
      tabindex: '0',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.sliceDoc());
    }),
  ];
  const view = new EditorView({ parent: root, root, extensions });
  return {
    get text() {
      return view.state.sliceDoc();
    },
    open(text) {
      // Create a new state, so that undo does not restore another file with its passwords.
      view.setState(EditorState.create({ doc: text, extensions }));
      changed(view.state.sliceDoc());
    },
    replace(text) {
      view.dispatch({ changes: changedRange(view.state.sliceDoc(), text), userEvent: 'input' });
    },
    get caret() {
      return view.state.selection.main.from;
    },
    element: parent,
    mark(ranges) {
      view.dispatch(setDiagnostics(view.state, ranges.map(toDiagnostic)));
    },
    goTo(start, end) {
      const { length } = view.state.doc;
      const anchor = Math.min(start, length);
      const head = Math.min(Math.max(end, start), length);
      view.dispatch({
        selection: { anchor, head },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      view.focus();
    },
    focus: () => view.focus(),
  };

  function toDiagnostic({ start, end, severity, message, source }: Mark): Diagnostic {
    const { length } = view.state.doc;
    const to = Math.min(Math.max(end, start), length);
    const shown = severity === 'note' ? 'info' : severity;
    return { from: Math.min(start, to), to, severity: shown, message, source };
  }
}

/** The smallest replacement that turns one text into another, so that the caret keeps its position. */
function changedRange(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
