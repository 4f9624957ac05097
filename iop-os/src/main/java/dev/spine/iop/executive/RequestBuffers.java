package dev.spine.iop.executive;

import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The buffers that a control request names in its scatter-gather list, put together from their runs.
 *
 * <p>Loaded from one request at a time; for control, so it may allocate. Belongs to the IOP's agent.
 */
final class RequestBuffers {
    private static final int MAX_BUFFER_BYTES = 64 * 1024;
    private static final SglLimits LIMITS = new SglLimits(256, 0x400_0000, 8, 4096);

    /** A run: memory on the bus, data of the list itself, or nothing at all. */
    private sealed interface Run {
        int bytes();

        record Memory(long address, int bytes) implements Run {}

        record Immediate(MemorySegment data, int bytes) implements Run {}

        record BitBucket(int bytes) implements Run {}
    }

    private record Buffer(List<Run> runs) {
        int bytes() {
            return Math.min(MAX_BUFFER_BYTES, runs.stream().mapToInt(Run::bytes).sum());
        }
    }

    private final BusWindow window;
    private final SglReader reader;
    private final List<Buffer> buffers = new ArrayList<>();

    RequestBuffers(BusWindow window) {
        this.window = window;
        this.reader = new SglReader(LIMITS, window);
    }

    /** Says how large the host's pages are. */
    void hostPageBytes(int bytes) {
        reader.hostPageBytes(bytes);
    }

    /**
     * Reads the list of a request; buffers that were complete before an error stay.
     *
     * @param fixedWords words of the function's fixed part
     * @return how the list ended
     */
    SglEnd load(KernelRequest request, int fixedWords) {
        buffers.clear();
        window.onBehalfOf(request.sender());
        reader.begin(request.frame(), fixedWords);
        List<Run> runs = new ArrayList<>();
        while (reader.next()) {
            if (reader.isLocal()) {
                return SglEnd.BAD_ADDRESS;
            }
            runs.add(switch (reader.kind()) {
                case MEMORY -> new Run.Memory(reader.address(), reader.byteCount());
                case IMMEDIATE -> {
                    MemorySegment data = MemorySegment.ofArray(new byte[reader.byteCount()]);
                    MemorySegment.copy(reader.dataMemory(), reader.dataOffset(), data, 0, reader.byteCount());
                    yield new Run.Immediate(data, reader.byteCount());
                }
                case BIT_BUCKET -> new Run.BitBucket(reader.byteCount());
            });
            if (reader.endsBuffer()) {
                buffers.add(new Buffer(List.copyOf(runs)));
                runs.clear();
            }
        }
        if (!runs.isEmpty() && !reader.end().isError()) {
            buffers.add(new Buffer(List.copyOf(runs)));
        }
        return reader.end();
    }

    /** How many buffers there are. */
    int count() {
        return buffers.size();
    }

    /** The bytes of a buffer, at most 64 KiB; 0 for one that is not there. */
    int bytes(int index) {
        return index < buffers.size() ? buffers.get(index).bytes() : 0;
    }

    /** The bus address of a buffer's first run, or -1 when it has none in memory. */
    long address(int index) {
        return index < buffers.size() && !buffers.get(index).runs().isEmpty()
            && buffers.get(index).runs().getFirst() instanceof Run.Memory memory ? memory.address() : -1;
    }

    /** Whether every run of a buffer can be written, or read. */
    boolean admits(int index, BusWindow.Direction direction) {
        for (Run run : buffers.get(index).runs()) {
            boolean good = switch (run) {
                case Run.Memory memory -> window.admits(memory.address(), memory.bytes(), direction);
                case Run.Immediate _ -> direction == BusWindow.Direction.READ;
                case Run.BitBucket _ -> true;
            };
            if (!good) {
                return false;
            }
        }
        return true;
    }

    /** Copies a buffer that {@link #admits} reading: its first {@link #bytes}. */
    MemorySegment read(int index) {
        int room = bytes(index);
        MemorySegment copy = MemorySegment.ofArray(new byte[room]);
        int at = 0;
        for (Run run : buffers.get(index).runs()) {
            int bytes = Math.min(run.bytes(), room - at);
            switch (run) {
                case Run.Memory memory -> window.read(memory.address(), copy, at, bytes);
                case Run.Immediate immediate -> MemorySegment.copy(immediate.data(), 0, copy, at, bytes);
                case Run.BitBucket _ -> {
                    // Supplies zeros, which are there already.
                }
            }
            at += bytes;
        }
        return copy;
    }

    /** Writes the first bytes of a buffer that {@link #admits} writing; what does not fit is left out. */
    void write(int index, MemorySegment from, int count) {
        int at = 0;
        for (Run run : buffers.get(index).runs()) {
            int bytes = Math.min(run.bytes(), count - at);
            if (run instanceof Run.Memory memory) {
                window.write(memory.address(), from, at, bytes);
            }
            at += bytes;
        }
    }
}
