/*
 * A host for an I2O IOP in another process, in plain C: boots it, claims its disk, writes a block and reads it back.
 *
 *     cc -O2 -Wall -Wextra -o client client.c
 *     ./spine serve-iop --socket /tmp/iop.sock &
 *     ./client /tmp/iop.sock
 *
 * Three things are needed of the host's side: messages on a UNIX socket (configuration space and BAR, one answer each), memory that
 * both processes share (a memfd, passed by SCM_RIGHTS), and the I2O messages themselves. Numbers are little endian, as on x86-64 and
 * arm64; all frames are written as words. Exits with 0, or with 1 and a line that says what went wrong.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { SYNC_SYSMEM, RET, CFG_WRITE, CFG_READ, BAR_WRITE, BAR_READ, SET_IRQFD, DEVICE_RESET };
enum { INBOUND = 0x40, OUTBOUND = 0x44, EMPTY = -1, HOST = 1 };
enum { MEMORY = 1 << 20, STATUS = 0x100, TABLE = 0x1000, DATA = 0x4000, REPLIES = 0x8000, REPLY_BYTES = 512, REPLY_COUNT = 32 };
static const uint32_t BAR = 0xD0000000u;

struct header { int32_t command; int32_t padding; uint64_t size; };
struct configuration { uint32_t offset, value; int32_t length; };
struct access { uint64_t address, value; uint32_t size; uint8_t memory; uint8_t padding[3]; };

static int server;
static uint8_t *memory; /* host memory; offset 0 is bus address 0 */

static void fail(const char *what) {
    fprintf(stderr, "client: %s\n", what);
    exit(1);
}

