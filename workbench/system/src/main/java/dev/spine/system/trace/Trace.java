package dev.spine.system.trace;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.engine.DeliveryTap;
import dev.spine.iop.packet.Packet;
import dev.spine.system.SpineSystem;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears every delivery of an engine and hands messages and packets to its sinks. What cannot be kept ends the trace, not the run.
 *
 * <p>Any thread; one at a time gets through, so a live run with a trace is slower than one without, and loses nothing.
 */
public final class Trace implements DeliveryTap {
    private final List<TraceSink> sinks;
    private final MessageReader reader = new MessageReader();
    private long messages;
    private long packets;
    private @Nullable IOException failure;

    /**
     * A trace.
     *
     * @param sinks where it goes
     */
    public Trace(List<TraceSink> sinks) {
        this.sinks = List.copyOf(sinks);
    }

    /**
     * Learns which TID is of which class.
     *
     * @param system built on the engine that this taps
     */
    public synchronized void learn(SpineSystem system) {
        reader.learn(system);
    }

    /** {@return how many messages were posted so far} */
    public synchronized long messages() {
        return messages;
    }

    /** {@return how many packets arrived so far} */
    public synchronized long packets() {
        return packets;
    }

    /** {@return what ended the trace before its time, or null} */
    public synchronized @Nullable IOException failure() {
        return failure;
    }

    @Override
    public synchronized void onDelivery(String from, long timeNs, DeliveryList<?> list, Object item) {
        if (failure != null) {
            return;
        }
        try {
            if (item instanceof Frame frame && frame.queuePair().postList() == list) {
                message(from, timeNs, frame);
            } else if (item instanceof Packet packet && !packet.isHome(list)) {
                packet(timeNs, list.name(), packet);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void message(String from, long timeNs, Frame posted) throws IOException {
        TracedMessage message = reader.read(from, timeNs, posted);
        messages++;
        for (TraceSink sink : sinks) {
            sink.message(message);
        }
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
