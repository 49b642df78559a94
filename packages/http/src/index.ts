export const packageName = '@writ/http';
