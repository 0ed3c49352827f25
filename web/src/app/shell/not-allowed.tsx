import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../../base/parts/states.tsx';

/** In place of a page for what the person's role does not allow. */
export default function NotAllowed() {
  return (
    <Empty
      isPage
      title="Your role does not allow this"
      action={
        <Button component={Link} href="/settings/people" mt="sm">
          To the people
        </Button>
      }
    >
      You see everything of this workspace. Ask one of its owners for another role to change something.
    </Empty>
  );
}
