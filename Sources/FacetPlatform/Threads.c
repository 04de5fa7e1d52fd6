// What a thread keeps, how it waits, and the memory of locks.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "FacetPlatform.h"

#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>
#elif !defined(__wasi__)
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif

// MARK: - State

static _Thread_local void *kept;
static void (*end_of_thread)(void *);

void *facet_thread_state(void) { return kept; }

#if !defined(__wasi__)
// Gives the state away before it ends: what ends may need one again, and the system asks once more then.
static void end_thread(void *state) {
  kept = NULL;
  if (state) __atomic_load_n(&end_of_thread, __ATOMIC_ACQUIRE)(state);
}
#endif

#if defined(_WIN32)
static DWORD key;
static VOID WINAPI end_fiber(PVOID state) { end_thread(state); }
static BOOL CALLBACK make_key(PINIT_ONCE once, PVOID parameter, PVOID *context) {
  (void)once, (void)parameter, (void)context;
  key = FlsAlloc(end_fiber);
  return TRUE;
}
static int keep(void *state) {
  static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
  InitOnceExecuteOnce(&once, make_key, NULL, NULL);
  return key != FLS_OUT_OF_INDEXES && FlsSetValue(key, state);
}
#elif defined(__wasi__)
static int keep(void *state) { return (void)state, 1; }
#else
static pthread_key_t key;
static int key_error;
static void make_key(void) { key_error = pthread_key_create(&key, end_thread); }
static int keep(void *state) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  return key_error == 0 && pthread_setspecific(key, state) == 0;
}
#endif

int facet_thread_keep(void *state, void (*end)(void *)) {
  // The same each time, and written before a thread can end with a state.
  __atomic_store_n(&end_of_thread, end, __ATOMIC_RELEASE);
  kept = state;
  return keep(state);
}

int facet_thread_is_main(void) {
#if defined(__APPLE__)
  return pthread_main_np() != 0;
#elif defined(__linux__)
  return getpid() == (pid_t)syscall(SYS_gettid);
#else
  return 0;
#endif
}

// MARK: - Locks

void *facet_memory_take(size_t size) {
  void *memory = malloc(size);
  if (!memory) abort();
  return memory;
}
void facet_memory_give(void *memory) { free(memory); }

// MARK: - Events

#if defined(_WIN32)
void facet_lock_take(facet_lock *lock) { AcquireSRWLockExclusive((PSRWLOCK)lock); }
void facet_lock_give(facet_lock *lock) { ReleaseSRWLockExclusive((PSRWLOCK)lock); }

struct facet_event { SRWLOCK lock; CONDITION_VARIABLE change; int sent; };
static void make_event(facet_event *event) {
  InitializeSRWLock(&event->lock);
  InitializeConditionVariable(&event->change);
}
static void end_event(facet_event *event) { (void)event; }
static void take(facet_event *event) { AcquireSRWLockExclusive(&event->lock); }
static void give(facet_event *event) { ReleaseSRWLockExclusive(&event->lock); }
static void wake(facet_event *event) { WakeAllConditionVariable(&event->change); }
static int rest(facet_event *event, int seconds) {
  return SleepConditionVariableSRW(
    &event->change, &event->lock, seconds ? (unsigned long)seconds * 1000 : INFINITE, 0);
}
#elif defined(__wasi__)
struct facet_event { int sent; };
static void make_event(facet_event *event) { (void)event; }
static void end_event(facet_event *event) { (void)event; }
static void take(facet_event *event) { (void)event; }
static void give(facet_event *event) { (void)event; }
static void wake(facet_event *event) { (void)event; }
static int rest(facet_event *event, int seconds) { return (void)event, (void)seconds, 0; }
#else
struct facet_event { pthread_mutex_t lock; pthread_cond_t change; int sent; };
static void make_event(facet_event *event) {
  pthread_mutex_init(&event->lock, NULL);
  pthread_cond_init(&event->change, NULL);
}
static void end_event(facet_event *event) {
  pthread_cond_destroy(&event->change);
  pthread_mutex_destroy(&event->lock);
}
static void take(facet_event *event) { pthread_mutex_lock(&event->lock); }
static void give(facet_event *event) { pthread_mutex_unlock(&event->lock); }
static void wake(facet_event *event) { pthread_cond_broadcast(&event->change); }
static int rest(facet_event *event, int seconds) {
  if (!seconds) return pthread_cond_wait(&event->change, &event->lock) == 0;
  struct timespec end = {time(NULL) + seconds, 0};
  return pthread_cond_timedwait(&event->change, &event->lock, &end) == 0;
}
#endif

facet_event *facet_event_make(void) {
  facet_event *event = malloc(sizeof *event);
  if (!event) abort();
  make_event(event);
  event->sent = 0;
  return event;
}
void facet_event_end(facet_event *event) {
  end_event(event);
  free(event);
}
void facet_event_send(facet_event *event) {
  take(event);
  event->sent = 1;
  wake(event);
  give(event);
}
int facet_event_wait(facet_event *event, int seconds) {
  int goes_on = 1;
  take(event);
  while (!event->sent && goes_on) goes_on = rest(event, seconds);
  int sent = event->sent;
  give(event);
  return sent;
}
