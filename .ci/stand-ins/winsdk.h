// Stands in for the headers of Windows; see .ci/platforms. Only what the sources call. They do not say which pointers may be null.
#ifndef PLATFORM_WINSDK_H
#define PLATFORM_WINSDK_H

#include <platform-libc.h>

typedef int BOOL;
typedef unsigned long DWORD, ULONG;
typedef void *PVOID, *LPVOID;
typedef struct _RTL_SRWLOCK { PVOID Ptr; } RTL_SRWLOCK, SRWLOCK, *PSRWLOCK;
typedef struct _RTL_CONDITION_VARIABLE { PVOID Ptr; } RTL_CONDITION_VARIABLE, CONDITION_VARIABLE, *PCONDITION_VARIABLE;
typedef void (*PFLS_CALLBACK_FUNCTION)(PVOID lpFlsData);

void InitializeSRWLock(PSRWLOCK SRWLock);
void AcquireSRWLockExclusive(PSRWLOCK SRWLock);
void ReleaseSRWLockExclusive(PSRWLOCK SRWLock);
void InitializeConditionVariable(PCONDITION_VARIABLE ConditionVariable);
void WakeAllConditionVariable(PCONDITION_VARIABLE ConditionVariable);
#define INFINITE 0xFFFFFFFF
#define TRUE 1
#define VOID void
#define WINAPI
#define CALLBACK
BOOL SleepConditionVariableSRW(PCONDITION_VARIABLE ConditionVariable, PSRWLOCK SRWLock, DWORD dwMilliseconds, ULONG Flags);
DWORD FlsAlloc(PFLS_CALLBACK_FUNCTION lpCallback);
BOOL FlsSetValue(DWORD dwFlsIndex, PVOID lpFlsData);
DWORD GetLastError(void);
typedef union _LARGE_INTEGER { long long QuadPart; } LARGE_INTEGER;
BOOL QueryPerformanceCounter(LARGE_INTEGER *lpPerformanceCount);
BOOL QueryPerformanceFrequency(LARGE_INTEGER *lpFrequency);
#define FLS_OUT_OF_INDEXES ((DWORD)0xFFFFFFFF)
typedef struct { PVOID Ptr; } INIT_ONCE, *PINIT_ONCE;
#define INIT_ONCE_STATIC_INIT {0}
typedef BOOL (CALLBACK *PINIT_ONCE_FN)(PINIT_ONCE InitOnce, PVOID Parameter, PVOID *Context);
BOOL InitOnceExecuteOnce(PINIT_ONCE InitOnce, PINIT_ONCE_FN InitFn, PVOID Parameter, PVOID *Context);

typedef unsigned short WCHAR;
typedef void *HANDLE;
typedef const WCHAR *LPCWSTR;
typedef struct _FILETIME { DWORD dwLowDateTime, dwHighDateTime; } FILETIME;
typedef struct _WIN32_FIND_DATAW {
  DWORD dwFileAttributes;
  FILETIME ftCreationTime, ftLastAccessTime, ftLastWriteTime;
  DWORD nFileSizeHigh, nFileSizeLow, dwReserved0, dwReserved1;
  WCHAR cFileName[260], cAlternateFileName[14];
} WIN32_FIND_DATAW, *LPWIN32_FIND_DATAW;
#define FILE_ATTRIBUTE_DIRECTORY 0x00000010
#define FILE_ATTRIBUTE_REPARSE_POINT 0x00000400

DWORD GetFileAttributesW(LPCWSTR lpFileName);
HANDLE FindFirstFileW(LPCWSTR lpFileName, LPWIN32_FIND_DATAW lpFindFileData);
BOOL FindNextFileW(HANDLE hFindFile, LPWIN32_FIND_DATAW lpFindFileData);
BOOL FindClose(HANDLE hFindFile);

#endif
