export const packageName = '@writ/mirror';
