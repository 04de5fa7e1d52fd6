#ifndef FACET_PLATFORM_H
#define FACET_PLATFORM_H

#include <stdint.h>

/// The memory of a stack, which grows down; all zero if it is not known.
typedef struct {
  uintptr_t lowest;
  uintptr_t size;
  /// How many of the lowest bytes may be missing.
  uintptr_t uncertain;
} facet_stack;

/// The stack of the calling thread.
facet_stack facet_stack_bounds(void);

/// An address in the frame of the caller.
uintptr_t facet_stack_position(void);

#endif
