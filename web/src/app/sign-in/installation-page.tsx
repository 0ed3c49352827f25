/** The installation, for an operator who is in no workspace: every other page is of one. */
import { Anchor, Box } from '@mantine/core';
import { Link } from 'wouter';
import { PageTitle } from '../../base/parts/states.tsx';
import { InstallationSections } from '../../features/installation/index.ts';

export const InstallationPage = () => (
  <Box component="main" p={{ base: 'md', sm: 'lg' }} maw={920} mx="auto">
    <Anchor component={Link} href="/app" size="sm">
      Make a workspace
    </Anchor>
    <PageTitle tab="Installation">Installation</PageTitle>
    <InstallationSections />
  </Box>
);
