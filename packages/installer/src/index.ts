export const packageName = '@writ/installer';
