import { moveSetting, type Conversion } from '../conversion.ts';

/** Converts `custom_commands`, as the key is named since 3.0.5. */
export function convertCommands(conversion: Conversion): void {
  const item = conversion.get('custom_commands');
  if (item !== undefined) moveSetting(conversion, item, ['custom-commands']);
}
