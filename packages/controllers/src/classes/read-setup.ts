import type { Diagnostic } from '@writ/diagnostics';
import { rangeOf, type ModuleSource } from '@writ/source';
import type { Namespace } from '../discovery/import-modules.ts';
import type { SetupModule } from '../discovery/setup-module.ts';
import { finding } from '../finding-codes.ts';
import type { Setup } from './setup.ts';

/** Returns the function of a module `_setup`, or a finding if the module does not export it. */
export function readSetup(
  { prefix }: SetupModule,
  source: ModuleSource,
  namespace: Namespace,
): Setup | Diagnostic {
  const file = source.text.name;
  const { setup } = namespace;
  const exported = source.exports.get('setup');
  const location = exported === undefined ? { file } : { file, range: rangeOf(source.text, exported) };
  if (typeof setup === 'function') return { prefix, file, setup: setup as Setup['setup'], location };
  return finding('setup', 'the module does not export a function named setup, so it has no effect', {
    ...location,
    hint: 'write export function setup(router: Router) { … }',
  });
}
