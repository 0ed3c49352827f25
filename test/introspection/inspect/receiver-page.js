// A page of somebody's own inspector: hears what the address in its own address tells.
import { createWebSocketReceiver } from '@statelyai/inspect';

globalThis.told = [];
createWebSocketReceiver({ server: new URL(location.href).searchParams.get('server') }).subscribe((event) => {
  globalThis.told.push(event);
  document.body.textContent = `${globalThis.told.length} ${event.snapshot ? JSON.stringify(event.snapshot.value) : ''}`;
});
