import { defined } from '@writ/diagnostics/internal';
import type { NamedSecret, SplitConfiguration } from '@writ/installer';

/** A configuration and its secrets, as plain data. */
export interface SplitOutput extends Pick<SplitConfiguration, 'config'> {
  readonly secrets: readonly (Omit<NamedSecret, 'value'> & { readonly value?: string })[];
}

/** Returns a configuration and its secrets as plain data, which can be sent to another thread. */
export function toSplitOutput({ config, secrets }: SplitConfiguration): SplitOutput {
  return {
    config,
    secrets: secrets.map(({ value, ...rest }) => ({ ...rest, ...defined({ value: value?.reveal() }) })),
  };
}
