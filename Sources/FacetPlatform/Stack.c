// What the headers of the system hide from Swift.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "FacetPlatform.h"

#if defined(__APPLE__) || defined(__linux__)
#include <pthread.h>
#endif
#if defined(__GLIBC__)
#include <sys/resource.h>
#endif

uintptr_t facet_stack_position(void) { return (uintptr_t)__builtin_frame_address(0); }

#if defined(__GLIBC__)
// The highest address that the main thread uses of its stack, as the loader keeps it.
extern void *__libc_stack_end;

// The stack of the main thread, if the caller runs on it.
//
// The system would read the map of the whole process for it, which takes longer than a thousand registrations. Linux lets arguments and
// environment use up to a quarter of the stack above `__libc_stack_end`, so a quarter may be missing at the low end. Where the stack is
// unlimited, 128 MB are taken: no other thread is nearer.
static int main_stack(facet_stack *stack) {
  const uintptr_t reach = (uintptr_t)128 << 20;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
  uintptr_t size = limit.rlim_cur < reach ? (uintptr_t)limit.rlim_cur : reach;
  uintptr_t end = (uintptr_t)__libc_stack_end, here = facet_stack_position();
  if (size < (uintptr_t)1 << 20 || here >= end || here < end - size) return 0;
  *stack = (facet_stack){end - size, size, size / 4};
  return 1;
}
#endif

facet_stack facet_stack_bounds(void) {
  facet_stack stack = {0, 0, 0};
#if defined(__APPLE__)
  stack.size = pthread_get_stacksize_np(pthread_self());
  stack.lowest = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - stack.size;
#elif defined(__linux__)
#if defined(__GLIBC__)
  if (main_stack(&stack)) return stack;
#endif
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  void *lowest;
  size_t size;
  if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
    stack.lowest = (uintptr_t)lowest;
    stack.size = size;
  }
  pthread_attr_destroy(&attributes);
#endif
  return stack;
}
