import { H3, toNodeHandler } from 'h3';
import { countBytes, listen } from '../listen.ts';

const app = new H3().get('/hello', () => 'hello').put('/upload', (event) => countBytes(event.req.body!));
const handler = toNodeHandler(app);
listen((request, response) => void handler(request, response));
