"""Written by `pnpm gen`."""
