package dev.spine.device.os.fuse;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers what the kernel asks of a mount, one request after the other. On the thread that runs it. */
public final class FuseSession {
    private static final int MAJOR = 7;
    private static final int MINOR = 31;
    /**
     * Reads ahead; large writes; pages whose file has changed are read again; more pages in a request than 32. Writes are not kept in the
     * kernel's cache: who writes to a full file system would not be told before he syncs or closes the file.
     */
    private static final int WANTED = 1 | 1 << 5 | 1 << 12 | 1 << 22;
    private static final int PAGE_BYTES = 4_096;
    private static final int HEADERS_BYTES = 4_096;
    private static final int UNDER_WAY = 12;
    private static final int CONGESTED = 9;
    private static final int MAX_NAME = 255;
    private static final long NS_PER_S = 1_000_000_000L;

    private static final int MODE = 1;
    private static final int USER = 2;
    private static final int GROUP = 4;
    private static final int SIZE = 8;
    private static final int ACCESSED = 16;
    private static final int MODIFIED = 32;
    private static final int ACCESSED_NOW = 128;
    private static final int MODIFIED_NOW = 256;

    private static final int PERMISSIONS = 0xFFF;
    private static final int TYPE = 0xF000;
    private static final int REGULAR = 0x8000;
    private static final int EXCLUSIVE = 0x80;
    private static final int TRUNCATE = 0x200;
    private static final int APPEND = 0x400;
    private static final int FROM_CACHE = 1;
    private static final int NO_REPLACE = 1;

    private final FuseMount mount;
    private final FuseFiles files;
    private final FuseRequest request;
    private final FuseAnswer answer;
    private final Map<Long, List<FuseName>> lists = new HashMap<>();
    private long nextList = 1;

    /**
     * A session of a mount.
     *
     * @param mount which
     * @param files what is mounted
     * @param validSeconds so long the kernel need not ask again for what it was told of a name or file; 0 when others change it, too
     */
    public FuseSession(FuseMount mount, FuseFiles files, long validSeconds) {
        this.mount = mount;
        this.files = files;
        request = new FuseRequest(mount.mostWritten() + HEADERS_BYTES);
        answer = new FuseAnswer(mount.mostWritten() + HEADERS_BYTES, mount.user(), mount.group(), validSeconds);
    }

    /**
     * Answers until the directory is unmounted.
     *
     * @throws IOException when the files cannot be reached any more
     */
    public void run() throws IOException {
        while (true) {
            long bytes = mount.read(request.memory());
            if (bytes < 0) {
                return;
            }
            if (request.take(bytes)) {
                serve();
            }
        }
    }

    private void serve() throws IOException {
        answer.clear();
        int error = 0;
        IOException last = null;
        boolean isAnswered = true;
        try {
            isAnswered = answer();
        } catch (IOException | RuntimeException e) {
            try {
                error = files.error(e instanceof IOException problem ? problem : new IOException("the files are out of reach: "
                    + e.getMessage(), e));
            } catch (IOException lost) {
                error = FuseException.EIO;
                last = lost;
            }
        }
        if (isAnswered) {
            mount.write(answer.end(request.unique(), error));
        }
        if (last != null) {
            throw last;
        }
    }

    /** Numbers are those of the protocol: {@return whether it has an answer} */
    private boolean answer() throws IOException {
        long node = request.node();
        switch (request.operation()) {
            case 1 -> answer.entry(files.find(node, request.name(0)));
            case 2 -> {
                files.forget(node, request.int64(0));
                return false;
            }
            case 3 -> answer.known(files.look(node));
            case 4 -> answer.known(change(node));
            case 6 -> throw new FuseException(FuseException.EPERM);
            case 8 -> answer.entry(makeNode(node));
            case 9 -> answer.entry(files.make(node, request.name(8), request.int32(0) & PERMISSIONS, true, true));
            case 10, 11 -> files.remove(node, request.name(0));
            case 12 -> rename(8, 0);
            case 13 -> answer.entry(files.link(request.int64(0), node, request.name(8)));
            case 14 -> answer.int64(files.open(node)).int64(0);
            case 15 -> answer.bytes(files.read(request.int64(0), request.int64(8), Math.min(request.int32(16), mount.mostWritten())));
            case 16 -> write();
            case 17 -> space(files.space());
            case 18 -> files.release(request.int64(0));
            case 20 -> files.sync();
            // A file that is closed has nothing left to write; names are durable when they are made.
            case 25, 30, 38 -> { }
            case 26 -> begin();
            case 27 -> answer.int64(nextList++).int64(0);
            case 28 -> list(node, request.int64(0), request.int64(8), Math.min(request.int32(16), mount.mostWritten()));
            case 29 -> lists.remove(request.int64(0));
            case 35 -> create(node);
            // The request that is to be interrupted has been answered.
            case 36 -> {
                return false;
            }
            case 42 -> {
                for (int i = 0; i < request.int32(0); i++) {
                    files.forget(request.int64(8 + 16 * i), request.int64(16 + 16 * i));
                }
                return false;
            }
            case 45 -> rename(16, request.int32(8));
            default -> throw new FuseException(FuseException.ENOSYS);
        }
        return true;
    }

