// The entry point of the compiled application. `npm run generate` writes the declared types of the classes.
import './annotations.gen.ts';
import './server.ts';
