package dev.spine.perf.benchmarks.wasm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/**
 * A handler in Wasm with Chicory to itself: Chicory's classes are loaded anew for each subject. One thread at a time.
 *
 * <p>HotSpot keeps its profile per byte code. Subjects that shared Chicory's classes would teach the compiler about each other's modules,
 * and a call that is inlined where there is one module would not be inlined here.
 */
public final class WasmSubject extends ClassLoader {
    /** What is called, and what is done before. */
    public enum Handler {
        /** {@link WasmHandlers#EMPTY}. */
        EMPTY,
        /** {@link WasmHandlers#FORWARD}; the packets are in the linear memory. */
        FORWARD_IN_PLACE,
        /** The same, after the header of 20 bytes was copied from memory outside into the linear memory. */
        FORWARD_COPIED_HEADER,
        /** The same, after the packet of 64 bytes was copied from memory outside into the linear memory. */
        FORWARD_COPIED_PACKET,
        /** {@link WasmHandlers#ADD}; the ints are in the linear memory. */
        ADD
    }

    private WasmSubject() {
        super("wasm", WasmSubject.class.getClassLoader());
    }

    /**
     * Makes a subject.
     *
     * @param handler what to call
     * @param packets {@link WasmHandlers#PACKETS} packets as they lie in the linear memory: copied there once now, and where the handler
     *     says so, before each call
     * @param ints how many ints {@link Handler#ADD} goes through, a power of two up to {@link WasmHandlers#INTS}
     * @return what calls the handler so many times
     */
    public static LongUnaryOperator loop(Handler handler, MemorySegment packets, int ints) {
        try {
            return (LongUnaryOperator) new WasmSubject().loadClass(WasmLoop.class.getName())
                .getConstructor(String.class, MemorySegment.class, int.class).newInstance(handler.name(), packets, ints);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(handler + " cannot be measured", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            if (!name.startsWith("com.dylibso.chicory.") && !name.startsWith(WasmSubject.class.getPackageName() + '.')) {
                return super.loadClass(name, resolve);
            }
            byte[] image = image(name);
            return defineClass(name, image, 0, image.length);
        }
    }

    private byte[] image(String name) throws ClassNotFoundException {
        try (InputStream in = Objects.requireNonNull(getParent()).getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the code of " + name, e);
        }
    }
}
