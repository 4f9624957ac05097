package dev.spine.perf.play;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.perf.system.SpineSystem;
import dev.spine.perf.system.SystemDescription.PlacedWire;
import dev.spine.perf.system.kind.CaptureKind;
import dev.spine.perf.video.VideoSystem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Video from a capture, played once. */
final class CaptureSource implements VideoSource {
    private static final int RECEIVE_BUFFERS = 256;

    private final Capture capture;
    private final int port;
    private final int wantedPackets;
    private final Pace pace;
    private final RtpFrames frames;
    private @Nullable SpineSystem system;
    private @Nullable CaptureWire wire;
    private int counted;
    private long streamPackets;
    private boolean stopped;

    /**
     * A source.
     *
     * @param capture the packets
     * @param port UDP destination port of the stream
     * @param wantedFrames how many frames are played at most, at least 1
     * @param pace how fast
     */
    CaptureSource(Capture capture, int port, int wantedFrames, Pace pace) {
        this.pace = pace;
        this.capture = capture;
        this.port = port;
        this.frames = new RtpFrames(port);
        this.wantedPackets = packetsOf(capture, port, wantedFrames);
    }

    /** How many packets from the beginning hold so many frames. */
    private static int packetsOf(Capture capture, int port, int wantedFrames) {
        RtpFrames all = new RtpFrames(port);
        int count = 0;
        while (count < capture.packetCount()
            && all.frameOf(capture.packets(), capture.packetOffset(count), capture.packetBytes(count)) < wantedFrames) {
            count++;
            if (all.ended() >= wantedFrames) {
                break;
            }
        }
        return count;
    }

    /**
     * {@return the UDP destination port of the first packet that can be RTP, or -1 when there is none}
     *
     * @param capture the packets
     */
    static int firstPort(Capture capture) {
        for (int i = 0; i < capture.packetCount(); i++) {
            int port = RtpFrames.portOfRtp(capture.packets(), capture.packetOffset(i), capture.packetBytes(i));
            if (port != RtpFrames.OTHER) {
                return port;
            }
        }
        return RtpFrames.OTHER;
    }

    @Override
    public PlacedWire wire() {
        return new PlacedWire("capture", new CaptureKind.Spec(VideoSystem.WIRE, capture, RECEIVE_BUFFERS));
    }

    @Override
    public void attach(SpineSystem built) {
        system = built;
        wire = (CaptureWire) built.wire(VideoSystem.WIRE);
    }

    private CaptureWire attached() {
        return Objects.requireNonNull(wire, "attach comes first");
    }

    private SpineSystem system() {
        return Objects.requireNonNull(system, "attach comes first");
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String describe() {
        return capture + ", UDP port " + port;
    }

    @Override
    public void begin() {
        order(new ReplayOrder(pace, wantedPackets));
        // The wire takes the order in a step of its own; before that it would seem to have ended.
        system().tasks().await("the first packet", () -> attached().orders().isEmpty());
    }

    private void order(ReplayOrder order) {
        system().tasks().run(() -> system().host().context().deliver(attached().orders(), order));
    }

    @Override
    public void stop() {
        if (!stopped) {
            count();
            stopped = true;
            order(ReplayOrder.STOP);
        }
    }

    @Override
    public boolean hasEnded() {
        return stopped || system().tasks().call(attached()::isDone);
    }

    /** Looks at the packets that were offered since the last time. */
    private void count() {
        if (stopped) {
            return;
        }
        int offered = (int) (long) system().tasks().call(attached()::offered);
        for (; counted < offered; counted++) {
            int frame = frames.frameOf(capture.packets(), capture.packetOffset(counted), capture.packetBytes(counted));
            streamPackets += frame == RtpFrames.OTHER ? 0 : 1;
        }
    }

    @Override
    public long packets() {
        count();
        return streamPackets;
    }

    @Override
    public int frames() {
        count();
        return frames.ended();
    }

    @Override
    public long dropped() {
        return attached().ports().getFirst().received().drops();
    }

    @Override
    public String remedy() {
        return "";
    }
}
