/*
 * Wraps calls of the C library in a service under test, and lets writes and flushes of its database
 * fail when the proof says so. Loaded by LD_PRELOAD; see failing-io.ts, which shares the numbers
 * below with it through a file.
 *
 * A write that fails writes half of its bytes, as a disk can. A flush that fails leaves the pages
 * in the cache of the system, so this cannot show what a power failure would then lose.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#undef pwrite64
#undef ftruncate64

enum { FLUSH = 1, WRITE = 2, TRUNCATE = 4 };

/* The numbers that failing-io.ts writes and reads, in this order. */
struct control {
  int32_t error;    /* errno of the failure; 0 if nothing fails */
  int32_t kinds;    /* the kinds of calls that are counted and fail */
  int32_t from;     /* the first call that fails, from 1 */
  int32_t times;    /* the number of calls that fail; 0 for all from there on */
  int32_t seen;     /* calls counted since the failure was set */
  int32_t failed;   /* calls failed since the failure was set */
  int32_t met;      /* total calls on the files of the database */
  int32_t log;      /* total failed calls on the write-ahead log */
  int32_t database; /* total failed calls on the database file */
};

static struct control *control;
static const char *database;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILING_IO_CONTROL");
  database = getenv("FAILING_IO_DATABASE");
  if (path == NULL || database == NULL) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at != MAP_FAILED) control = at;
}

/*
 * Returns the part of the path of an open file after the path of the database; NULL for any other
 * file.
 */
static const char *suffix_of(int fd, char *path, size_t size) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return NULL;
  path[length] = 0;
  size_t prefix = strlen(database);
  if (strncmp(path, database, prefix) != 0) return NULL;
  const char *suffix = path + prefix;
  const char *known[] = {"", "-wal", "-shm", "-journal"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(suffix, known[i]) == 0) return suffix;
  }
  return NULL;
}

/* Returns the errno with which a call must fail, or 0. */
static int fails(int fd, int kind) {
  if (control == NULL) return 0;
  int before = errno;
  char path[4096];
  const char *suffix = suffix_of(fd, path, sizeof path);
  errno = before;
  if (suffix == NULL) return 0;
  __sync_fetch_and_add(&control->met, 1);
  int error = __sync_fetch_and_add(&control->error, 0);
  if (error == 0 || (control->kinds & kind) == 0) return 0;
  int call = __sync_add_and_fetch(&control->seen, 1);
  if (call < control->from) return 0;
  if (control->times != 0 && call >= control->from + control->times) return 0;
  __sync_fetch_and_add(&control->failed, 1);
  if (strcmp(suffix, "-wal") == 0) __sync_fetch_and_add(&control->log, 1);
  if (*suffix == 0) __sync_fetch_and_add(&control->database, 1);
  return error;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int fd) {
  int error = fails(fd, FLUSH);
  if (error == 0) return REAL(fsync)(fd);
  errno = error;
  return -1;
}

int fdatasync(int fd) {
  int error = fails(fd, FLUSH);
  if (error == 0) return REAL(fdatasync)(fd);
  errno = error;
  return -1;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  int error = fails(fd, WRITE);
  if (error == 0) return REAL(write)(fd, bytes, count);
  (void)!REAL(write)(fd, bytes, count / 2);
  errno = error;
  return -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  int error = fails(fd, WRITE);
  if (error == 0) return REAL(pwrite)(fd, bytes, count, at);
  (void)!REAL(pwrite)(fd, bytes, count / 2, at);
  errno = error;
  return -1;
}

typedef ssize_t (*pwrite64_type)(int, const void *, size_t, int64_t);

ssize_t pwrite64(int fd, const void *bytes, size_t count, int64_t at) {
  pwrite64_type real = (pwrite64_type)dlsym(RTLD_NEXT, "pwrite64");
  int error = fails(fd, WRITE);
  if (error == 0) return real(fd, bytes, count, at);
  (void)!real(fd, bytes, count / 2, at);
  errno = error;
  return -1;
}

int ftruncate(int fd, off_t length) {
  int error = fails(fd, TRUNCATE);
  if (error == 0) return REAL(ftruncate)(fd, length);
  errno = error;
  return -1;
}

typedef int (*ftruncate64_type)(int, int64_t);

int ftruncate64(int fd, int64_t length) {
  int error = fails(fd, TRUNCATE);
  if (error == 0) return ((ftruncate64_type)dlsym(RTLD_NEXT, "ftruncate64"))(fd, length);
  errno = error;
  return -1;
}
