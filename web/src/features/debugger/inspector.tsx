import { Button, Checkbox, Code, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../base/api.ts';
import { Copyable } from '../../base/parts/copy.tsx';
import { useNow } from '../../base/parts/now.ts';
import { Fault } from '../../base/parts/states.tsx';
import { useWorkspace } from '../../base/session.ts';
import type { Kind } from './shapes.ts';

/** What an inspector shows: a family, named by one of its actors; all actors of a kind; or the whole workspace. */
interface Watched {
  family?: string;
  kind?: Kind;
}

/** Makes an address to which the person's own inspector connects. */
export function OpenInInspector({ watched, what }: { watched: Watched; what: string }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Open in an inspector
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Open in an inspector"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Address watched={watched} what={what} />
      </Modal>
    </>
  );
}

function Address({ watched, what }: { watched: Watched; what: string }) {
  const { slug } = useWorkspace();
  const [replay, setReplay] = useState(false);
  const make = useMutation({
    mutationFn: () => {
      const body = { ...watched, workspace: slug, ...(replay && { replay }) };
      return call('createInspectTicket', body);
    },
  });
  const made = make.data;
  return (
    <Stack>
      <Text size="sm">
        An inspector that speaks Stately’s protocol, on your own machine or page, can watch {what}.
      </Text>
      {watched.family !== undefined && (
        <Checkbox
          label="Start at the beginning of the journal"
          checked={replay}
          onChange={({ currentTarget }) => {
            setReplay(currentTarget.checked);
            make.reset();
          }}
        />
      )}
      {make.isError && <Fault message={messageOf(make.error)} />}
      {made && (
        <>
          <Copyable text={made.url} label="The address" />
          <Text size="sm">
            Give it to <Code>createWebSocketReceiver</Code> of <Code>@statelyai/inspect</Code>, or to your
            inspector as the server to connect to: it opens once, and shows all of this to the person who
            opens it.
          </Text>
          <Left until={made.expiresAt} />
        </>
      )}
      <Button variant={made ? 'default' : 'filled'} loading={make.isPending} onClick={() => make.mutate()}>
        {made ? 'Make another address' : 'Make the address'}
      </Button>
    </Stack>
  );
}

function Left({ until }: { until: string }) {
  const seconds = Math.ceil((Date.parse(until) - useNow(1_000)) / 1_000);
  return (
    <Text size="sm" c="dimmed">
      {seconds > 0 ? `It can be opened for ${seconds} s more.` : 'It has expired: make another one.'}
    </Text>
  );
}
