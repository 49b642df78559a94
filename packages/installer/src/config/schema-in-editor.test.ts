import { getLanguageService, TextDocument, type JSONDocument } from 'vscode-json-languageservice';
import { describe, expect, it } from 'vitest';
import { schemaText } from './explain.ts';

/** The JSON language service of VS Code, which resolves the configuration schema. */
const service = getLanguageService({
  schemaRequestService: (address) =>
    address === 'file:///folder/writ.schema.json'
      ? Promise.resolve(schemaText())
      : Promise.reject(new Error(`no schema at ${address}`)),
  workspaceContext: { resolveRelativePath: (path, from) => new URL(path, from).href },
});

function parseDocument(members: string): [TextDocument, JSONDocument] {
  const text = `{"$schema": "./writ.schema.json", ${members}}`;
  const document = TextDocument.create('file:///folder/machine.json', 'json', 1, text);
  return [document, service.parseJSONDocument(document)];
}

/** The ranges that the editor underlines, as strings. */
async function underlinedStrings(members: string): Promise<string[]> {
  const [document, parsed] = parseDocument(members);
  return (await service.doValidation(document, parsed)).map(({ range }) => document.getText(range));
}

async function completionsOf(members: string): Promise<string[]> {
  const [document, parsed] = parseDocument(members.replace('|', ''));
  const offset = document.getText().indexOf(members.slice(0, members.indexOf('|'))) + members.indexOf('|');
  const list = await service.doComplete(document, document.positionAt(offset), parsed);
  return list!.items.map(({ label }) => label);
}

const minimal = `"bootloader": "efistub", "kernels": ["linux"], "mirror-region": {}, "!root-password": "x"`;

describe('the schema in VS Code', () => {
  it('accepts a configuration and the schema', async () => {
    expect(await underlinedStrings(`${minimal}, "!users": [{"username": "ada"}], "x-mine": 1`)).toEqual([]);
  });

  it('underlines invalid values', async () => {
    expect(await underlinedStrings(`${minimal}, "ntp": "yes", "profile": {"details": "gnmoe"}`)).toEqual([
      '"yes"',
      '"gnmoe"',
    ]);
    expect(await underlinedStrings(`${minimal}, "network_config": {"nics": [{}]}`)).toHaveLength(1);
    expect(await underlinedStrings(`"bootloader": "efistub"`)).not.toEqual([]);
  });

  it('completes keys and values', async () => {
    expect(await completionsOf('"bootloader": |')).toEqual([
      '"systemd-bootctl"',
      '"grub-install"',
      '"efistub"',
    ]);
    expect(await completionsOf('"profile": { | }')).toEqual(expect.arrayContaining(['main', 'gfx_driver']));
    expect(await completionsOf('"!users": [{ | }]')).toEqual(['username', '!password', 'sudo']);
  });

  it('explains a key on hover', async () => {
    const [document, parsed] = parseDocument('"timezone": "UTC"');
    const at = document.positionAt(document.getText().indexOf('timezone') + 2);
    const shown = await service.doHover(document, at, parsed);
    expect(JSON.stringify(shown)).toContain('The time zone, as region/city or UTC');
  });
});
