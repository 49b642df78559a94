import type { Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { ALLOWED_IN_COMMANDS, findControlCharacter } from './control-characters.ts';
import { escapePointer } from './pointers.ts';
import { isSecretAt, locatePointer, type JsonValue, type Model } from './model.ts';
import { keyPath } from './wording.ts';
import { configSchema, schemaItems, schemaKeys, type Schema } from './schema-view.ts';

/** Pointers of values in which line breaks and tabs separate words or belong to shell syntax. */
const allowsLineBreaks =
  /^\/(?:custom-commands\/\d+|x-writ\/commands\/(?:early|error)\/\d+|profile\/custom\/\d+\/(?:packages|services))$/;

/**
 * Checks strings and freely chosen keys for control characters. They are written into files and arguments, where a line
 * break would begin a new line. Unknown keys and their values are not checked, because Writ never writes them.
 */
export function checkPrintable(model: Model): Diagnostic[] {
  const found: Diagnostic[] = [];
  const checkString = (text: string, pointer: string, name: string, at: 'key' | 'value'): void => {
    const character = findControlCharacter(
      text,
      at === 'value' && allowsLineBreaks.test(pointer) ? ALLOWED_IN_COMMANDS : '',
    );
    if (character === undefined) return;
    // The message contains no character of a secret.
    const what = isSecretAt(model, pointer) ? 'a control character' : character;
    found.push(
      finding('unprintable', {
        ...locatePointer(model, pointer, at),
        message: `${name} contains ${what}`,
        hint: 'remove it: values are written into line-based files of the installed system',
      }),
    );
  };
  const visit = (value: JsonValue | undefined, schemas: readonly Schema[], pointer: string): void => {
    if (typeof value === 'string') checkString(value, pointer, keyPath(pointer), 'value');
    else if (Array.isArray(value)) {
      const items = schemaItems(schemas);
      for (const [index, item] of value.entries()) visit(item, items, `${pointer}/${index}`);
    } else if (typeof value === 'object' && value !== null) {
      const { keys, others } = schemaKeys(schemas);
      for (const [key, inner] of Object.entries(value)) {
        const schema = keys.get(key);
        if (key === '$schema' || (schema === undefined && others.length === 0)) continue;
        const place = `${pointer}/${escapePointer(key)}`;
        if (schema === undefined) checkString(key, place, `a key of ${keyPath(pointer)}`, 'key');
        visit(inner, schema === undefined ? others : [schema], place);
      }
    }
  };
  visit(model.value, [configSchema], '');
  return found;
}
