/** A person's names as messages of automations use them. Pure. */
import { firstNameOf } from '../../../machines/flow/fill.ts';

export const namesOf = ({ username, name }: { username: string | null; name: string | null }) => ({
  username,
  firstName: firstNameOf(name),
});