    private void begin() throws FuseException {
        if (request.int32(0) != MAJOR || request.int32(4) < MINOR) {
            // A kernel that is older than 5.4.
            throw new FuseException(FuseException.EINVAL);
        }
        answer.int32(MAJOR).int32(MINOR).int32(request.int32(8)).int32(request.int32(12) & WANTED).int32(CONGESTED << 16 | UNDER_WAY);
        answer.int32(mount.mostWritten()).int32(1).int32(mount.mostWritten() / PAGE_BYTES).bytes(new byte[32]);
    }

    private FuseNode makeNode(long directory) throws IOException {
        int mode = request.int32(0);
        if ((mode & TYPE) != REGULAR) {
            throw new FuseException(FuseException.EPERM);
        }
        return files.make(directory, request.name(16), mode & PERMISSIONS, false, true);
    }

    private void create(long directory) throws IOException {
        int flags = request.int32(0);
        FuseNode node = files.make(directory, request.name(16), request.int32(4) & PERMISSIONS, false, (flags & EXCLUSIVE) != 0);
        if ((flags & TRUNCATE) != 0 && node.size() > 0) {
            // Another client has made it since the kernel has looked.
            node = files.change(node.id(), new FuseChange(-1, 0, -1, -1));
        }
        answer.entry(node);
        answer.int64(files.open(node.id())).int64(0);
    }

    private FuseNode change(long node) throws IOException {
        int what = request.int32(0);
        if ((what & USER) != 0 && request.int32(76) != mount.user() || (what & GROUP) != 0 && request.int32(80) != mount.group()) {
            throw new FuseException(FuseException.EPERM);
        }
        return files.change(node, new FuseChange((what & MODE) == 0 ? -1 : request.int32(68) & PERMISSIONS,
            (what & SIZE) == 0 ? -1 : request.int64(16), time(what, ACCESSED, ACCESSED_NOW, 32, 56),
            time(what, MODIFIED, MODIFIED_NOW, 40, 60)));
    }

    private long time(int what, int bit, int now, int seconds, int nanos) throws FuseException {
        if ((what & now) != 0) {
            return System.currentTimeMillis() * 1_000_000;
        }
        return (what & bit) == 0 ? -1 : Math.max(0, request.int64(seconds) * NS_PER_S + request.int32(nanos));
    }

    private void rename(int names, int flags) throws IOException {
        if ((flags & ~NO_REPLACE) != 0) {
            throw new FuseException(FuseException.EINVAL);
        }
        files.rename(request.node(), request.name(names), request.int64(0), request.name(request.behind(names)), flags == 0);
    }

    private void write() throws IOException {
        int bytes = request.int32(16);
        boolean atEnd = (request.int32(32) & APPEND) != 0 && (request.int32(20) & FROM_CACHE) == 0;
        files.write(request.int64(0), atEnd ? -1 : request.int64(8), request.bytes(40, bytes));
        answer.int32(bytes).int32(0);
    }

    private void list(long node, long handle, long from, int room) throws IOException {
        if (from == 0 || !lists.containsKey(handle)) {
            lists.put(handle, files.list(node));
        }
        List<FuseName> names = lists.get(handle);
        // The first two are those of the directory itself and its parent, whose number nobody looks at.
        for (long i = from; i < names.size() + 2; i++) {
            FuseName name = i < 2 ? new FuseName(i == 0 ? "." : "..", node, true) : names.get((int) i - 2);
            if (!answer.name(name, i + 1, room)) {
                return;
            }
        }
    }

    private void space(FuseSpace space) {
        answer.int64(space.blocks()).int64(space.freeBlocks()).int64(space.freeBlocks()).int64(space.files()).int64(space.freeFiles());
        answer.int32(space.blockBytes()).int32(MAX_NAME).int32(space.blockBytes()).bytes(new byte[28]);
    }
}
