/**
 * The rooms of all workspaces that sockets watch: a room is created for the first subscription and dropped after the
 * last.
 */
import type { Workspace } from '../../api/principal.ts';
import { Room, type RoomOptions } from './room.ts';

export class Rooms {
  readonly #rooms = new Map<string, Room>();
  readonly #deps: Omit<RoomOptions, 'onEmpty'>;

  constructor(deps: Omit<RoomOptions, 'onEmpty'>) {
    this.#deps = deps;
  }

  /** Number of workspaces that are watched. */
  get size(): number {
    return this.#rooms.size;
  }

  /** The room of a workspace. */
  of(workspace: Workspace): Room {
    const { id } = workspace;
    const found = this.#rooms.get(id);
    if (found !== undefined) {
      found.update(workspace);
      return found;
    }
    const room = new Room(workspace, {
      ...this.#deps,
      onEmpty: (empty) => {
        if (this.#rooms.get(id) === empty) this.#rooms.delete(id);
      },
    });
    this.#rooms.set(id, room);
    return room;
  }
}
