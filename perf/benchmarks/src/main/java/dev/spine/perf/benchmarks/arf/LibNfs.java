package dev.spine.perf.benchmarks.arf;

import dev.spine.perf.benchmarks.WrongArgumentException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The calls of libnfs 13, each with the handle of a mounted export first. An error is told in the library's own words. One thread for a
 * handle.
 *
 * <p>Source: the library's header, {@code nfsc/libnfs.h}.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
final class LibNfs implements AutoCloseable {
    private static final String LIBRARY = "libnfs.so.13";
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final Arena arena = Arena.ofShared();
    private final SymbolLookup library;
    private final MethodHandle mount;
    private final MethodHandle create;
    private final MethodHandle read;
    private final MethodHandle write;
    private final MethodHandle sync;
    private final MethodHandle close;
    private final MethodHandle unlink;
    private final MethodHandle error;
    private final MethodHandle destroy;
    private final long context;

    /** A call; the handles throw what they like. */
    private interface Call {
        long make() throws Throwable;
    }

    /** Mounts {@code nfs://HOST/PATH?version=3&nfsport=N&mountport=N}. */
    LibNfs(String url) throws IOException {
        try {
            library = SymbolLookup.libraryLookup(LIBRARY, arena);
        } catch (IllegalArgumentException e) {
            throw new WrongArgumentException("there is no " + LIBRARY + ": install libnfs13");
        }
        mount = find("nfs_mount", INT, LONG, LONG, LONG);
        create = find("nfs_creat", INT, LONG, LONG, INT, LONG);
        read = find("nfs_pread", INT, LONG, LONG, LONG, LONG, LONG);
        write = find("nfs_pwrite", INT, LONG, LONG, LONG, LONG, LONG);
        sync = find("nfs_fsync", INT, LONG, LONG);
        close = find("nfs_close", INT, LONG, LONG);
        unlink = find("nfs_unlink", INT, LONG, LONG);
        error = find("nfs_get_error", LONG, LONG);
        destroy = Linker.nativeLinker().downcallHandle(library.findOrThrow("nfs_destroy_context"), FunctionDescriptor.ofVoid(LONG));
        MethodHandle init = find("nfs_init_context", LONG);
        MethodHandle parse = find("nfs_parse_url_dir", LONG, LONG, LONG);
        context = made(() -> (long) init.invokeExact());
        long parsed = made(() -> (long) parse.invokeExact(context, text(url)));
        if (parsed == 0) {
            throw new IOException(url + " is refused: " + words());
        }
        MemorySegment parts = MemorySegment.ofAddress(parsed).reinterpret(2 * Long.BYTES);
        long server = parts.get(LONG, 0);
        long path = parts.get(LONG, Long.BYTES);
        checked("mount", () -> (int) mount.invokeExact(context, server, path));
    }

    private MethodHandle find(String name, ValueLayout result, ValueLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    private long text(String value) {
        return arena.allocateFrom(value).address();
    }

    private static long made(Call call) {
        try {
            return call.make();
        } catch (Throwable t) {
            throw new IllegalStateException("a call of libnfs is described wrongly", t);
        }
    }

    private String words() {
        long text = made(() -> (long) error.invokeExact(context));
        return text == 0 ? "no reason" : MemorySegment.ofAddress(text).reinterpret(1 << 12).getString(0);
    }

    private int checked(String what, Call call) throws IOException {
        int result = (int) made(call);
        if (result < 0) {
            throw new IOException(what + ": " + words() + " (" + result + ")");
        }
        return result;
    }

    long create(String path) throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment handle = call.allocate(LONG);
            MemorySegment name = call.allocateFrom(path);
            checked("create " + path, () -> (int) create.invokeExact(context, name.address(), 0644, handle.address()));
            return handle.get(LONG, 0);
        }
    }

    int read(long handle, long offset, MemorySegment to) throws IOException {
        return checked("read", () -> (int) read.invokeExact(context, handle, offset, to.byteSize(), to.address()));
    }

    int write(long handle, long offset, MemorySegment from) throws IOException {
        return checked("write", () -> (int) write.invokeExact(context, handle, offset, from.byteSize(), from.address()));
    }

    void sync(long handle) throws IOException {
        checked("fsync", () -> (int) sync.invokeExact(context, handle));
    }

    void close(long handle) throws IOException {
        checked("close", () -> (int) close.invokeExact(context, handle));
    }

    void unlink(String path) throws IOException {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment name = call.allocateFrom(path);
            checked("unlink " + path, () -> (int) unlink.invokeExact(context, name.address()));
        }
    }

    @Override
    public void close() {
        made(() -> {
            destroy.invokeExact(context);
            return 0;
        });
        arena.close();
    }
}
