package dev.spine.device.os.xdp;

import dev.spine.device.os.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The system calls of XDP sockets. Each returns what the call returns, or the negative error number. Any thread.
 *
 * <p>Source: the Linux manual pages of the calls.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
final class XdpCalls {
    static final int FAMILY = 44;

    private static final int LEVEL = 283;
    private static final int DONT_WAIT = 0x40;
    private static final int READ_WRITE = 3;
    private static final int SHARED_POPULATED = 0x8001;
    private static final int WITHOUT_FILE = 0x20;
    private static final long BPF = "aarch64".equals(System.getProperty("os.arch")) ? 280 : 321;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final VarHandle WORD = INT.varHandle();

    private static final MethodHandle SYSCALL = Downcalls.findVariadic("syscall", 1, LONG, LONG, LONG, LONG, LONG);
    private static final MethodHandle BIND = Downcalls.find("bind", INT, INT, LONG, INT);
    private static final MethodHandle SET_OPTION = Downcalls.find("setsockopt", INT, INT, INT, INT, LONG, INT);
    private static final MethodHandle GET_OPTION = Downcalls.find("getsockopt", INT, INT, INT, INT, LONG, LONG);
    private static final MethodHandle MMAP = Downcalls.find("mmap", LONG, LONG, LONG, INT, INT, INT, LONG);
    private static final MethodHandle MUNMAP = Downcalls.find("munmap", INT, LONG, LONG);
    private static final MethodHandle SENDTO = Downcalls.find("sendto", LONG, INT, LONG, LONG, INT, LONG, INT);

    private XdpCalls() {}

    static long bpf(int command, MemorySegment attributes) {
        return Downcalls.checked(
            state -> (long) SYSCALL.invokeExact(state, BPF, (long) command, attributes.address(), attributes.byteSize()));
    }

    static int bind(int socket, MemorySegment address) {
        return (int) Downcalls.checked(state -> (int) BIND.invokeExact(state, socket, address.address(), (int) address.byteSize()));
    }

    static int setOption(int socket, int option, MemorySegment value) {
        return (int) Downcalls.checked(
            state -> (int) SET_OPTION.invokeExact(state, socket, LEVEL, option, value.address(), (int) value.byteSize()));
    }

    static int option(int socket, int option, MemorySegment into) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(INT, (int) into.byteSize());
            return (int) Downcalls.checked(
                state -> (int) GET_OPTION.invokeExact(state, socket, LEVEL, option, into.address(), bytes.address()));
        }
    }

    /** Maps a part of what a socket has, or memory when the socket is negative; no bytes when the system refuses. */
    static MemorySegment map(int socket, long offset, long bytes) {
        int flags = SHARED_POPULATED | (socket < 0 ? WITHOUT_FILE : 0);
        long address = Downcalls.checked(state -> (long) MMAP.invokeExact(state, 0L, bytes, READ_WRITE, flags, socket, offset));
        return address < 0 ? MemorySegment.NULL : MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    static void unmap(MemorySegment mapped) {
        if (mapped.byteSize() > 0) {
            Downcalls.checked(state -> (int) MUNMAP.invokeExact(state, mapped.address(), mapped.byteSize()));
        }
    }

    /** Lets the kernel send what lies in a socket's ring. */
    static long send(int socket) {
        MemorySegment state = Downcalls.state();
        try {
            return Downcalls.result(state, (long) SENDTO.invokeExact(state, socket, 0L, 0L, DONT_WAIT, 0L, 0));
        } catch (Throwable e) {
            throw Downcalls.wronglyDescribed("sendto", e);
        }
    }

    static int ordered(MemorySegment memory, long offset) {
        return (int) WORD.getAcquire(memory, offset);
    }

    static void publish(MemorySegment memory, long offset, int value) {
        WORD.setRelease(memory, offset, value);
    }
}
