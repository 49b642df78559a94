export const packageName = '@writ/controllers';
