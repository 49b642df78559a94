export const packageName = '@writ/annotations';
