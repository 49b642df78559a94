import { effect } from '@preact/signals';
import { FileInput } from 'lucide';
import type { JSX } from 'preact';
import type { SurfaceOptions } from '../../../../editor/schema-editor.ts';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { TextSheet } from '../../../parts/text-sheet.tsx';
import type { PageState } from '../../../state/page-state.ts';
import type { Editor } from '../../../text/editor.ts';
import { loadSchemaEditor } from '../../../text/load-schema-editor.ts';
import { makeTemplate } from '../../../text/template.ts';
import type { EditorHandle } from '../../compose/editor-handle.ts';
import { toMarks } from '../../compose/finding-texts.ts';
import { FileButton } from './file-button.tsx';

type Schema = SurfaceOptions['schema'];

/** The template of a new batch. */
export function TemplateCard({ editor }: { readonly editor: EditorHandle }): JSX.Element {
  const page = usePage();
  const { newBatch: draft, configuration } = page;
  const words = useWords().newBatch;
  const fromEditor = (): void => {
    const template = makeTemplate(configuration.text.peek());
    if (template !== undefined) draft.openTemplate(template);
  };
  return (
    <section class="card text-card" aria-labelledby="template-title">
      <div class="bar">
        <h2 id="template-title">
          <label for="template" onClick={() => editor.editor?.focus()}>
            {words.template}
          </label>
        </h2>
        <button type="button" onClick={fromEditor}>
          <Icon of={FileInput} />
          {words.fromEditor}
        </button>
        <FileButton
          name={words.template}
          accept=".json,application/json,text/plain"
          open={(text) => draft.openTemplate(text)}
        />
      </div>
      <div class="sheet template-sheet">
        <TextSheet
          id="template"
          hostId="template-editor"
          describedBy="template-help"
          changed={(text) => {
            draft.template.value = text;
          }}
          connect={(created) => {
            editor.editor = created;
            return connectEditor(created, page);
          }}
        />
      </div>
      <p id="template-help" class="quiet">
        {words.templateHelp}
      </p>
    </section>
  );
}

/** Keeps the editor and the template in sync, underlines findings, and loads the editor with the schema. */
function connectEditor(editor: Editor, { newBatch: draft, session, languageChoice }: PageState): () => void {
  let opened = -1;
  const { newBatch, editor: editorWords } = languageChoice.words.peek();
  const texts = { label: newBatch.template, help: editorWords.help };
  const stops = [
    effect(() => {
      const [text, opening] = [draft.template.value, draft.opening.value];
      if (opening === opened) editor.replace(text);
      else editor.open(text);
      opened = opening;
    }),
    effect(() => {
      const words = languageChoice.words.value.findings;
      const findings = draft.isOutdated.value ? [] : (draft.result.value?.findings ?? []);
      const own = findings.filter(({ file }) => file === 'template');
      editor.mark(own.flatMap((finding) => toMarks(finding, words)));
    }),
  ];
  void session.guard(() => loadSchemaEditor(editor, texts, toTemplateSchema), true);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the schema of a template, for explanations and completions. */
function toTemplateSchema(configuration: Schema): Schema {
  const { $defs = {}, ...schema } = configuration;
  return {
    $defs,
    type: 'object',
    required: ['variables', 'configuration'],
    properties: {
      variables: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['type'],
          properties: {
            type: { enum: ['hostname', 'ip', 'prefix', 'mac', 'enum', 'integer', 'text'] },
            values: { type: 'array', items: { type: 'string' } },
            minimum: { type: 'integer' },
            maximum: { type: 'integer' },
            pattern: { type: 'string' },
            'min-length': { type: 'integer' },
            'max-length': { type: 'integer' },
          },
        },
      },
      configuration: schema,
    },
  };
}
