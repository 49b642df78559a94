import { phrase, type Diagnostic } from '@writ/diagnostics';
import { term } from '../terms.ts';
import { finding } from './finding-codes.ts';
import { locatePointer, topLevelKeys, type JsonObject, type Model } from './model.ts';

/** Whether the file is a template with variables instead of a configuration. */
export function isTemplate(model: Model): boolean {
  const keys = topLevelKeys(model);
  const { variables, configuration } = model.value;
  return (
    isObject(variables) &&
    isObject(configuration) &&
    keys.every((key) => ['$schema', 'variables', 'configuration'].includes(key))
  );
}

/** Describes a template that is checked as a configuration. */
export function describeTemplateFile(model: Model, file: string): Diagnostic {
  const name = /^[\w./@-]{2,}$/.test(file) ? file : 'TEMPLATE';
  return finding('template-file', {
    ...locatePointer(model, '', 'open'),
    message: 'this file is a template, not a configuration',
    hint: phrase`${term('checkTemplate', name)}`,
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
