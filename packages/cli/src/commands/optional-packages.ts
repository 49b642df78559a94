const installer = ['@writ/installer', '@writ/convert'];

/**
 * Packages that only some commands need, by command. They are optional peer dependencies, so that an application with
 * HTTP routes does not install them. The single executable includes them.
 */
export const optionalPackages: Readonly<Record<string, readonly string[]>> = {
  check: installer,
  batch: installer,
  plan: installer,
  install: installer,
  convert: ['@writ/convert', '@writ/prompts'],
  schema: ['@writ/installer'],
  init: [...installer, '@writ/prompts'],
  facts: ['@writ/installer'],
  agent: installer,
  medium: [...installer, '@writ/prompts'],
  serve: ['@writ/service'],
  worker: ['@writ/service'],
  user: ['@writ/service', '@writ/prompts'],
  token: ['@writ/service'],
  audit: ['@writ/service'],
  migrate: ['@writ/service'],
  backup: ['@writ/service'],
  restore: ['@writ/service'],
};
