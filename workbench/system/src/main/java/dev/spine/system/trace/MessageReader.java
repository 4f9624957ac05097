package dev.spine.system.trace;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.system.SpineSystem;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Reads posted messages, and knows of which class the device is that each is for. Used by one thread at a time. */
public final class MessageReader {
    private static final String HOST = "host";
    private static final int CLASS_BITS = 0xFFF;

    /** Classes by IOP and TID. */
    private final Map<String, Map<Integer, Integer>> classes = new HashMap<>();
    /** The class to which a function was last sent between two bus agents; as many as there are bus agents and functions. */
    private final Map<Asked, Integer> asked = new HashMap<>();

    /** A function that one bus agent has asked of another. */
    private record Asked(String initiator, String target, int function) {}

    /** A reader that knows no device. */
    public MessageReader() {}

    /**
     * Learns which TID is of which class.
     *
     * @param system whose messages are read
     */
    public void learn(SpineSystem system) {
        for (String iop : system.iops().keySet()) {
            Map<Integer, Integer> byTid = new HashMap<>(Map.of(0, DeviceClass.EXECUTIVE));
            system.devices(iop).values().forEach(placed -> byTid.put(placed.tid(), placed.module().description().classId() & CLASS_BITS));
            classes.put(iop, byTid);
        }
    }

    /**
     * {@return a message as it is when it is posted}
     *
     * @param from path of the agent that posts it
     * @param timeNs when it arrives in its list
     * @param posted its frame
     */
    public TracedMessage read(String from, long timeNs, Frame posted) {
        QueuePair queuePair = posted.queuePair();
        String sender = from.substring(from.lastIndexOf('/') + 1);
        String target = queuePair.name().substring(queuePair.name().lastIndexOf(' ') + 1);
        MessageFrame view = new MessageFrame();
        view.wrap(posted.memory(), posted.offset(), posted.slotBytes());
        int size = Math.clamp(view.sizeBytes(), MessageFrame.HEADER_BYTES, posted.slotBytes());
        byte[] bytes = posted.memory().asSlice(posted.offset(), size).toArray(ValueLayout.JAVA_BYTE);
        MessageList list = target.equals(HOST) ? MessageList.OUTBOUND
            : queuePair.kind() == QueuePair.Kind.REPLY ? MessageList.INBOUND_REPLIES : MessageList.INBOUND;
        return new TracedMessage(timeNs, list, sender, target, posted.address(), classOf(view, list, sender, target),
            ByteBuffer.wrap(bytes).asReadOnlyBuffer());
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
}
