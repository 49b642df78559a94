import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { usePage, useWords } from '../../parts/page-context.ts';
import { TextSheet } from '../../parts/text-sheet.tsx';
import type { PageState } from '../../state/page-state.ts';
import type { Editor, EditorTexts } from '../../text/editor.ts';
import { loadSchemaEditor } from '../../text/load-schema-editor.ts';
import type { EditorHandle } from './editor-handle.ts';
import { toMarks } from './finding-texts.ts';
import { MirrorSelect } from './mirror-select.tsx';

/** The configuration as text. */
export function TextCard({ editor }: { readonly editor: EditorHandle }): JSX.Element {
  const page = usePage();
  const words = useWords().editor;
  const goToNextFinding = (event: KeyboardEvent): void => {
    if (event.key !== 'F8') return;
    event.preventDefault();
    editor.goToNextFinding(page.planning.report.value?.findings ?? []);
  };
  return (
    <section class="card text-card" aria-labelledby="editor-title">
      <div class="bar">
        <h2 id="editor-title">
          <label for="text" onClick={() => editor.editor?.focus()}>
            {words.title}
          </label>
        </h2>
        <MirrorSelect field="mirror" />
      </div>
      <div class="sheet" id="sheet" onKeyDown={goToNextFinding}>
        <TextSheet
          id="text"
          hostId="schema-editor"
          describedBy="summary editor-help"
          changed={(text) => {
            page.configuration.text.value = text;
          }}
          connect={(created) => {
            editor.editor = created;
            return connectEditor(created, page);
          }}
        />
      </div>
      <p id="editor-help" class="quiet">
        {words.help} {words.privacy}
      </p>
    </section>
  );
}

/** Keeps the editor and the configuration in sync, underlines findings, and loads the editor with the schema. */
function connectEditor(editor: Editor, page: PageState): () => void {
  const { configuration, planning, session, languageChoice } = page;
  let opened = -1;
  const stops = [
    effect(() => {
      const [text, opening] = [configuration.text.value, configuration.opening.value];
      if (opening === opened) editor.replace(text);
      else editor.open(text);
      opened = opening;
    }),
    effect(() => {
      const words = languageChoice.words.value.findings;
      const findings = planning.report.value?.findings ?? [];
      editor.mark(findings.flatMap((finding) => toMarks(finding, words)));
    }),
    effect(() => {
      if (session.status.value !== 'open') return;
      const texts = textsOf(page);
      void session.guard(() => loadSchemaEditor(editor, texts), true);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function textsOf({ languageChoice }: PageState): EditorTexts {
  const { title, help } = languageChoice.words.peek().editor;
  return { label: title, help };
}
