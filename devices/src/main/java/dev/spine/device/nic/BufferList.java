package dev.spine.device.nic;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IopDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one request of the LAN class, read from its scatter-gather list: buckets of a ReceivePost, packets of a PacketSend.
 *
 * <p>Made once and filled for each request; bounded by what fits in a frame, because chains are refused. Every run is held against the
 * bus: it must lie in one region, and both the initiator and this card must have the right to it, so that nobody can use the card to
 * reach what is not theirs. Belongs to the IOP's agent.
 */
final class BufferList {
    /** Which way the data goes. */
    enum Direction {
        /** The card writes into the buffers. */
        INTO_BUFFERS,
        /** The card reads from the buffers. */
        FROM_BUFFERS
    }

    /** The buffer can be used. */
    static final int GOOD = LanStatus.SUCCESS;

    private static final long MAX_BYTES = 0x100_0000;

    private final Bus bus;
    private final BusAgent card;
    private final AgentContext agent;
    private final IopDirectory directory;
    private final SglReader reader;
    private final int capacity;

    private final int[] contexts;
    private final int[] verdicts;
    private final int[] firstRuns;
    private final int[] runCounts;
    private final int[] bytes;
    private int count;
    private final long[] runAddresses;
    private final int[] runBytes;
    private int runs;
    private @Nullable Region lastRegion;

    /**
     * A list.
     *
     * @param directory knows the largest request and the size of the host's pages
     */
    BufferList(Bus bus, BusAgent card, AgentContext agent, IopDirectory directory) {
        this.bus = bus;
        this.card = card;
        this.agent = agent;
        this.directory = directory;
        int frameBytes = directory.unit().frameBytes();
        // No buffer takes less than two words; a run may be a page, which takes one.
        this.capacity = frameBytes / (2 * Integer.BYTES);
        this.reader = new SglReader(new SglLimits(frameBytes / Integer.BYTES, MAX_BYTES, 0, 16), FragmentSource.NONE);
        this.contexts = new int[capacity];
        this.verdicts = new int[capacity];
        this.firstRuns = new int[capacity];
        this.runCounts = new int[capacity];
        this.bytes = new int[capacity];
        this.runAddresses = new long[2 * capacity];
        this.runBytes = new int[2 * capacity];
    }

    /**
     * Reads a request's list.
     *
     * @return {@link DetailedStatus#SUCCESS}, or what a transaction error says of a list that is not one: then none of its buffers may be
     *     used
     */
    int read(MessageFrame request, BusAgent initiator, Direction direction) {
        count = 0;
        runs = 0;
        lastRegion = null;
        reader.hostPageBytes(directory.hostPageBytes());
        reader.begin(request, MessageFrame.HEADER_WORDS);
        boolean inBuffer = false;
        // The first before it is read: so each is charged before its own reading.
        agent.charge(Op.SGL_ELEMENT);
        while (reader.next()) {
            if (count > 0) {
                agent.charge(Op.SGL_ELEMENT);
            }
            if (!inBuffer) {
                if (!reader.hasContext()) {
                    return DetailedStatus.MISSING_PARAMETER;
                }
                open(reader.context());
            }
            addRun(initiator, direction);
            inBuffer = !reader.endsBuffer();
        }
        return reader.end().detailedStatus();
    }

    private void open(int context) {
        contexts[count] = context;
        verdicts[count] = GOOD;
        firstRuns[count] = runs;
        runCounts[count] = 0;
        bytes[count] = 0;
        count++;
    }

    private void addRun(BusAgent initiator, Direction direction) {
        int buffer = count - 1;
        if (reader.kind() != SglReader.Kind.MEMORY || reader.isLocal() || !mayUse(initiator, direction)) {
            verdicts[buffer] = LanStatus.DMA_ERROR;
            return;
        }
        runAddresses[runs] = reader.address();
        runBytes[runs] = reader.byteCount();
        runs++;
        runCounts[buffer]++;
        bytes[buffer] += reader.byteCount();
    }

    private boolean mayUse(BusAgent initiator, Direction direction) {
        int length = reader.byteCount();
        if (length == 0) {
            return false;
        }
        Region region = lastRegion;
        if (region == null || !region.contains(reader.address(), length)) {
            region = reader.address() < Bus.ADDRESS_LIMIT ? bus.find(reader.address(), length) : null;
            lastRegion = region;
        }
        boolean writes = direction == Direction.INTO_BUFFERS;
        return region != null && region.admits(initiator, writes) && region.admits(card, writes);
    }

    /** How many buffers fit a list; it has at most twice as many runs. */
    int capacity() {
        return capacity;
    }

    /** How many buffers there are, the last one included if the list ended badly in it. */
    int count() {
        return count;
    }

    /** The context of a buffer. */
    int context(int buffer) {
        return contexts[buffer];
    }

    /** {@link #GOOD}, or the detailed status that says why the buffer cannot be used. */
    int verdict(int buffer) {
        return verdicts[buffer];
    }

    /** Says that a buffer cannot be used after all. */
    void refuse(int buffer, int detailedStatus) {
        verdicts[buffer] = detailedStatus;
    }

    /** The context of the buffer in which the list ended, or 0 when it had none. */
    int lastContext() {
        return count == 0 ? 0 : contexts[count - 1];
    }

    /** All bytes of a good buffer. */
    int bytes(int buffer) {
        return bytes[buffer];
    }

    /** How many runs a good buffer has, at least 1. */
    int runCount(int buffer) {
        return runCounts[buffer];
    }

    /** The bus address of a run of a good buffer. */
    long address(int buffer, int run) {
        return runAddresses[firstRuns[buffer] + run];
    }

    /** The bytes of a run of a good buffer, at least 1. */
    int runBytes(int buffer, int run) {
        return runBytes[firstRuns[buffer] + run];
    }
}
