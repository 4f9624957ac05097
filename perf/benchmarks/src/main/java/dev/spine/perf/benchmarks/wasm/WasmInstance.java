package dev.spine.perf.benchmarks.wasm;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The module of {@link WasmHandlers}, compiled to byte code by Chicory and instantiated. One thread at a time. */
public final class WasmInstance {
    private static final int HEADER = 14;
    private static final int PACKET_BYTES = 64;

    private final Memory memory;
    private final ExportFunction empty;
    private final ExportFunction forward;
    private final ExportFunction add;

    /** Compiles and instantiates. */
    public WasmInstance() {
        WasmModule module = Parser.parse(WasmHandlers.module());
        Instance instance = Instance.builder(module).withMachineFactory(MachineFactoryCompiler.compile(module)).build();
        memory = instance.memory();
        empty = instance.export(WasmHandlers.EMPTY);
        forward = instance.export(WasmHandlers.FORWARD);
        add = instance.export(WasmHandlers.ADD);
    }

    /**
     * Calls {@link WasmHandlers#EMPTY}.
     *
     * @param seed any
     * @return what it leaves
     */
    public int empty(int seed) {
        return (int) empty.apply(seed)[0];
    }

    /**
     * Calls {@link WasmHandlers#FORWARD}.
     *
     * @param packet its address in the linear memory
     */
    public void forward(int packet) {
        forward.apply(packet);
    }

    /**
     * Calls {@link WasmHandlers#ADD}.
     *
     * @param ints how many
     * @param seed what is added
     * @return what it leaves
     */
    public int add(int ints, int seed) {
        return (int) add.apply(ints, seed)[0];
    }

    /**
     * {@return the int at an address of the linear memory}
     *
     * @param at address
     */
    public int word(int at) {
        return memory.readInt(at);
    }

    /**
     * Writes an int to the linear memory.
     *
     * @param at address
     * @param value any
     */
    public void word(int at, int value) {
        memory.writeI32(at, value);
    }

    /**
     * Copies the IPv4 header of a packet into the linear memory, eight and four bytes at a time: an array between would be a copy more.
     *
     * @param from memory outside
     * @param offset where the packet begins there
     * @param packet where it begins in the linear memory
     */
    public void copyHeader(MemorySegment from, long offset, int packet) {
        memory.writeLong(packet + HEADER, from.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + HEADER));
        memory.writeLong(packet + HEADER + 8, from.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + HEADER + 8));
        memory.writeI32(packet + HEADER + 16, from.get(ValueLayout.JAVA_INT_UNALIGNED, offset + HEADER + 16));
    }

    /**
     * Copies a packet of 64 bytes into the linear memory.
     *
     * @param from memory outside
     * @param offset where the packet begins there
     * @param packet where it begins in the linear memory
     */
    public void copyPacket(MemorySegment from, long offset, int packet) {
        for (int i = 0; i < PACKET_BYTES; i += 8) {
            memory.writeLong(packet + i, from.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + i));
        }
    }
}
