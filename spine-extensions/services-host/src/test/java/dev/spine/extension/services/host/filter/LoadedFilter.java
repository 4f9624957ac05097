package dev.spine.extension.services.host.filter;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.services.filter.FilterExtension;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** A compiled filter in this virtual machine, without a card around it. */
final class LoadedFilter {
    private final Object filter;
    private final Method decide;
    private final Buffer buffer = RuntimeAccess.newBuffer(new BufferOwner() {
        @Override
        public boolean keep(Buffer of) {
            return false;
        }

        @Override
        public void release(Buffer of) {}

        @Override
        public boolean isLent(Buffer of) {
            return false;
        }
    });

    LoadedFilter(CompiledFilter compiled) {
        byte[] classFile = compiled.classFile();
        ClassLoader loader = new ClassLoader(FilterExtension.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (!name.equals(CompiledFilter.ENTRY)) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, classFile, 0, classFile.length);
            }
        };
        try {
            Class<?> type = loader.loadClass(CompiledFilter.ENTRY);
            filter = type.getConstructor().newInstance();
            decide = type.getDeclaredMethod("decide", Buffer.class, int.class);
            decide.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** The number of the rule that decides, or -1. */
    int decide(byte[] packet) {
        // No base outside the packet may work by accident: what is around it is another's memory.
        MemorySegment memory = MemorySegment.ofArray(packet);
        RuntimeAccess.point(buffer, memory, 0, packet.length, 0, false, this);
        try {
            return (int) decide.invoke(filter, buffer, packet.length);
        } catch (InvocationTargetException e) {
            throw new AssertionError("the filter failed", e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
