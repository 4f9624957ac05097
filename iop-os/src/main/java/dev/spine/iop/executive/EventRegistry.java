package dev.spine.iop.executive;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to be notified of which events, and the reports that wait for a frame. Belongs to the IOP's agent.
 *
 * <p>A report is a reply to the EventRegister, without the flag LAST, so it can come again and again. What waits is bounded per listener:
 * nobody who returns no frames can make an IOP run out of memory.
 */
final class EventRegistry implements EventSource {
    private static final int MAX_LISTENERS_PER_DEVICE = 16;
    /** How many reports may wait for one listener. */
    static final int MAX_WAITING = 32;
    private static final int MAX_DATA_WORDS = 16;
    private static final int REPORT_WORDS = 5;
    /** The event of the block storage class that says that the capacity has changed. */
    private static final int BLOCK_CAPACITY_CHANGE = 0x08;
    private static final int OF_EVERY_DEVICE = EventIndicator.STATE_CHANGE | EventIndicator.LOCK_RELEASE | EventIndicator.DEVICE_RESET
        | EventIndicator.EVENT_MASK_MODIFIED | EventIndicator.FIELD_MODIFIED;

    /** One event on its way to one listener. */
    private static final class Report {
        final int indicator;
        final int[] data;

        Report(int indicator, int[] data) {
            this.indicator = indicator;
            this.data = data;
        }
    }

    /** One initiator that registered with one device. */
    private static final class Listener {
        final int tid;
        final int senderId;
        final int initiator;
        final MessageRoute route;
        int mask;
        int initiatorContext;
        int transactionContext;
        final Deque<Report> waiting = new ArrayDeque<>();

        Listener(int tid, int senderId, int initiator, MessageRoute route) {
            this.tid = tid;
            this.senderId = senderId;
            this.initiator = initiator;
            this.route = route;
        }
    }

    private final IopKernel kernel;
    private final Claims claims;
    private final List<Listener> listeners = new ArrayList<>();
    private int waitingReports;

    EventRegistry(IopKernel kernel, Claims claims) {
        this.kernel = kernel;
        this.claims = claims;
    }

    /** The answer to a registration that cannot be kept, or that it is kept: then no reply is sent. */
    enum Registration {
        KEPT,
        TOO_MANY,
        NO_WAY_BACK
    }

    /**
     * Registers the initiator of a request, or changes its mask and contexts; mask 0 ends the registration.
     *
     * @param slot the device
     * @param request the registration
     * @param mask the events that the initiator wants
     */
    Registration register(DeviceSlot slot, KernelRequest request, int mask) {
        MessageFrame frame = request.frame();
        Listener listener = find(slot.tid(), request.sender().id(), frame.initiator());
        if (mask == 0) {
            if (listener != null) {
                forget(listener);
                listeners.remove(listener);
            }
            return Registration.KEPT;
        }
        boolean known = listener != null;
        if (listener == null) {
            if (listeners.stream().filter(other -> other.tid == slot.tid()).count() >= MAX_LISTENERS_PER_DEVICE) {
                return Registration.TOO_MANY;
            }
            MessageRoute route = kernel.openEndedReplies(request);
            if (route == null) {
                return Registration.NO_WAY_BACK;
            }
            listener = new Listener(slot.tid(), request.sender().id(), frame.initiator(), route);
            listeners.add(listener);
        }
        boolean changed = known && listener.mask != mask;
        listener.mask = mask;
        listener.initiatorContext = frame.initiatorContext();
        listener.transactionContext = frame.transactionContext();
        if (changed && wants(listener, slot, EventIndicator.EVENT_MASK_MODIFIED)) {
            enqueue(listener, new Report(EventIndicator.EVENT_MASK_MODIFIED, new int[] {mask}));
        }
        return Registration.KEPT;
    }

    private @Nullable Listener find(int tid, int senderId, int initiator) {
        for (Listener listener : listeners) {
            if (listener.tid == tid && listener.senderId == senderId && listener.initiator == initiator) {
                return listener;
            }
        }
        return null;
    }

    /** The events that a device can send: its module's, and those that the IOP reports for every device. */
    static int capabilities(DeviceSlot slot) {
        return slot.module().description().eventCapabilities() | OF_EVERY_DEVICE;
    }

    /** Whether a listener hears of an event: it has asked, or it has claimed the device and said that it is sensitive to such events. */
    private boolean wants(Listener listener, DeviceSlot slot, int indicator) {
        return ((listener.mask | sensitivity(listener, slot)) & capabilities(slot) & indicator) != 0;
    }

    private int sensitivity(Listener listener, DeviceSlot slot) {
        int flags = claims.flagsOf(listener.tid, listener.initiator);
        return ((flags & ClaimFlags.RESET_SENSITIVE) != 0 ? EventIndicator.DEVICE_RESET : 0)
            | ((flags & ClaimFlags.STATE_SENSITIVE) != 0 ? EventIndicator.STATE_CHANGE : 0)
            | ((flags & ClaimFlags.CAPACITY_SENSITIVE) != 0 ? capacityEvents(slot) : 0);
    }

