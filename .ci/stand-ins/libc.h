// Stands in for the C library of a platform whose SDK is not here; see .ci/platforms. Only what the sources call: a new call needs a line here, and
// the compiler says so. Which pointers may be null, and what is unavailable from asynchronous code, is as the headers of the platform say it.
#ifndef PLATFORM_LIBC_H
#define PLATFORM_LIBC_H

#include <stddef.h>
#include <stdint.h>

// Apple says of pthreads alone which pointers may be null; Android of everything; the others of nothing.
#if defined(__ANDROID__)
#define NONNULL _Nonnull
#define NULLABLE _Nullable
#else
#define NONNULL
#define NULLABLE
#endif
#if defined(__APPLE__) || defined(__ANDROID__)
#define PTHREAD_NONNULL _Nonnull
#define PTHREAD_NULLABLE _Nullable
#else
#define PTHREAD_NONNULL
#define PTHREAD_NULLABLE
#endif
#if defined(__APPLE__)
#define NOT_FROM_ASYNC(text) __attribute__((__swift_attr__("@_unavailableFromAsync(message: \"" text "\")")))
#else
#define NOT_FROM_ASYNC(text)
#endif

// MARK: - Time

#if !defined(_WIN32)
typedef long time_t;
struct timespec { time_t tv_sec; long tv_nsec; };
time_t time(time_t *NULLABLE);
int clock_gettime(int, struct timespec *NULLABLE);
#define CLOCK_MONOTONIC 1
#endif

// MARK: - Threads, which WASI and Windows lack

#if !defined(__wasi__) && !defined(_WIN32)
#if defined(__APPLE__)
typedef struct _opaque_pthread_t { long __sig; char __opaque[8176]; } *pthread_t;
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct { long __sig; char __opaque[40]; } pthread_cond_t;
typedef unsigned long pthread_key_t;
// The function gets no null pointer: it is not called for that.
typedef void (*_Nullable pthread_exit_function)(void *_Nonnull);
#elif defined(__ANDROID__)
typedef long pthread_t;
typedef struct { int32_t __private[10]; } pthread_mutex_t;
typedef struct { int32_t __private[12]; } pthread_cond_t;
typedef int pthread_key_t;
typedef void (*_Nullable pthread_exit_function)(void *_Nullable);
#else
typedef struct __pthread *pthread_t;
typedef struct { union { int __i[10]; } __u; } pthread_mutex_t;
typedef struct { union { int __i[12]; } __u; } pthread_cond_t;
typedef unsigned pthread_key_t;
typedef void (*pthread_exit_function)(void *);
#endif
typedef struct { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct { long __sig; char __opaque[8]; } pthread_condattr_t;

int pthread_mutex_init(pthread_mutex_t *PTHREAD_NONNULL, const pthread_mutexattr_t *PTHREAD_NULLABLE);
int pthread_mutex_destroy(pthread_mutex_t *PTHREAD_NONNULL);
int pthread_mutex_lock(pthread_mutex_t *PTHREAD_NONNULL) NOT_FROM_ASYNC("Use OSAllocatedUnfairLock's withLock");
int pthread_mutex_trylock(pthread_mutex_t *PTHREAD_NONNULL) NOT_FROM_ASYNC("Use OSAllocatedUnfairLock's withLockIfAvailable");
int pthread_mutex_unlock(pthread_mutex_t *PTHREAD_NONNULL) NOT_FROM_ASYNC("Use OSAllocatedUnfairLock's withLock");
int pthread_cond_init(pthread_cond_t *PTHREAD_NONNULL, const pthread_condattr_t *PTHREAD_NULLABLE);
int pthread_cond_destroy(pthread_cond_t *PTHREAD_NONNULL);
int pthread_cond_broadcast(pthread_cond_t *PTHREAD_NONNULL);
int pthread_cond_wait(pthread_cond_t *PTHREAD_NONNULL, pthread_mutex_t *PTHREAD_NONNULL) NOT_FROM_ASYNC("Use an asynchronous wait");
int pthread_cond_timedwait(pthread_cond_t *PTHREAD_NONNULL, pthread_mutex_t *PTHREAD_NONNULL, const struct timespec *PTHREAD_NULLABLE) NOT_FROM_ASYNC("Use an asynchronous wait");
int pthread_key_create(pthread_key_t *PTHREAD_NONNULL, pthread_exit_function);
int pthread_setspecific(pthread_key_t, const void *PTHREAD_NULLABLE) NOT_FROM_ASYNC("Use Task Local Values instead");
#define PTHREAD_ONCE_INIT {0}
typedef struct { long __sig; } pthread_once_t;
int pthread_once(pthread_once_t *PTHREAD_NONNULL, void (*PTHREAD_NONNULL)(void));
#if defined(__APPLE__)
pthread_t _Nonnull pthread_self(void);
int pthread_main_np(void);
size_t pthread_get_stacksize_np(pthread_t _Nonnull);
void *_Nonnull pthread_get_stackaddr_np(pthread_t _Nonnull);

typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull) NOT_FROM_ASYNC("Use OSAllocatedUnfairLock's withLock");
_Bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull) NOT_FROM_ASYNC("Use OSAllocatedUnfairLock's withLockIfAvailable");
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull) NOT_FROM_ASYNC("Use OSAllocatedUnfairLock's withLock");
#else
pthread_t pthread_self(void);
typedef int pid_t;
pid_t getpid(void);
long syscall(long, ...);
#define SYS_gettid 178
int pthread_attr_destroy(pthread_attr_t *PTHREAD_NONNULL);
int pthread_attr_getstack(const pthread_attr_t *PTHREAD_NONNULL, void *PTHREAD_NULLABLE *PTHREAD_NONNULL, size_t *PTHREAD_NONNULL);
// Bionic declares it always, Musl for _GNU_SOURCE alone.
#if defined(__ANDROID__) || defined(_GNU_SOURCE)
int pthread_getattr_np(pthread_t, pthread_attr_t *PTHREAD_NONNULL);
#endif
#endif
#endif

