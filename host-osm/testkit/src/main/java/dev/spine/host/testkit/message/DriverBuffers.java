package dev.spine.host.testkit.message;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host memory that a request names, in the order in which it names it: the runs of its scatter-gather list, or the address fields of
 * StatusGet and IopReset. An IOP of the test kit reads and writes host memory through it, with the rights that the bus gives others.
 *
 * <p>Belongs to the thread of the agent that looks at the request.
 */
public final class DriverBuffers {
    private static final int STATUS_WORD_BYTES = 4;

    /** Which way bytes go. */
    public enum Direction {
        /** The target writes into the buffer. */
        INTO,
        /** The target reads from the buffer. */
        FROM
    }

    /**
     * One run.
     *
     * @param direction what the initiator says of it
     * @param address bus address, without sign
     * @param bytes how many
     * @param context the initiator's cookie for the buffer, 0 without one
     * @param buffer number of the logical buffer that it belongs to, from 0
     */
    public record Run(Direction direction, long address, int bytes, int context, int buffer) {}

    private final Bus bus;
    private final List<Run> runs;

    private DriverBuffers(Bus bus, List<Run> runs) {
        this.bus = bus;
        this.runs = List.copyOf(runs);
    }

    /**
     * Finds the buffers of a request.
     *
     * @param bus the node's bus
     * @param frame a checked frame, a request
     * @param deviceClass class of its target
     * @return its runs; of a list that cannot be read those before the bad element
     */
    public static DriverBuffers of(Bus bus, MessageFrame frame, int deviceClass) {
        List<Run> runs = new ArrayList<>();
        if (frame.target() == Tid.EXECUTIVE && frame.function() == Function.EXEC_STATUS_GET) {
            runs.add(new Run(Direction.INTO, Integer.toUnsignedLong(ExecStatusGet.ADDRESS_LOW.get(frame)),
                ExecStatusGet.LENGTH.get(frame), 0, 0));
        } else if (frame.target() == Tid.EXECUTIVE && frame.function() == Function.EXEC_IOP_RESET) {
            runs.add(new Run(Direction.INTO, Integer.toUnsignedLong(ExecIopReset.ADDRESS_LOW.get(frame)), STATUS_WORD_BYTES, 0, 0));
        } else {
            readList(bus, frame, Catalogue.kindOf(frame, deviceClass), runs);
        }
        return new DriverBuffers(bus, runs);
    }

    private static void readList(Bus bus, MessageFrame frame, @Nullable MessageKind<?> kind, List<Run> runs) {
        SglReader reader = new SglReader(SglLimits.STANDARD, (address, space, into, byteCount) -> {
            MemorySegment fragment = space == FragmentSource.AddressSpace.BUS ? find(bus, address, byteCount) : null;
            if (fragment == null) {
                return false;
            }
            MemorySegment.copy(fragment, 0, into, 0, byteCount);
            return true;
        });
        if (frame.sglOffsetWords() != 0 || kind == null) {
            reader.beginOptional(frame);
        } else if (hasListByHabit(frame.function())) {
            reader.begin(frame, kind.minWords());
        } else {
            return;
        }
        while (reader.next()) {
            if (reader.kind() == SglReader.Kind.MEMORY && !reader.isLocal()) {
                runs.add(new Run(reader.isFromBuffer() ? Direction.FROM : Direction.INTO, reader.address(), reader.byteCount(),
                    reader.hasContext() ? reader.context() : 0, reader.buffer()));
            }
        }
    }

    /** Functions whose list begins after the fixed part also when the sender says nothing, as NetBSD does. */
    private static boolean hasListByHabit(int function) {
        return switch (function) {
            case Function.EXEC_OUTBOUND_INIT, Function.EXEC_HRT_GET, Function.EXEC_LCT_NOTIFY, Function.EXEC_SYS_TAB_SET,
                Function.UTIL_PARAMS_GET, Function.UTIL_PARAMS_SET -> true;
            default -> false;
        };
    }

    /** {@return the runs in order} */
    public List<Run> runs() {
        return runs;
    }

    /**
     * {@return the bytes of all runs of one direction}
     *
     * @param direction which
     */
    public int bytes(Direction direction) {
        return runs.stream().filter(run -> run.direction() == direction).mapToInt(Run::bytes).sum();
    }

    /**
     * Reads from host memory.
     *
     * @param run a run of this request
     * @return a copy of its bytes
     * @throws IllegalStateException the run names no memory that others may read: the driver has given a wrong address
     */
    public byte[] read(Run run) {
        return memory(run).toArray(ValueLayout.JAVA_BYTE);
    }

    /**
     * {@return a copy of all bytes that the initiator gives the target to read, in order}
     *
     * @throws IllegalStateException a run names no memory that others may read
     */
    public byte[] readAll() {
        byte[] all = new byte[bytes(Direction.FROM)];
        int at = 0;
        for (Run run : runs) {
            if (run.direction() == Direction.FROM) {
                byte[] part = read(run);
                System.arraycopy(part, 0, all, at, part.length);
                at += part.length;
            }
        }
        return all;
    }

    /**
     * Writes into the runs that the target may write into, in order, until the bytes or the runs end.
     *
     * @param bytes what the target writes
     * @return how many bytes were written
     * @throws IllegalStateException a run names no memory that others may write: the driver has given a wrong address
     */
    public int write(byte... bytes) {
        int at = 0;
        for (Run run : runs) {
            if (run.direction() == Direction.INTO && at < bytes.length) {
                int count = Math.min(run.bytes(), bytes.length - at);
                MemorySegment.copy(bytes, at, memory(run), ValueLayout.JAVA_BYTE, 0, count);
                at += count;
            }
        }
        return at;
    }

    /**
     * {@return the memory of a run}
     *
     * @param run a run of this request
     * @throws IllegalStateException it names no memory that others have the right to
     */
    public MemorySegment memory(Run run) {
        MemorySegment found = find(bus, run.address(), run.bytes());
        if (found == null) {
            throw new IllegalStateException("the request names " + run.bytes() + " bytes at bus address 0x"
                + Long.toHexString(run.address()) + ", where no memory of the host lies: "
                + "allocate buffers with HostMemory and name Region.base()");
        }
        return found;
    }

    private static @Nullable MemorySegment find(Bus bus, long address, int bytes) {
        Region region = bytes < 1 ? null : bus.find(address, bytes);
        return region == null || !region.owner().isHost() ? null : region.memory().asSlice(address - region.base(), bytes);
    }
}