    private static int capacityEvents(DeviceSlot slot) {
        boolean store = ClassId.of(slot.module().description().classId()).deviceClass() == DeviceClass.RANDOM_BLOCK_STORAGE;
        return EventIndicator.CAPABILITY_CHANGE | (store ? BLOCK_CAPACITY_CHANGE : 0);
    }

    @Override
    public void report(int tid, int indicator, int... data) {
        reportToOthers(tid, null, indicator, data);
    }

    /** As {@link #report}, but not to the initiator of a request, who knows: it has caused the event. */
    void reportToOthers(int tid, @Nullable KernelRequest cause, int indicator, int... data) {
        if (Integer.bitCount(indicator) != 1 || data.length > MAX_DATA_WORDS) {
            throw new IllegalArgumentException("an event has one indicator bit and at most " + MAX_DATA_WORDS + " data words, not 0x"
                + Integer.toHexString(indicator) + " and " + data.length);
        }
        DeviceSlot slot = kernel.directory().device(tid);
        if (slot == null) {
            return;
        }
        for (Listener listener : listeners) {
            if (listener.tid == tid && wants(listener, slot, indicator) && (cause == null || !isFrom(cause, listener))) {
                enqueue(listener, new Report(indicator, data.clone()));
            }
        }
        sendWaiting(Integer.MAX_VALUE);
    }

    private static boolean isFrom(KernelRequest request, Listener listener) {
        return listener.senderId == request.sender().id() && listener.initiator == request.frame().initiator();
    }

    private void enqueue(Listener listener, Report report) {
        if (listener.waiting.size() == MAX_WAITING) {
            kernel.counters().increment(Counter.EVENTS_LOST);
            return;
        }
        listener.waiting.add(report);
        waitingReports++;
    }

    /**
     * Sends reports that wait.
     *
     * @param limit at most this many
     * @return how many were sent
     */
    int sendWaiting(int limit) {
        if (waitingReports == 0) {
            return 0;
        }
        int sent = 0;
        Iterator<Listener> all = listeners.iterator();
        while (all.hasNext() && sent < limit) {
            Listener listener = all.next();
            if (isGone(listener)) {
                forget(listener);
                all.remove();
                continue;
            }
            while (sent < limit && !listener.waiting.isEmpty() && send(listener, listener.waiting.getFirst())) {
                listener.waiting.removeFirst();
                waitingReports--;
                sent++;
            }
        }
        return sent;
    }

    /** Whether a listener on another IOP has lost its connection. */
    private boolean isGone(Listener listener) {
        return listener.route.receiver().id() != kernel.busAgent().id() && !listener.route.receiver().isHost()
            && kernel.directory().connection(listener.initiator) == null;
    }

    private boolean send(Listener listener, Report report) {
        MessageFrame frame = listener.route.open();
        if (frame == null) {
            listener.route.wakeMe();
            return false;
        }
        int words = Math.min(REPORT_WORDS + report.data.length, frame.slotBytes() / Integer.BYTES);
        frame.header(words, MessageFlags.REPLY, 0, Function.UTIL_EVENT_REGISTER, listener.route.initiator(), listener.route.target());
        frame.contexts(listener.initiatorContext, listener.transactionContext);
        frame.setWord(REPORT_WORDS - 1, report.indicator);
        for (int i = REPORT_WORDS; i < words; i++) {
            frame.setWord(i, report.data[i - REPORT_WORDS]);
        }
        listener.route.post();
        kernel.counters().increment(Counter.EVENTS_SENT);
        return true;
    }

    private void forget(Listener listener) {
        waitingReports -= listener.waiting.size();
        listener.waiting.clear();
        listener.route.cancel();
    }

    /** Forgets the registrations with a device that leaves. */
    void forget(DeviceSlot slot) {
        for (Listener listener : List.copyOf(listeners)) {
            if (listener.tid == slot.tid()) {
                forget(listener);
                listeners.remove(listener);
            }
        }
    }

    /** Forgets all registrations: reset and clear. */
    void clear() {
        listeners.forEach(this::forget);
        listeners.clear();
    }

    /** {@return how many reports wait for frames} */
    int waitingReports() {
        return waitingReports;
    }

    @Override
    public String toString() {
        return "events: " + listeners.size() + " listeners, " + waitingReports + " waiting " + Arrays.toString(
            listeners.stream().mapToInt(listener -> listener.tid).toArray());
    }

    /** The words of a table entry, as event data. */
    static int[] words(int bytes, ObjLongConsumer<MemorySegment> emit) {
        byte[] entry = new byte[bytes];
        emit.accept(MemorySegment.ofArray(entry), 0);
        int[] words = new int[bytes / Integer.BYTES];
        ByteBuffer.wrap(entry).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return words;
    }
}