// MARK: - Files and memory

typedef ptrdiff_t ssize_t;
#if defined(__APPLE__)
typedef struct __sFILE { unsigned char *_p; } FILE;
int *__error(void);
#define errno (*__error())
#elif defined(_WIN32)
typedef struct _iobuf { void *_Placeholder; } FILE;
int *_errno(void);
#define errno (*_errno())
#else
typedef struct _IO_FILE FILE;
#if defined(__ANDROID__)
int *_Nonnull __errno(void);
#define errno (*__errno())
#else
int *__errno_location(void);
#define errno (*__errno_location())
#endif
#endif
// What Swift calls `errno` is a variable of an overlay.
int platform_errno(void) __attribute__((swift_name("getter:errno()")));
#if defined(__wasi__)
#define ENOENT 44
#else
#define ENOENT 2
#endif
#define SEEK_SET 0
#define SEEK_END 2

FILE *NULLABLE fopen(const char *NONNULL, const char *NONNULL);
int fclose(FILE *NONNULL);
int fseek(FILE *NONNULL, long, int);
long ftell(FILE *NONNULL);
size_t fread(void *NONNULL, size_t, size_t, FILE *NONNULL);
size_t fwrite(const void *NONNULL, size_t, size_t, FILE *NONNULL);
int ferror(FILE *NONNULL);
void *NULLABLE memchr(const void *NONNULL, int, size_t);
int memcmp(const void *NONNULL, const void *NONNULL, size_t);
char *NONNULL strerror(int);
void *NULLABLE malloc(size_t);
void free(void *NULLABLE);
_Noreturn void abort(void);
_Noreturn void exit(int);

#if defined(_WIN32)
int _write(int, const void *, unsigned);
#else
ssize_t write(int, const void *, size_t);
#define RTLD_LAZY 1
typedef struct { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; } Dl_info;
void *NULLABLE dlopen(const char *NULLABLE, int);
void *NULLABLE dlsym(void *NULLABLE, const char *NONNULL);
int dladdr(const void *NONNULL, Dl_info *NONNULL);
char *NULLABLE realpath(const char *NONNULL, char *NULLABLE);

#if defined(__APPLE__)
typedef uint16_t mode_t;
typedef struct { int __dd_fd; } DIR;
struct dirent { uint64_t d_ino; uint64_t d_seekoff; uint16_t d_reclen; uint16_t d_namlen; uint8_t d_type; char d_name[1024]; };
#else
typedef uint32_t mode_t;
typedef struct __dirstream DIR;
struct dirent { uint64_t d_ino; int64_t d_off; uint16_t d_reclen; uint8_t d_type; char d_name[256]; };
#endif
struct stat { uint64_t st_dev; uint64_t st_ino; mode_t st_mode; int64_t st_size; };
int stat(const char *NONNULL, struct stat *NONNULL);
int lstat(const char *NONNULL, struct stat *NONNULL);
DIR *NULLABLE opendir(const char *NONNULL);
struct dirent *NULLABLE readdir(DIR *NONNULL);
int closedir(DIR *NONNULL);

// In Swift these are variables of the type `mode_t`, from an overlay; an enumeration would be none.
static const mode_t S_IFMT = 0170000, S_IFREG = 0100000, S_IFDIR = 0040000;
#endif

// MARK: - What programs call, which are checked for macOS alone

#if defined(__APPLE__)
#define CLOCK_THREAD_CPUTIME_ID 16
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_CLOEXEC 0x1000000
#define EINTR 4
#define EINVAL 22
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define POLLIN 0x1
#define POLLOUT 0x4
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define RUSAGE_SELF 0

struct pollfd { int fd; short events; short revents; };
struct rusage { long ru_maxrss; };
typedef void (*_Nullable signal_function)(int);
static const signal_function SIG_DFL = 0, SIG_IGN = (signal_function)1;

int open(const char *, int, mode_t);
ssize_t read(int, void *, size_t);
int fsync(int);
int close(int);
int pipe(int *);
int poll(struct pollfd *, unsigned, int);
int fflush(FILE *_Nullable);
signal_function signal(int, signal_function);
int kill(int, int);
unsigned alarm(unsigned);
int sched_yield(void);
int usleep(unsigned);
int getrusage(int, struct rusage *);
_Noreturn void _exit(int);
#endif

#endif
