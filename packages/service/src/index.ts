export const packageName = '@writ/service';
