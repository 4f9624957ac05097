package dev.spine.peer.forward;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.iop.packet.wire.VideoDatagram;
import dev.spine.peer.PeerConnections;
import dev.spine.peer.ServiceModule;
import dev.spine.peer.batch.BatchNumbers;
import dev.spine.peer.batch.PeerPath;
import org.jspecify.annotations.Nullable;

/**
 * Hands video packets of a card to displays on other IOPs by I2O messages. See the package's description.
 *
 * <p>A sink of the card's packet port while it forwards something. Belongs to the card's agent.
 */
public final class PacketForwarder extends ServiceModule implements PacketSink {

    private final ForwarderSettings settings;
    private final @Nullable ForwardedStream[] streams;
    private final VideoDatagram view = new VideoDatagram();
    private final BatchNumbers numbers = new BatchNumbers();
    private @Nullable PacketPort port;
    private int active;

    /**
     * A forwarder without streams.
     *
     * @param settings how it works
     */
    public PacketForwarder(ForwarderSettings settings) {
        super("forwarder", 0x53_50_49_4E_45_46_57_31L, "packet forwarder");
        this.settings = settings;
        this.streams = new ForwardedStream[settings.streams()];
    }

    @Override
    public void quiesce() {
        super.quiesce();
        for (ForwardedStream stream : streams) {
            if (stream != null) {
                stream.window().dropUnsent();
            }
        }
    }

    @Override
    public void reset() {
        super.reset();
        for (int i = 0; i < streams.length; i++) {
            ForwardedStream stream = streams[i];
            if (stream != null) {
                stream.window().releaseAll();
                remove(i);
            }
        }
    }

    private void remove(int index) {
        streams[index] = null;
        active--;
        PacketPort attached = port;
        if (active == 0 && attached != null) {
            attached.detach(this);
            port = null;
        }
    }

    // --- packets

    @Override
    public boolean onPacket(Packet packet) {
        if (!isEnabled()) {
            return false;
        }
        context().agent().charge(Op.FORWARD_PACKET);
        if (!view.isUdp(packet.memory(), packet.offset(), packet.length())) {
            return false;
        }
        ForwardedStream stream = find(view.port());
        return stream != null && stream.onPacket(packet, view);
    }

    private @Nullable ForwardedStream find(int udpPort) {
        for (ForwardedStream stream : streams) {
            if (stream != null && stream.asked().udpPort() == udpPort) {
                return stream;
            }
        }
        return null;
    }

    @Override
    public void onBurstEnd() {
        for (ForwardedStream stream : streams) {
            if (stream != null) {
                stream.window().onBurstEnd();
            }
        }
    }

    @Override
    public void onReply(MessageFrame reply) {
        int index = reply.initiatorContext();
        ForwardedStream stream = index >= 0 && index < streams.length ? streams[index] : null;
        if (stream == null) {
            context().counters().increment(Counter.STRAY_REPLIES);
        } else {
            stream.onReply(reply);
        }
    }

    @Override
    public int doWork(int limit) {
        context().agent().charge(Op.POLL_PEER);
        if (active == 0) {
            return 0;
        }
        int work = 0;
        for (int i = 0; i < streams.length && work < limit; i++) {
            ForwardedStream stream = streams[i];
            if (stream != null) {
                context().agent().charge(Op.POLL_PEER);
                work += stream.window().advance() + control(i, stream);
            }
        }
        return work;
    }

    // --- control

    private int control(int index, ForwardedStream stream) {
        PeerPath.Step step = stream.path().advance(stream.window().isDrained(), isEnabled());
        if (step == PeerPath.Step.ENDED) {
            remove(index);
        }
        return step == PeerPath.Step.NONE ? 0 : 1;
    }

    @Override
    protected boolean onOrder(int code, KernelRequest request) {
        switch (code) {
            case ForwardStart.CODE -> start(request);
            case ForwardStop.CODE -> stop(request);
            case ForwardStatus.CODE -> status(request);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void start(KernelRequest request) {
        MessageFrame frame = request.frame();
        ForwardStart asked = ForwardStart.parse(frame);
        PixelFormat format = PixelFormat.ofCode(asked.format());
        boolean complete = frame.sizeBytes() >= ForwardStart.LAYOUT.sizeBytes();
        if (!complete || format == null || !format.isStreamable() || !Tid.isAssignable(asked.displayTid())) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        if (find(asked.udpPort()) != null) {
            refuse(request, DetailedStatus.DEVICE_BUSY);
            return;
        }
        int index = 0;
        while (index < streams.length && streams[index] != null) {
            index++;
        }
        if (index == streams.length) {
            refuse(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
            return;
        }
        PacketPort card = context().service(PacketPort.class);
        PeerConnections connections = context().service(PeerConnections.class);
        if (card == null || connections == null) {
            refuse(request, DetailedStatus.DEVICE_NOT_AVAILABLE);
            return;
        }
        PeerPath path = new PeerPath(context(), connections, asked.iopId(), asked.displayTid(), request);
        streams[index] = new ForwardedStream(index, asked, format, path, context(), settings, numbers);
        if (active++ == 0) {
            card.attach(this);
            port = card;
        }
    }

    private void stop(KernelRequest request) {
        ForwardedStream stream = find(ForwardStop.parse(request.frame()).udpPort());
        if (stream == null) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else if (stream.path().stop(request)) {
            // Answered from doWork, when the display has answered the last message.
            stream.window().dropUnsent();
        }
    }

    private void status(KernelRequest request) {
        ForwardedStream stream = find(ForwardStatus.UDP_PORT.get(request.frame()));
        if (stream == null) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else {
            stream.status().write(request.frame(), request.openReply());
            request.sendReply();
        }
    }

    /**
     * {@return what became of the packets of a stream, or null when it is not forwarded; on the card's agent, or while the engine stands
     * still}
     *
     * @param udpPort the stream's port
     */
    public @Nullable ForwardStatus statusOf(int udpPort) {
        ForwardedStream stream = find(udpPort);
        return stream == null ? null : stream.status();
    }
}
