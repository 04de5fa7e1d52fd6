// What differs from system to system: locks, threads, stacks, time, standard error, loaded files. The sources in Swift have no condition for a system.
#ifndef FACET_PLATFORM_H
#define FACET_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__APPLE__)
#include <os/lock.h>
#elif !defined(_WIN32) && !defined(__wasi__)
#include <pthread.h>
#endif

// Where a process has several copies of Facet, each uses its own functions, as in Swift. Linux would take those of the first copy for all. Swift reads
// no such declarations: for it, the functions may be in another library.
#if defined(__ELF__) && !defined(__swift__)
#pragma GCC visibility push(protected)
#endif

// MARK: - Locks

/// A lock that one thread holds at a time. It stays at its address.
#if defined(__APPLE__)
typedef os_unfair_lock facet_lock;
static inline void facet_lock_make(facet_lock *lock) { *lock = OS_UNFAIR_LOCK_INIT; }
static inline void facet_lock_end(facet_lock *lock) { (void)lock; }
static inline void facet_lock_take(facet_lock *lock) { os_unfair_lock_lock(lock); }
static inline void facet_lock_give(facet_lock *lock) { os_unfair_lock_unlock(lock); }
#elif defined(_WIN32)
/// An `SRWLOCK`, which is as large as a pointer.
typedef struct { uintptr_t state; } facet_lock;
static inline void facet_lock_make(facet_lock *lock) { lock->state = 0; }
static inline void facet_lock_end(facet_lock *lock) { (void)lock; }
void facet_lock_take(facet_lock *lock);
void facet_lock_give(facet_lock *lock);
#elif defined(__wasi__)
/// There is one thread.
typedef struct { char unused; } facet_lock;
static inline void facet_lock_make(facet_lock *lock) { lock->unused = 0; }
static inline void facet_lock_end(facet_lock *lock) { (void)lock; }
static inline void facet_lock_take(facet_lock *lock) { (void)lock; }
static inline void facet_lock_give(facet_lock *lock) { (void)lock; }
#else
// ThreadSanitizer knows this one.
typedef pthread_mutex_t facet_lock;
static inline void facet_lock_make(facet_lock *lock) { pthread_mutex_init(lock, NULL); }
static inline void facet_lock_end(facet_lock *lock) { pthread_mutex_destroy(lock); }
static inline void facet_lock_take(facet_lock *lock) { pthread_mutex_lock(lock); }
static inline void facet_lock_give(facet_lock *lock) { pthread_mutex_unlock(lock); }
#endif

static inline size_t facet_lock_size(void) { return sizeof(facet_lock); }

/// Memory for a lock and what it guards, aligned for any number of C; without memory, the program ends. Swift's own functions always ask the
/// system for an alignment, which takes longer.
void *facet_memory_take(size_t size);
void facet_memory_give(void *memory);

// MARK: - Numbers that several threads change

/// Adds, and returns the number before.
static inline intptr_t facet_add(intptr_t *number, intptr_t count) {
  return __atomic_fetch_add(number, count, __ATOMIC_RELAXED);
}
static inline uint8_t facet_bits(const uint8_t *bits) { return __atomic_load_n(bits, __ATOMIC_ACQUIRE); }
static inline void facet_bits_set(uint8_t *bits, uint8_t set) { __atomic_fetch_or(bits, set, __ATOMIC_ACQ_REL); }
static inline void facet_bits_clear(uint8_t *bits, uint8_t clear) {
  __atomic_fetch_and(bits, (uint8_t)~clear, __ATOMIC_ACQ_REL);
}

// MARK: - Threads

/// The state that the calling thread keeps, or null.
void *facet_thread_state(void);

/// Keeps a state for the calling thread; `end` gets it when the thread ends. All calls pass the same `end`.
///
/// Returns whether the system could note it.
int facet_thread_keep(void *state, void (*end)(void *));

/// Whether the calling thread is the first one of the process; 0 if this cannot be known.
int facet_thread_is_main(void);

/// An event that happens once: threads wait for it, and another one sends it.
typedef struct facet_event facet_event;
facet_event *facet_event_make(void);
void facet_event_end(facet_event *event);
void facet_event_send(facet_event *event);
/// Waits for the event, for so many seconds at most, or for ever if there are none.
///
/// Returns whether it was sent; where there is one thread, which cannot wait for itself, it returns 0 at once.
int facet_event_wait(facet_event *event, int seconds);

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

// MARK: - Time

/// The nanoseconds since some moment; they never go back.
uint64_t facet_nanoseconds(void);

// MARK: - Standard error

/// Writes in one piece, as far as the system does.
void facet_write_error(const uint8_t *bytes, size_t count);

// MARK: - Copies

/// Whether the system finds another copy of Facet in the process before this one; then, the paths of the files with the two.
int facet_other_copy(const char **theirs, const char **own);

/// Each copy has this mark. By its name the system finds that of the first copy alone.
extern const char facet_mark;

#if defined(__ELF__) && !defined(__swift__)
#pragma GCC visibility pop
#endif

#endif
