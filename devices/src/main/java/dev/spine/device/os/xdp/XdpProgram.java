package dev.spine.device.os.xdp;

import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A program on an interface that hands each packet of the first queue to a socket. The kernel takes it away when its descriptors are
 * closed, by {@link #close} or with the process.
 *
 * <p>Source: bpf(2), Linux include/uapi/linux/bpf.h, Documentation/bpf/standardization/instruction-set.rst.
 */
final class XdpProgram implements AutoCloseable {
    /** Attached in the network stack. */
    static final int GENERIC = 2;
    /** Attached in the interface's driver. */
    static final int NATIVE = 4;

    private static final int MAP_CREATE = 0;
    private static final int MAP_UPDATE = 2;
    private static final int PROGRAM_LOAD = 5;
    private static final int LINK_CREATE = 28;
    private static final int MAP_OF_SOCKETS = 17;
    private static final int XDP = 6;
    private static final int AS_XDP = 37;
    private static final int ATTRIBUTES = 128;
    private static final int REDIRECT_MAP = 51;
    private static final int PASS = 2;
    private static final int INSTRUCTIONS = 6;

    private final int map;
    private final int program;
    private final int link;

    private XdpProgram(int map, int program, int link) {
        this.map = map;
        this.program = program;
        this.link = link;
    }

    /** What came of attaching one: a program, or the error number of the call that was refused. */
    record Attached(XdpProgram program, int error) implements AutoCloseable {
        @Override
        public void close() {
            program.close();
        }
    }

    /** Attaches one to an interface of the calling thread's namespace. What was refused is to be closed, too. */
    static Attached attach(int interfaceIndex, int mode, int socket) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ATTRIBUTES, 8);
            attributes.set(ValueLayout.JAVA_INT, 0, MAP_OF_SOCKETS);
            attributes.set(ValueLayout.JAVA_INT, 4, Integer.BYTES);
            attributes.set(ValueLayout.JAVA_INT, 8, Integer.BYTES);
            attributes.set(ValueLayout.JAVA_INT, 12, 1);
            int map = (int) XdpCalls.bpf(MAP_CREATE, attributes);
            int named = map < 0 ? map : name(arena, map, socket);
            int program = named < 0 ? named : load(arena, map);
            int link = program;
            if (program >= 0) {
                attributes.fill((byte) 0);
                attributes.set(ValueLayout.JAVA_INT, 0, program);
                attributes.set(ValueLayout.JAVA_INT, 4, interfaceIndex);
                attributes.set(ValueLayout.JAVA_INT, 8, AS_XDP);
                attributes.set(ValueLayout.JAVA_INT, 12, mode);
                link = (int) XdpCalls.bpf(LINK_CREATE, attributes);
            }
            return new Attached(new XdpProgram(map, program, link), Math.min(link, 0));
        }
    }

    private static int name(Arena arena, int map, int socket) {
        MemorySegment attributes = arena.allocate(ATTRIBUTES, 8);
        attributes.set(ValueLayout.JAVA_INT, 0, map);
        attributes.set(ValueLayout.JAVA_LONG, 8, arena.allocateFrom(ValueLayout.JAVA_INT, 0).address());
        attributes.set(ValueLayout.JAVA_LONG, 16, arena.allocateFrom(ValueLayout.JAVA_INT, socket).address());
        return (int) XdpCalls.bpf(MAP_UPDATE, attributes);
    }

    private static int load(Arena arena, int map) {
        MemorySegment code = arena.allocate(8L * INSTRUCTIONS, 8);
        // r2 = the receive queue; r1 = the map, of two words; r3 = what to do without a socket; call; exit.
        instruction(code, 0, 0x61, 0x12, 16, 0);
        instruction(code, 1, 0x18, 0x11, 0, map);
        instruction(code, 2, 0, 0, 0, 0);
        instruction(code, 3, 0xB7, 0x03, 0, PASS);
        instruction(code, 4, 0x85, 0, 0, REDIRECT_MAP);
        instruction(code, 5, 0x95, 0, 0, 0);
        MemorySegment attributes = arena.allocate(ATTRIBUTES, 8);
        attributes.set(ValueLayout.JAVA_INT, 0, XDP);
        attributes.set(ValueLayout.JAVA_INT, 4, INSTRUCTIONS);
        attributes.set(ValueLayout.JAVA_LONG, 8, code.address());
        attributes.set(ValueLayout.JAVA_LONG, 16, arena.allocateFrom("Apache-2.0").address());
        return (int) XdpCalls.bpf(PROGRAM_LOAD, attributes);
    }

    private static void instruction(MemorySegment code, int index, int operation, int registers, int offset, int value) {
        code.set(ValueLayout.JAVA_BYTE, 8L * index, (byte) operation);
        code.set(ValueLayout.JAVA_BYTE, 8L * index + 1, (byte) registers);
        code.set(ValueLayout.JAVA_SHORT, 8L * index + 2, (short) offset);
        code.set(ValueLayout.JAVA_INT, 8L * index + 4, value);
    }

    @Override
    public void close() {
        for (int descriptor : new int[] {link, program, map}) {
            if (descriptor >= 0) {
                SystemCalls.close(descriptor);
            }
        }
    }
}
