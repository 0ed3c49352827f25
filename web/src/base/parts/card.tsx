import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from './title.ts';

/** The card of the pages before a person is signed in. */
export function Card({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder shadow="sm" p="xl" radius="lg" w="100%" maw={420}>
        <Stack gap="xs" mb="lg">
          <Text fw={700} c="dimmed" size="sm">
            {'Troupe'}
          </Text>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Stack>
        {children}
      </Paper>
    </Center>
  );
}
