import {
  autocompletion,
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { cursorContextAt } from './cursor-context.ts';
import type { SchemaLookup } from './schema.ts';
import { suggestionsAt, type Suggestion } from './suggestions.ts';

/** Completion of keys and values from the schema, with their descriptions. */
export function completion(schema: SchemaLookup): Extension {
  const completeAt = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const text = state.sliceDoc();
    const found = suggestionsAt(schema, text, pos);
    if (found === undefined) return null;
    const { place, all } = found;
    // Between words, complete only on explicit request.
    if (place.start === place.end && !explicit) return null;
    const from = text.charAt(place.start) === '"' ? place.start + 1 : place.start;
    return { from: Math.min(from, pos), options: all.map(toCompletion), validFor: /^[^"\\\n,:{}[\]]*$/ };
  };
  return autocompletion({
    override: [completeAt],
    icons: false,
    // Retain the schema's order for equal matches.
    compareCompletions: () => 0,
  });
}

function toCompletion(suggestion: Suggestion): Completion {
  const { label, detail, meaning } = suggestion;
  return {
    label,
    ...(detail === '' ? {} : { detail }),
    ...(meaning === '' ? {} : { info: meaning }),
    // Required keys come first.
    boost: detail === 'required' ? 1 : 0,
    apply: (view, picked) => applySuggestion(view, picked, suggestion),
  };
}

function applySuggestion(
  view: EditorView,
  picked: Completion,
  { insert, caret, suggestsNext }: Suggestion,
): void {
  // Also replace characters that were typed after the suggestions were computed.
  const { head } = view.state.selection.main;
  const { start, end } = cursorContextAt(view.state.sliceDoc(), head) ?? { start: head, end: head };
  view.dispatch({
    changes: { from: start, to: end, insert },
    selection: { anchor: start + caret },
    annotations: pickedCompletion.of(picked),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  if (suggestsNext) startCompletion(view);
}
