export const packageName = '@writ/web';
