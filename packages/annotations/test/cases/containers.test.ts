/** Runs annotated classes with the containers that the guide to injection names. */
import { Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { asClass, createContainer } from 'awilix';
import { inject } from '@writ/http/testing';
import { container as tsyringe, injectable, singleton } from 'tsyringe';
import { expect, it } from 'vitest';
import { GET, type InjectionProvider, Path, RestBuilder, type Router } from '../../src/index.ts';
import { quietToolkit } from './table.ts';

const closed: string[] = [];

@Injectable()
@singleton()
class Database implements OnModuleDestroy {
  readonly titles = ['buy milk'];
  onModuleDestroy(): void {
    closed.push('Nest');
  }
}

@Injectable()
@injectable()
class NoteStore {
  readonly database: Database;
  constructor(database: Database) {
    this.database = database;
  }
}

@Injectable()
@injectable()
@Path('/notes')
class Notes {
  readonly store: NoteStore;
  constructor(store: NoteStore) {
    this.store = store;
  }

  @GET() list(): readonly string[] {
    return this.store.database.titles;
  }
}

@Module({ providers: [Database, NoteStore, Notes] })
class NotesModule {}

@Module({ providers: [Database, Notes] })
class IncompleteModule {}

const build = (getInstance: InjectionProvider['getInstance'], stop: () => unknown = () => {}): Router =>
  new RestBuilder(quietToolkit()).register(Notes).injectWith({ getInstance }).addHook('stop', stop).build();

async function expectNotes(router: Router): Promise<void> {
  expect((await inject(router, '/notes')).json()).toEqual(['buy milk']);
  await router.close();
}

it('tsyringe creates annotated classes and their dependencies', async () => {
  await expectNotes(build((type) => tsyringe.resolve(type as never)));
});

it('awilix creates annotated classes and their dependencies, and disposes of them in a stop hook', async () => {
  const container = createContainer({ injectionMode: 'CLASSIC', strict: true });
  const database = asClass(Database)
    .singleton()
    .disposer(() => void closed.push('awilix'));
  container.register({ database, store: asClass(NoteStore).singleton() });
  await expectNotes(
    build(
      (type) => container.build(type as never),
      () => container.dispose(),
    ),
  );
  expect(closed.splice(0)).toEqual(['awilix']);
});

it("a Nest application context creates annotated classes, and a stop hook runs Nest's own hooks", async () => {
  const context = await NestFactory.createApplicationContext(NotesModule, { logger: false });
  await expectNotes(
    build(
      (type) => context.get(type, { strict: false }),
      () => context.close(),
    ),
  );
  expect(closed.splice(0)).toEqual(['Nest']);
});

it('a dependency that a container does not know is a start-up error', async () => {
  const container = createContainer({ injectionMode: 'CLASSIC', strict: true });
  expect(() => build((type) => container.build(type as never))).toThrow(
    /the injector cannot create Notes: .*Could not resolve 'store'/,
  );
  const options = { logger: false, abortOnError: false } as const;
  await expect(NestFactory.createApplicationContext(IncompleteModule, options)).rejects.toThrow('NoteStore');
});
