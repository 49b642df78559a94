import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SurfaceOptions } from '../../../editor/schema-editor.ts';
import { dataOf, service } from '../../api/requests.ts';
import { Problem } from '../../api/problem.ts';
import { usePage, useWords } from '../../parts/page-context.ts';
import type { PageState } from '../../state/page-state.ts';
import { Editor } from '../../text/editor.ts';
import type { EditorHandle } from './editor-handle.ts';
import { toMarks } from './finding-texts.ts';
import { MirrorSelect } from './mirror-select.tsx';

/** The configuration as text. */
export function TextCard({ editor }: { readonly editor: EditorHandle }): JSX.Element {
  const page = usePage();
  const words = useWords().editor;
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const marks = useRef<HTMLPreElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const created = new Editor(
      {
        area: area.current!,
        gutter: gutter.current!,
        marks: marks.current!,
        paper: paper.current!,
        host: host.current!,
      },
      (text) => {
        page.configuration.text.value = text;
      },
    );
    editor.editor = created;
    return connectEditor(created, page);
  }, []);

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
        <pre ref={gutter} class="gutter" aria-hidden="true" />
        <div ref={paper} class="paper">
          <pre ref={marks} class="marks" aria-hidden="true" />
          <textarea
            ref={area}
            id="text"
            wrap="off"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-describedby="summary editor-help"
          />
        </div>
        <div ref={host} id="schema-editor" hidden />
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
      const { label, help } = texts(page);
      void session.guard(() => loadSchemaEditor(editor, label, help), true);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function texts({ languageChoice }: PageState): { readonly label: string; readonly help: string } {
  const { title, help } = languageChoice.words.peek().editor;
  return { label: title, help };
}

/** Loads the editor with the schema; if that fails, the text area remains. */
async function loadSchemaEditor(editor: Editor, label: string, help: string): Promise<void> {
  try {
    const [{ createSurface }, schema] = await Promise.all([
      import('../../../editor/schema-editor.ts'),
      dataOf(service().GET('/api/schema')) as Promise<SurfaceOptions['schema']>,
    ]);
    editor.enhance(createSurface, schema, { label, help });
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw error;
  }
}
