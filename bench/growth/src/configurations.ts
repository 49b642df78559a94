const HEAD = [
  '{',
  '"bootloader":"systemd-bootctl",',
  '"kernels":["linux"],',
  '"mirror-region":{"Worldwide":{}},',
  '"!root-password":"x",',
];

/** The kinds of configuration, named after the content of most of their lines. */
export const CONFIGURATIONS: Readonly<Record<string, (lines: number) => string>> = {
  packages: (lines) => render('"packages":[', lines, (index) => `"p${index}"`, ']'),
  services: (lines) => render('"services":[', lines, (index) => `"s${index}"`, ']'),
  users: (lines) => render('"!users":[', lines, (index) => `{"username":"u${index}"}`, ']'),
  'unknown keys': (lines) => render('"hostname":"host",', lines, (index) => `"k${index}":1`, ''),
};

/** The maximum size of a configuration that Writ reads. */
const MAXIMUM_SIZE = 1024 ** 2;

/** Returns a configuration with this number of lines; undefined if Writ refuses files of its size. */
export function createConfiguration(kind: string, lines: number): string | undefined {
  const text = CONFIGURATIONS[kind]!(lines);
  return text.length > MAXIMUM_SIZE ? undefined : text;
}

function render(open: string, lines: number, item: (index: string) => string, close: string): string {
  const others = HEAD.length + 3;
  const items = Array.from({ length: Math.max(1, lines - others) }, (_, index) => item(index.toString(36)));
  return [...HEAD, open, items.join(',\n'), close, '}', ''].join('\n');
}
