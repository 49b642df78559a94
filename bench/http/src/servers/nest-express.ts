import { NestFactory } from '@nestjs/core';
import { reportReady } from '../probe.ts';
import { ItemsModule, pipe } from './nest-module.ts';

const app = await NestFactory.create(ItemsModule, { logger: false });
app.useGlobalPipes(pipe);
await app.listen(0, '127.0.0.1');
reportReady(app.getHttpServer().address());
