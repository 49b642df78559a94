export const packageName = '@writ/diagnostics';
