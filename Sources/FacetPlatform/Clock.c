#include "FacetPlatform.h"

#if defined(_WIN32)
#include <windows.h>

uint64_t facet_nanoseconds(void) {
  LARGE_INTEGER ticks, each_second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&each_second);
  uint64_t second = (uint64_t)each_second.QuadPart, now = (uint64_t)ticks.QuadPart;
  return now / second * 1000000000 + now % second * 1000000000 / second;
}
#else
#include <time.h>

uint64_t facet_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
#endif
