#include "FacetPlatform.h"

#if defined(_WIN32)
#include <io.h>
#define write(file, bytes, count) _write(file, bytes, (unsigned)(count))
#else
#include <unistd.h>
#endif

void facet_write_error(const uint8_t *bytes, size_t count) {
  while (count > 0) {
    long written = (long)write(2, bytes, count);
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}
