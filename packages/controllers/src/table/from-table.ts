import type { Diagnostic } from '@writ/diagnostics';
import type { Router } from '@writ/http';
import { runSetups } from '../classes/setup.ts';
import { finding } from '../finding-codes.ts';
import type { LoadedControllers } from '../load.ts';
import { createMatcher } from '../matcher.ts';
import { buildTree } from '../tree/build.ts';
import { splitPath } from '../tree/node.ts';
import type { Signature } from '../signature/signature.ts';
import type { MountedClass } from '../classes/mounted-class.ts';
import { withDerivedTypes } from './derived-types.ts';
import { TABLE_VERSION, type ControllersTable, type TableClass, type TableSignature } from './table.ts';

/** Options for `fromTable`. */
export interface TableOptions {
  /** Path at which the controllers are mounted, such as `/pages` (default: `/`). */
  readonly path?: string;
}

/**
 * Creates the matcher of a table that `writ build` wrote, for `router.mount`. Reads no files.
 *
 *     const pages = fromTable(controllers, { path: '/pages' });
 *     router.mount(pages.matcher).report(...pages.diagnostics);
 *     pages.setUp(router);
 */
export function fromTable(table: ControllersTable, { path }: TableOptions = {}): LoadedControllers {
  const diagnostics: Diagnostic[] = [];
  const source = (): undefined => undefined;
  // The table may have been written by another version of the package.
  if (Number(table.version) !== TABLE_VERSION) {
    diagnostics.push(
      finding('table-version', `the table has version ${String(table.version)}, not ${TABLE_VERSION}`, {
        hint: 'run writ build again, with the version that serves the table',
      }),
    );
    return {
      matcher: createMatcher('controllers', buildTree({ modules: [], classes: [], folders: [] }, [], [])),
      diagnostics,
      setUp: () => {},
      source,
    };
  }
  const { prefixes, modules, classes, folders, setups, toWebSocketRoute } = table;
  const tree = buildTree(
    {
      modules: modules.map((segments) => ({ segments })),
      classes: classes.map(mountedClassReader()),
      folders: folders.map((folder) => ({ ...folder, locateExport: () => ({ file: folder.file }) })),
      toWebSocketRoute,
    },
    splitPath(path),
    diagnostics,
  );
  const located = setups.map((setup) => ({ ...setup, location: { file: setup.file } }));
  return {
    matcher: createMatcher(`controllers ${prefixes.join(', ')}`, tree),
    diagnostics,
    setUp: (router: Router) => runSetups(located, router),
    source,
  };
}

/** Creates a function that reads the classes of a table. Handlers with the same signature share it. */
function mountedClassReader(): (routed: TableClass) => MountedClass {
  const signatures = new Map<TableSignature, Signature>();
  const toSignature = (written: TableSignature): Signature => {
    let signature = signatures.get(written);
    if (signature === undefined) {
      signature = { ...written, parameters: written.parameters.map(withDerivedTypes) };
      signatures.set(written, signature);
    }
    return signature;
  };
  return (routed) => {
    const first = routed.handlers[0];
    return {
      ...routed,
      handlers: routed.handlers.map(({ verb, owner, file, range, signature }) => {
        return { verb, owner, file, displayFile: file, range, signature: toSignature(signature) };
      }),
      locateStatic: () => (first === undefined ? {} : { file: first.file }),
    };
  };
}
