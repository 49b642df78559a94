import { indexDependencies, type DependencyIndex } from '../../plan/dependencies.ts';
import type { Operation } from '../../plan/operation.ts';

/** The operations that a run has not started yet, in plan order, without the download. */
export class OperationQueue {
  readonly #waiting: Set<Operation>;
  /** IDs of the waiting and running operations. */
  readonly #unfinished: Set<string>;
  readonly #dependencies: DependencyIndex;

  /** @param done IDs of operations to omit, except those with `everyRun` on which remaining operations depend */
  constructor(operations: readonly Operation[], done: ReadonlySet<string>) {
    this.#dependencies = indexDependencies(operations);
    const run = operations.filter(({ stage }) => stage !== 'download');
    const open = run.filter(({ id }) => !done.has(id));
    this.#waiting = new Set(
      run.filter(
        (operation) =>
          open.includes(operation) ||
          (operation.everyRun === true && open.some(({ id }) => this.#dependsOn(id, operation.id))),
      ),
    );
    this.#unfinished = new Set([...this.#waiting].map(({ id }) => id));
  }

  /** Removes and returns the first operation whose dependencies are finished; undefined if there is none. */
  take(): Operation | undefined {
    for (const operation of this.#waiting) {
      if ([...this.#unfinished].some((id) => this.#dependsOn(operation.id, id))) continue;
      this.#waiting.delete(operation);
      return operation;
    }
    return undefined;
  }

  finish({ id }: Operation): void {
    this.#unfinished.delete(id);
  }

  #dependsOn(id: string, earlier: string): boolean {
    return this.#dependencies.get(id)?.has(earlier) === true;
  }
}
