import { parseObject } from './json-edit.ts';

/**
 * The option of the service that a configuration needs: without it, the installed system is in English whatever the
 * language in the configuration.
 */
export function languageOption(text: string): { readonly advanced?: true } {
  const { 'sys-language': language, 'sys-encoding': encoding } = parseObject(text) ?? {};
  return language === undefined && encoding === undefined ? {} : { advanced: true };
}