/* Sends one message, with at most one descriptor, and returns the answer if there is one. */
static uint64_t message(int command, const void *payload, size_t size, int descriptor) {
    struct header header = {command, 0, size};
    struct iovec vector = {&header, sizeof header};
    union { struct cmsghdr align; char bytes[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr out = {.msg_iov = &vector, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        out.msg_control = &control;
        out.msg_controllen = sizeof control.bytes;
        struct cmsghdr *rights = CMSG_FIRSTHDR(&out);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
    }
    if (sendmsg(server, &out, MSG_NOSIGNAL) != sizeof header
        || (size > 0 && send(server, payload, size, MSG_NOSIGNAL) != (ssize_t) size)) {
        fail("the server is gone");
    }
    struct { struct header header; uint64_t value; } answer = {{0, 0, 0}, 0};
    if (command != SYNC_SYSMEM && command != SET_IRQFD
        && (recv(server, &answer, sizeof answer, MSG_WAITALL) != sizeof answer || answer.header.command != RET)) {
        fail("no answer");
    }
    return answer.value;
}

static uint32_t cfg(int command, uint32_t offset, uint32_t value, int length) {
    struct configuration access = {offset, value, length};
    return (uint32_t) message(command, &access, sizeof access, -1);
}

static uint32_t read32(uint32_t offset) {
    struct access access = {BAR + (uint64_t) offset, 0, 4, 1, {0}};
    return (uint32_t) message(BAR_READ, &access, sizeof access, -1);
}

static void write32(uint32_t offset, uint32_t value) {
    struct access access = {BAR + (uint64_t) offset, value, 4, 1, {0}};
    message(BAR_WRITE, &access, sizeof access, -1);
}

/* Memory that the IOP writes is read anew each time. */
static uint32_t word(uint32_t offset) {
    return __atomic_load_n((uint32_t *) (memory + offset), __ATOMIC_ACQUIRE);
}

static void set(uint32_t offset, uint32_t value) {
    __atomic_store_n((uint32_t *) (memory + offset), value, __ATOMIC_RELEASE);
}

/* Counts the looks at something, a millisecond apart, and gives up after 10 s. */
static void pause_or_fail(int *looks, const char *what) {
    struct timespec millisecond = {0, 1000000};
    if (++*looks > 10000) {
        fail(what);
    }
    nanosleep(&millisecond, NULL);
}

/* Takes a free frame, writes the words into it, and posts it. */
static void post(const uint32_t *words) {
    int looks = 0;
    uint32_t mfa;
    while ((mfa = read32(INBOUND)) == (uint32_t) EMPTY) {
        pause_or_fail(&looks, "no free message frame");
    }
    for (uint32_t i = 0; i < words[0] >> 16; i++) {
        write32(mfa + 4 * i, words[i]);
    }
    write32(INBOUND, mfa);
}

/* Posts a request and waits for its reply, which must be a success; gives the reply's sixth word. */
static uint32_t ask(const uint32_t *words, const char *what) {
    int looks = 0;
    uint32_t reply;
    post(words);
    while ((reply = read32(OUTBOUND)) == (uint32_t) EMPTY) {
        pause_or_fail(&looks, what);
    }
    uint32_t function = word(reply + 4) >> 24;
    uint32_t status = word(reply + 16);
    uint32_t detail = word(reply + 20);
    write32(OUTBOUND, reply);
    if (function != words[1] >> 24 || status >> 24 != 0) {
        fprintf(stderr, "client: %s: function 0x%02x, status 0x%08x\n", what, function, status);
        exit(1);
    }
    return detail;
}

static uint32_t to(uint32_t function, uint32_t tid) {
    return function << 24 | HOST << 12 | tid;
}

/* ExecStatusGet: the state of the IOP. It has no reply; the last byte of the status block comes last. */
static uint32_t state(void) {
    int looks = 0;
    set(STATUS + 84, 0);
    post((uint32_t[]) {9 << 16 | 1, to(0xA0, 0), 0, 0, 0, 0, STATUS, 0, 88});
    while (word(STATUS + 84) >> 24 != 0xFF) {
        pause_or_fail(&looks, "no status block");
    }
    return word(STATUS + 8) >> 16 & 0xFF;
}

static void expect(uint32_t wanted, const char *name) {
    uint32_t is = state();
    if (is != wanted) {
        fprintf(stderr, "client: the IOP is in state 0x%02x and should be %s\n", is, name);
        exit(1);
    }
    printf("state %s\n", name);
}

int main(int count, char **arguments) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count != 2 || strlen(arguments[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: client SOCKET\n");
        return 2;
    }
    strcpy(address.sun_path, arguments[1]);
    server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(server, (struct sockaddr *) &address, sizeof address) != 0) {
        fail("cannot connect");
    }

    /* Host memory: sealed against shrinking, or the IOP refuses it. */
    int shared = memfd_create("host memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (shared < 0 || ftruncate(shared, MEMORY) != 0) {
        fail("no memory to share");
    }
    memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    uint64_t map[24] = {[0] = 0, [8] = MEMORY, [16] = 0};
    message(SYNC_SYSMEM, map, sizeof map, shared);

    /* Configuration space: is it an IOP, how large is its window; then map the window. */
    if (cfg(CFG_READ, 0x0A, 0, 2) != 0x0E00) {
        fail("not an IOP");
    }
    cfg(CFG_WRITE, 0x10, 0xFFFFFFFFu, 4);
    printf("window of %u bytes\n", -(cfg(CFG_READ, 0x10, 0, 4) & 0xFFFFFFF0u));
    cfg(CFG_WRITE, 0x10, BAR, 4);
    cfg(CFG_WRITE, 0x04, 0x0006, 2);

    expect(0x02, "RESET");
    set(TABLE, 0);
    post((uint32_t[]) {8 << 16 | 0x61, to(0xA1, 0), 0, 0, 4096, (REPLY_BYTES / 4) << 16 | 0x80, 0xD0000004u, TABLE});
    for (int looks = 0; word(TABLE) != 4;) {
        pause_or_fail(&looks, "no outbound queue");
    }
    for (uint32_t i = 0; i < REPLY_COUNT; i++) {
        write32(OUTBOUND, REPLIES + i * REPLY_BYTES);
    }
    expect(0x04, "HOLD");
    ask((uint32_t[]) {6 << 16 | 0x41, to(0xA8, 0), 1, 2, 0xD0000800u, TABLE}, "HrtGet");

    /* A system table without entries: this is the only IOP. */
    memset(memory + TABLE, 0, 32);
    set(TABLE, 0x0100);
    ask((uint32_t[]) {12 << 16 | 0x61, to(0xA3, 0), 1, 2, 2, 0, 0x54000010u, TABLE, 0x54000000u, 0, 0xD4000000u, 0}, "SysTabSet");
    expect(0x05, "READY");
    ask((uint32_t[]) {4 << 16 | 1, to(0xD1, 0), 1, 2}, "SysEnable");
    expect(0x08, "OPERATIONAL");

    /* The logical configuration table: find a free block storage device. */
    ask((uint32_t[]) {8 << 16 | 0x61, to(0xA2, 0), 1, 2, 0xFFFFFFFFu, 0, 0xD0002000u, TABLE}, "LctNotify");
    uint32_t disk = 0xFFF;
    uint32_t entries = ((word(TABLE) & 0xFFFF) - 3) / 9;
    for (uint32_t i = 0; i < entries && disk == 0xFFF; i++) {
        uint32_t entry = TABLE + 12 + 36 * i;
        if ((word(entry + 12) & 0xFFF) == 0x010 && (word(entry + 20) & 0xFFF) == 0xFFF) {
            disk = word(entry) >> 16 & 0xFFF;
        }
    }
    if (disk == 0xFFF) {
        fail("no free disk in the logical configuration table");
    }
    printf("disk at TID 0x%03x\n", disk);
    ask((uint32_t[]) {5 << 16 | 1, to(0x09, disk), 1, 2, 0x01000000u}, "UtilClaim");

    /* Byte address 1 MiB: write a pattern, forget it, read it. */
    for (uint32_t i = 0; i < 512; i += 4) {
        set(DATA + i, i * 2654435761u);
    }
    if (ask((uint32_t[]) {10 << 16 | 0x81, to(0x31, disk), 1, 2, 0, 512, 1 << 20, 0, 0xD4000200u, DATA}, "BlockWrite") != 512) {
        fail("not all was written");
    }
    memset(memory + DATA, 0, 512);
    if (ask((uint32_t[]) {10 << 16 | 0x81, to(0x30, disk), 1, 2, 0, 512, 1 << 20, 0, 0xD0000200u, DATA}, "BlockRead") != 512) {
        fail("not all was read");
    }
    for (uint32_t i = 0; i < 512; i += 4) {
        if (word(DATA + i) != i * 2654435761u) {
            fail("what was read is not what was written");
        }
    }
    printf("block written and read\n");
    ask((uint32_t[]) {5 << 16 | 1, to(0x0B, disk), 1, 2, 0x01000000u}, "UtilClaimRelease");
    ask((uint32_t[]) {4 << 16 | 1, to(0xC3, 0), 1, 2}, "SysQuiesce");
    return 0;
}
