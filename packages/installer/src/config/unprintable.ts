import type { Diagnostic } from '@writ/diagnostics';
import { finding } from './finding-codes.ts';
import { BREAKS, controlCharacterIn } from './control-characters.ts';
import { escapePointer } from './json/tree.ts';
import { isSecret, placeOf, type JsonValue, type Model } from './model.ts';
import { nameOf } from './names.ts';
import { configSchema, itemsOf, keysOf, type Schema } from './schema-view.ts';

/** Where line breaks and tabs part words, or are a shell's own. */
const mayHoldBreaks = /^\/(?:custom-commands\/\d+|profile\/custom\/\d+\/(?:packages|services))$/;

/**
 * Strings of the configuration that hold control characters: they go into files and arguments, where a line break in
 * one would be a line of another's. Keys that Writ does not know go nowhere.
 */
export function checkPrintable(model: Model): Diagnostic[] {
  const found: Diagnostic[] = [];
  const judge = (text: string, pointer: string, name: string, at: 'key' | 'value'): void => {
    const held = controlCharacterIn(text, at === 'value' && mayHoldBreaks.test(pointer) ? BREAKS : '');
    if (held === undefined) return;
    // Of a secret not even one of its characters is shown.
    const what = isSecret(model, pointer) ? 'a control character' : held;
    found.push(
      finding('unprintable', {
        ...placeOf(model, pointer, at),
        message: `${name} holds ${what}`,
        hint: 'remove it: values go into files of the installed system, line by line',
      }),
    );
  };
  const visit = (value: JsonValue | undefined, schemas: readonly Schema[], pointer: string): void => {
    if (typeof value === 'string') judge(value, pointer, nameOf(pointer), 'value');
    else if (Array.isArray(value)) {
      const items = itemsOf(schemas);
      for (const [index, item] of value.entries()) visit(item, items, `${pointer}/${index}`);
    } else if (typeof value === 'object' && value !== null) {
      const { keys, others } = keysOf(schemas);
      for (const [key, inner] of Object.entries(value)) {
        const schema = keys.get(key);
        if (key === '$schema' || (schema === undefined && others.length === 0)) continue;
        const place = `${pointer}/${escapePointer(key)}`;
        if (schema === undefined) judge(key, place, `a key of ${nameOf(pointer)}`, 'key');
        visit(inner, schema === undefined ? others : [schema], place);
      }
    }
  };
  visit(model.value, [configSchema], '');
  return found;
}
