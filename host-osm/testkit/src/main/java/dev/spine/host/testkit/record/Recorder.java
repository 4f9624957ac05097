package dev.spine.host.testkit.record;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.host.testkit.message.DriverBuffers.Run;
import dev.spine.host.testkit.record.Recording.Direction;
import dev.spine.host.testkit.record.Recording.Event;
import dev.spine.host.testkit.record.Recording.Memory;
import dev.spine.host.testkit.record.Recording.Posted;
import dev.spine.host.testkit.record.Recording.Replied;
import dev.spine.host.testkit.record.Recording.Word;
import dev.spine.host.testkit.watch.PortListener;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Octets;
import dev.spine.iop.bus.Bus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Listens at the port of an IOP and writes down what passes, host memory included. Belongs to the host's agent.
 *
 * <p>What the IOP writes into host memory is found by comparing the buffers of open requests with what they held, whenever the host posts
 * or sees a reply: also a status block, of which no reply tells, is caught that way before the host says the next thing.
 */
public final class Recorder implements PortListener {
    /** A request whose buffers the IOP may still write. */
    private static final class Open {
        final int number;
        final DriverBuffers buffers;
        /** What the buffers held when they were looked at last, by run; null for runs that the IOP only reads. */
        final List<byte @Nullable []> held = new ArrayList<>();

        Open(int number, DriverBuffers buffers) {
            this.number = number;
            this.buffers = buffers;
        }
    }

    private final String iop;
    private final int hostFrames;
    private final int frameBytes;
    private final Bus bus;
    private final LongSupplier clock;
    private final IntFunction<@Nullable ClassId> classOf;
    private final Map<Integer, ClassId> devices = new HashMap<>();
    private final List<Event> events = new ArrayList<>();
    private final Map<Integer, Open> open = new LinkedHashMap<>();
    /** The number of the latest request by context. */
    private final Map<Integer, Integer> numbers = new HashMap<>();
    private int posts;

    /**
     * A recorder that has heard nothing yet.
     *
     * @param iop the IOP's name
     * @param hostFrames request frames that the host has
     * @param frameBytes bytes of a request frame
     * @param bus the node's bus
     * @param clock the host's time in nanoseconds
     * @param classOf the class of a TID, null if it is not known
     */
    public Recorder(String iop, int hostFrames, int frameBytes, Bus bus, LongSupplier clock, IntFunction<@Nullable ClassId> classOf) {
        this.iop = iop;
        this.hostFrames = hostFrames;
        this.frameBytes = frameBytes;
        this.bus = bus;
        this.clock = clock;
        this.classOf = classOf;
    }

    @Override
    public void onPosted(int frame, MessageFrame message) {
        ClassId known = classOf.apply(message.target());
        if (known != null) {
            devices.put(message.target(), known);
        }
        DriverBuffers buffers = DriverBuffers.of(bus, message, known == null ? DeviceClass.ANY : known.deviceClass());
        // A buffer that is used again is no longer the earlier request's; the host may have changed it since.
        open.values().removeIf(earlier -> overlap(earlier.buffers.runs(), buffers.runs()));
        lookAtMemory();
        posts++;
        numbers.put(message.initiatorContext(), posts);
        events.add(new Posted(posts, clock.getAsLong(), words(message, buffers)));
        Open request = new Open(posts, buffers);
        for (int run = 0; run < buffers.runs().size(); run++) {
            byte[] content = content(buffers, run);
            boolean written = buffers.runs().get(run).direction() == DriverBuffers.Direction.INTO;
            request.held.add(written ? content : null);
            if (!written && content.length > 0) {
                events.add(new Memory(Direction.FROM, posts, clock.getAsLong(), run, 0, Octets.of(content)));
            }
        }
        open.put(posts, request);
    }

    private static boolean overlap(List<Run> some, List<Run> others) {
        return some.stream().anyMatch(one -> others.stream().anyMatch(
            other -> one.address() < other.address() + other.bytes() && other.address() < one.address() + one.bytes()));
    }

    private static byte[] content(DriverBuffers buffers, int run) {
        try {
            return buffers.read(buffers.runs().get(run));
        } catch (IllegalStateException noMemoryThere) {
            // The driver's mistake; the IOP will say so.
            return new byte[0];
        }
    }

    private static List<Word> words(MessageFrame message, DriverBuffers buffers) {
        List<Word> words = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < message.sizeWords(); i++) {
            int value = message.word(i);
            int buffer = Word.PLAIN;
            if (i >= MessageFrame.HEADER_WORDS && next < buffers.runs().size() && (int) buffers.runs().get(next).address() == value) {
                buffer = next++;
            }
            words.add(new Word(value, buffer));
        }
        return words;
    }

    /** Writes down what the IOP has written since the last look. */
    private void lookAtMemory() {
        for (Open request : open.values()) {
            for (int run = 0; run < request.held.size(); run++) {
                byte[] before = request.held.get(run);
                byte[] now = before == null ? null : content(request.buffers, run);
                int first = before == null || now == null ? -1 : Arrays.mismatch(before, now);
                if (first >= 0 && before != null && now != null && before.length == now.length) {
                    int end = now.length;
                    while (before[end - 1] == now[end - 1]) {
                        end--;
                    }
                    events.add(new Memory(Direction.INTO, request.number, clock.getAsLong(), run, first,
                        Octets.of(Arrays.copyOfRange(now, first, end))));
                    request.held.set(run, now);
                }
            }
        }
    }

    @Override
    public void onReply(int reply, MessageFrame message) {
        lookAtMemory();
        Integer number = numbers.get(message.initiatorContext());
        if (number == null || message.sizeWords() < MessageFrame.MIN_WORDS) {
            return;
        }
        List<Integer> words = new ArrayList<>();
        for (int i = 0; i < message.sizeWords(); i++) {
            words.add(message.word(i));
        }
        events.add(new Replied(number, clock.getAsLong(), words));
        if ((message.flags() & MessageFlags.LAST) != 0) {
            open.remove(number);
        }
    }

    /**
     * Ends the recording of what has happened so far; it may go on. Host agent's thread.
     *
     * @return everything up to now
     */
    public Recording recording() {
        lookAtMemory();
        return new Recording(iop, hostFrames, frameBytes, devices, events);
    }
}
