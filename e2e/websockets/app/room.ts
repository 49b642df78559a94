import { Controller } from '@writ/controllers';
import type { WebSocketHooks } from '@writ/controllers/websocket';

interface Message {
  readonly text: string;
}

/** `/room/NAME`: a page, and the socket that it connects to. */
export class Default extends Controller {
  GET(room: string): object {
    return { room };
  }

  SOCKET(room: string, { name = 'guest' }: { name?: string }): WebSocketHooks<Message> {
    return {
      open: (connection) => void connection.send({ room, name }),
      message: (connection, { text }) => void connection.send({ echo: text }),
    };
  }
}
