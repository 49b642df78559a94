import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const quiet = { backgroundColor: 'var(--surface)', color: 'var(--text)', borderColor: 'var(--line)' };
// The package's own underlines are images in data: URLs, which the page's content security policy blocks.
const underline = (color: string): Record<string, string> => ({
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: `underline wavy ${color} 1.5px`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

/** The page's colours, which adapt to light and dark mode automatically. */
export const theme: Extension = [
  EditorView.theme({
    '&': {
      height: '100%',
      backgroundColor: 'transparent',
      color: 'var(--text)',
      fontSize: 'var(--size-code)',
    },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
    '.cm-content': { padding: '0.6rem 0', caretColor: 'var(--text)' },
    '.cm-line': { padding: '0 0.6rem' },
    '.cm-gutters': { ...quiet, backgroundColor: 'var(--sunk)', color: 'var(--quiet)' },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.6rem', minWidth: '3rem' },
    '&.cm-focused .cm-matchingBracket': {
      backgroundColor: 'transparent',
      outline: '1px solid var(--focus)',
    },
    '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: 'var(--bad)' },
    '.cm-tooltip': { ...quiet, border: '1px solid var(--line)', borderRadius: '5px' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14em' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      background: 'var(--accent)',
      color: 'var(--on-accent)',
    },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
    '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.75' },
    '.cm-tooltip.cm-completionInfo': { padding: '0.5rem 0.7rem', maxWidth: '24rem', fontSize: '0.95em' },
    '.cm-explanation': { padding: '0.5rem 0.7rem', maxWidth: '32rem' },
    '.cm-explanation p, .cm-explanation dl': { margin: '0.3rem 0 0' },
    '.cm-explanation dt': { float: 'left', clear: 'left', width: '5rem', color: 'var(--quiet)' },
    '.cm-explanation dd': { marginLeft: '5rem', overflowWrap: 'anywhere' },
    '.cm-diagnostic': { padding: '0.4rem 0.7rem', maxWidth: '36rem', whiteSpace: 'pre-line' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
    '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
    '.cm-diagnostic-info': { borderLeftColor: 'var(--note)' },
    '.cm-lintRange-error': {
      ...underline('var(--bad)'),
      backgroundColor: 'color-mix(in srgb, var(--bad) 13%, transparent)',
    },
    '.cm-lintRange-warning': underline('var(--warn)'),
    '.cm-lintRange-info': underline('var(--note)'),
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--accent)' },
      { tag: tags.string, color: 'var(--good)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
    ]),
  ),
];
