import { exampleConfiguration } from '@writ/service';

/** Returns a valid configuration with this number of lines, most of which are packages. The second is the boot loader. */
export function longConfiguration(lines: number): string {
  const example = JSON.parse(exampleConfiguration()) as object;
  const withPackages = (count: number): string => {
    const packages = Array.from({ length: count }, (_, index) => `package-${index + 1}`);
    return `${JSON.stringify({ ...example, packages }, null, 2)}\n`;
  };
  const others = withPackages(1).split('\n').length - 2;
  return withPackages(lines - others);
}
