package dev.spine.device.remote;

import dev.spine.device.os.LocalSockets;
import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.pci.PciCard;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries out the messages of one client after the other on a card. Belongs to the thread of the connection; a message may hold anything,
 * and nothing that it holds throws.
 */
final class RemoteCard {
    /** What a failed access reads. */
    static final long FAILURE = -1L;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong DOUBLE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int REGIONS = 8;
    /** How long the write of a message waits for the answer that the card writes to memory: a driver looks there as soon as it is over. */
    private static final long ANSWER_LIMIT_NS = 1_000_000_000;

    private final PciCard card;
    private final Tasks tasks;
    private final Consumer<String> log;
    private final RemoteCounters counters;
    private final InterruptWire wire;
    private final GuestMemory memory;
    private long answer;
    /** The last answer in memory was late, which has been said. */
    private boolean late;

    /** What becomes of a message. */
    enum Outcome {
        /** Carried out; nobody waits for an answer. */
        DONE,
        /** Carried out; {@link #answer} is the answer. */
        ANSWERED,
        /** Not a message: the connection is to be closed. */
        MALFORMED
    }

    /**
     * A card without a client.
     *
     * @param card the card
     * @param tasks the way to the agent of its IOP
     * @param wire the listener of its interrupt line
     * @param counters what is counted
     * @param log gets a line when the card is late
     */
    RemoteCard(PciCard card, Tasks tasks, InterruptWire wire, RemoteCounters counters, Consumer<String> log) {
        this.card = card;
        this.tasks = tasks;
        this.log = log;
        this.wire = wire;
        this.counters = counters;
        this.memory = new GuestMemory(counters, slots -> {
            try {
                tasks.run(() -> card.replaceHostMemory(slots));
                tasks.await("transfers to memory that goes", card::isDrained);
                return true;
            } catch (AwaitFailedException _) {
                // Too long is no reason to end the server: the memory stays mapped meanwhile.
                return false;
            }
        });
    }

    InterruptWire wire() {
        return wire;
    }

    /** The value to answer after {@link Outcome#ANSWERED}. */
    long answer() {
        return answer;
    }

    /**
     * Carries out a message.
     *
     * @param command its command
     * @param payload its payload
     * @param payloadBytes how long that is
     * @param descriptors what rode on it; taken over, whatever becomes of the message
     * @param descriptorCount how many
     * @return what became of it
     */
    Outcome accept(RemoteCommand command, MemorySegment payload, long payloadBytes, int[] descriptors, int descriptorCount) {
        if (!command.admits(payloadBytes, descriptorCount)) {
            closeAll(descriptors, descriptorCount);
            return Outcome.MALFORMED;
        }
        Outcome outcome = switch (command) {
            case SYNC_SYSMEM -> replaceMemory(payload, descriptors, descriptorCount);
            case SET_IRQFD -> {
                wire.attach(descriptors[0], descriptors[1]);
                yield Outcome.DONE;
            }
            case PCI_CFGREAD -> accessConfiguration(payload, false);
            case PCI_CFGWRITE -> accessConfiguration(payload, true);
            case BAR_READ -> accessWindow(payload, false);
            case BAR_WRITE -> accessWindow(payload, true);
            case DEVICE_RESET -> {
                counters.increment(Counter.RESETS);
                card.reset();
                yield answered(0);
            }
            case RET -> Outcome.MALFORMED;
        };
        if (outcome != Outcome.MALFORMED) {
            counters.increment(Counter.MESSAGES);
        }
        return outcome;
    }

    private Outcome answered(long value) {
        answer = value;
        return Outcome.ANSWERED;
    }

    static void closeAll(int[] descriptors, int count) {
        for (int i = 0; i < count; i++) {
            LocalSockets.discard(descriptors[i]);
        }
    }

    private Outcome replaceMemory(MemorySegment payload, int[] descriptors, int count) {
        List<GuestRegion> regions = new ArrayList<>();
        int unused = 0;
        for (int i = 0; i < REGIONS; i++) {
            long at = (long) i * Long.BYTES;
            GuestRegion region = new GuestRegion(payload.get(DOUBLE, at), payload.get(DOUBLE, REGIONS * Long.BYTES + at),
                payload.get(DOUBLE, 2L * REGIONS * Long.BYTES + at));
            if (i < count) {
                regions.add(region);
            } else if (region.bytes() != 0) {
                unused++;
            }
        }
        try {
            if (unused == 0) {
                memory.replace(regions, descriptors);
            }
        } finally {
            // An engine that has failed is no reason to keep them.
            closeAll(descriptors, count);
        }
        return unused == 0 ? Outcome.DONE : Outcome.MALFORMED;
    }

    private Outcome accessConfiguration(MemorySegment payload, boolean write) {
        int offset = payload.get(WORD, 0);
        int size = payload.get(WORD, 8);
        if (size != 1 && size != 2 && size != 4 || offset < 0 || offset > 256 - size) {
            counters.increment(Counter.STRAY_ACCESSES);
            return answered(FAILURE);
        }
        if (write) {
            card.writeConfiguration(offset, payload.get(WORD, 4), size);
            return answered(0);
        }
        return answered(Integer.toUnsignedLong(card.readConfiguration(offset, size)));
    }

    private Outcome accessWindow(MemorySegment payload, boolean write) {
        int size = payload.get(WORD, 16);
        boolean sized = size == 1 || size == 2 || size == 4 || size == 8;
        boolean toMemory = payload.get(ValueLayout.JAVA_BYTE, 20) == 1;
        int offset = sized && toMemory ? card.windowOffset(payload.get(DOUBLE, 0), size) : -1;
        if (offset < 0) {
            counters.increment(Counter.STRAY_ACCESSES);
            return answered(FAILURE);
        }
        if (write) {
            long value = payload.get(DOUBLE, 8);
            boolean asks = card.asksForMemory(offset, size, value);
            card.write(offset, size, value);
            if (asks) {
                awaitAnswerInMemory();
            }
            return answered(0);
        }
        return answered(card.read(offset, size));
    }

    /**
     * Drivers look at a status word once, as soon as the write that asks for it is over. What they do not find they give up, and with it
     * the memory that the card would write to. On a bus the card is slower than that, but here a guest's processor can be faster by far.
     */
    private void awaitAnswerInMemory() {
        if (tasks.awaitFor("an answer in memory", card::hasTakenRequests, ANSWER_LIMIT_NS)) {
            late = false;
            return;
        }
        counters.increment(Counter.LATE_ANSWERS);
        if (!late) {
            late = true;
            log.accept("the card is late: a reset, status or queue request was not taken up within 1 s, and its answer comes later");
        }
    }

    /** The client has gone: its descriptors and memory are given up, and the card is as after power-on. */
    void disconnect() {
        wire.detach();
        card.reset();
        memory.clear();
    }
}
