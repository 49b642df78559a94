import { importSpecifier, type ValueSource } from '@writ/source';
import type { RecordedClass } from '../declared-types/recorded-class.ts';
import type { ClassRecord } from './record-class.ts';

/** The imports with which generated code accesses schemas. A module is imported once, under its own alias. */
export class SchemaImports {
  readonly #aliases: Map<string, string> = new Map();
  readonly #file: string;

  /** `file` is the module that contains the generated code. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The import statements. */
  get statements(): readonly string[] {
    return [...this.#aliases].map(
      ([file, alias]) => `import * as ${alias} from ${JSON.stringify(importSpecifier(file, this.#file))};`,
    );
  }

  /** Returns the code of a record: its JSON, followed by functions that read its schemas. */
  format({ record, schemas }: ClassRecord): string {
    const json = JSON.stringify(record satisfies RecordedClass);
    if (schemas.length === 0) return json;
    const list = schemas.map((schema) => `[${JSON.stringify(nameOf(schema))},()=>${this.#accessTo(schema)}]`);
    return `${json.slice(0, -1)},"schemas":[${list.join(',')}]}`;
  }

  #accessTo({ file, exportName, localName }: ValueSource): string {
    if (localName !== undefined && file === this.#file) return localName;
    let alias = this.#aliases.get(file);
    if (alias === undefined) this.#aliases.set(file, (alias = `writSchemas${this.#aliases.size}`));
    return `${alias}[${JSON.stringify(exportName)}]`;
  }
}

/** Returns the name of a schema in the source, for messages. */
export function nameOf({ exportName, localName }: ValueSource): string {
  return localName ?? exportName ?? 'the schema';
}
