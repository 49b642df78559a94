import type { SurfaceOptions } from '../../editor/schema-editor.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Editor, EditorTexts } from './editor.ts';

type Schema = SurfaceOptions['schema'];

/**
 * Replaces a text area with an editor that uses the schema of configurations; if that fails, the text area remains.
 *
 * @param toSchema returns the schema of the text, which contains a configuration
 */
export async function loadSchemaEditor(
  editor: Editor,
  texts: EditorTexts,
  toSchema: (configuration: Schema) => Schema = (schema) => schema,
): Promise<void> {
  try {
    const [{ createSurface }, schema] = await Promise.all([
      import('../../editor/schema-editor.ts'),
      dataOf(service().GET('/api/schema')) as Promise<Schema>,
    ]);
    editor.enhance(createSurface, toSchema(schema), texts);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw error;
  }
}
