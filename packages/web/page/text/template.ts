import { parseObject, setValue } from './json-edit.ts';
import { languageOption } from './language-option.ts';

/** Makes a template from a configuration, with a variable for the host name; undefined for a malformed configuration. */
export function makeTemplate(configuration: string): string | undefined {
  if (parseObject(configuration) === undefined) return undefined;
  const named = setValue(configuration.trim(), ['hostname'], '{{hostname}}');
  // Strings in JSON contain no line breaks, so that the indentation of lines changes no value.
  const indented = named.replaceAll('\n', '\n  ');
  return `{\n  "variables": {\n    "hostname": { "type": "hostname" }\n  },\n  "configuration": ${indented}\n}\n`;
}

/** The option of the service that the configuration of a template needs. */
export function templateLanguageOption(template: string): ReturnType<typeof languageOption> {
  return languageOption(JSON.stringify(parseObject(template)?.['configuration'] ?? null));
}
