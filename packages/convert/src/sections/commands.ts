import { moveSetting, type Conversion } from '../conversion.ts';

/** Converts `custom_commands`, which has been the key's name since archinstall 3.0.5. */
export function convertCommands(conversion: Conversion): void {
  const item = conversion.get('custom_commands');
  if (item !== undefined) moveSetting(conversion, item, ['custom-commands']);
}
