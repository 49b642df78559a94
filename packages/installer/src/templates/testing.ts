import { minimalConfig } from '../config/testing.ts';
import { checkTemplate, type TemplateCheck, type TemplateRequest } from './check-template.ts';

/** Declarations of a variable of each type. */
export const variables = {
  hostname: { type: 'hostname' },
  gateway: { type: 'ip' },
  address: { type: 'prefix' },
  card: { type: 'mac' },
  kernel: { type: 'enum', values: ['linux', 'linux-lts'] },
  size: { type: 'integer', minimum: 1, maximum: 64 },
  note: { type: 'text', 'max-length': 40 },
  '!password': { type: 'text', 'min-length': 4 },
} as const;

/** A template that uses some variables of {@link variables}. */
export function templateOf(
  configuration: object,
  ...names: readonly (keyof typeof variables)[]
): { readonly variables: object; readonly configuration: object } {
  return {
    variables: Object.fromEntries(names.map((name) => [name, variables[name]])),
    configuration: { ...minimalConfig, ...configuration },
  };
}

/** Checks a template with a table, which is CSV if it is a string. */
export function checkRows(
  template: unknown,
  table: string | readonly object[],
  options: Omit<TemplateRequest, 'template' | 'table'> = {},
): TemplateCheck {
  return checkTemplate({
    template: {
      file: 'web.json',
      text: typeof template === 'string' ? template : JSON.stringify(template, null, 2),
    },
    table: { file: 'hosts', text: typeof table === 'string' ? table : JSON.stringify(table) },
    ...options,
  });
}

/** Returns `code /pointer: message` for each finding, or `code file:line: message` for a finding about a table. */
export function summarizeFindings({ findings }: Pick<TemplateCheck, 'findings'>): string[] {
  return findings.map(({ code, file, pointer, range, message }) =>
    pointer === undefined
      ? `${code} ${file}:${range?.start.line}: ${message}`
      : `${code} ${pointer}: ${message}`,
  );
}
