export const packageName = '@writ/cli';
