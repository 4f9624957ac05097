package dev.spine.perf.trace;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.FrameLane;
import dev.spine.iop.engine.DeliveryTap;
import dev.spine.iop.packet.Packet;
import dev.spine.perf.system.SpineSystem;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hears every delivery of an engine and hands messages and packets to its sinks. What cannot be kept ends the trace, not the run.
 *
 * <p>Any thread; one at a time gets through, so a live run with a trace is slower than one without, and loses nothing.
 */
final class Trace implements DeliveryTap {
    private static final String HOST = "host";
    private static final int CLASS_BITS = 0xFFF;

    private final List<TraceSink> sinks;
    /** Classes by IOP and TID. */
    private final Map<String, Map<Integer, Integer>> classes = new HashMap<>();
    /** The class to which a function was last sent between two boxes; as many as there are boxes and functions. */
    private final Map<Asked, Integer> asked = new HashMap<>();
    private long messages;
    private long packets;
    private @Nullable IOException failure;

    /** A function that one box has asked of another. */
    private record Asked(String initiator, String target, int function) {}

    /**
     * A trace.
     *
     * @param sinks where it goes
     */
    Trace(List<TraceSink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    /**
     * Learns which TID is of which class.
     *
     * @param system built on the engine that this taps
     */
    synchronized void learn(SpineSystem system) {
        for (String iop : system.iops().keySet()) {
            Map<Integer, Integer> byTid = new HashMap<>(Map.of(0, DeviceClass.EXECUTIVE));
            system.devices(iop).values().forEach(placed -> byTid.put(placed.tid(), placed.module().description().classId() & CLASS_BITS));
            classes.put(iop, byTid);
        }
    }

    /** {@return how many messages were posted so far} */
    synchronized long messages() {
        return messages;
    }

    /** {@return how many packets arrived so far} */
    synchronized long packets() {
        return packets;
    }

    /** {@return what ended the trace before its time, or null} */
    synchronized @Nullable IOException failure() {
        return failure;
    }

    @Override
    public synchronized void onDelivery(String from, long timeNs, DeliveryList<?> list, Object item) {
        if (failure != null) {
            return;
        }
        try {
            if (item instanceof Frame frame && frame.lane().postList() == list) {
                message(from, timeNs, frame);
            } else if (item instanceof Packet packet && !packet.isHome(list)) {
                packet(timeNs, list.name(), packet);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void message(String from, long timeNs, Frame posted) throws IOException {
        FrameLane lane = posted.lane();
        String sender = from.substring(from.lastIndexOf('/') + 1);
        String target = lane.name().substring(lane.name().lastIndexOf(' ') + 1);
        MessageFrame view = new MessageFrame();
        view.wrap(posted.memory(), posted.offset(), posted.slotBytes());
        int size = Math.clamp(view.sizeBytes(), MessageFrame.HEADER_BYTES, posted.slotBytes());
        byte[] bytes = posted.memory().asSlice(posted.offset(), size).toArray(ValueLayout.JAVA_BYTE);
        MessageList list = target.equals(HOST) ? MessageList.OUTBOUND
            : lane.kind() == FrameLane.Kind.REPLY ? MessageList.INBOUND_REPLIES : MessageList.INBOUND;
        TracedMessage message = new TracedMessage(timeNs, list, sender, target, posted.address(), classOf(view, list, sender, target),
            ByteBuffer.wrap(bytes).asReadOnlyBuffer());
        messages++;
        for (TraceSink sink : sinks) {
            sink.message(message);
        }
    }

    private int classOf(MessageFrame view, MessageList list, String sender, String target) {
        if (list == MessageList.INBOUND_REPLIES) {
            // A peer knows the device by a number of its own, which the reply has: what was asked there last tells the class.
            return asked.getOrDefault(new Asked(target, sender, view.function()), DeviceClass.ANY);
        }
        String owner = view.isReply() ? sender : target;
        int deviceClass = classes.getOrDefault(owner, Map.of()).getOrDefault(view.target(), DeviceClass.ANY);
        if (list == MessageList.INBOUND) {
            asked.put(new Asked(sender, target, view.function()), deviceClass);
        }
        return deviceClass;
    }

    private void packet(long timeNs, String port, Packet arriving) throws IOException {
        byte[] bytes = arriving.memory().asSlice(arriving.offset(), arriving.length()).toArray(ValueLayout.JAVA_BYTE);
        TracedPacket packet = new TracedPacket(timeNs, port, ByteBuffer.wrap(bytes).asReadOnlyBuffer());
        packets++;
        for (TraceSink sink : sinks) {
            sink.packet(packet);
        }
    }
}
