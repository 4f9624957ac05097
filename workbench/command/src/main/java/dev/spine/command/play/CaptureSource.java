package dev.spine.command.play;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureOddity;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.kind.CaptureKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    private final Map<RtpFrames.Kind, Long> kinds = new EnumMap<>(RtpFrames.Kind.class);
    private int counted;
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

    /**
     * {@return how many packets are parts of UDP datagrams}
     *
     * @param capture the packets
     */
    static int fragments(Capture capture) {
        int fragments = 0;
        for (int i = 0; i < capture.packetCount(); i++) {
            fragments += RtpFrames.isFragment(capture.packets(), capture.packetOffset(i), capture.packetBytes(i)) ? 1 : 0;
        }
        return fragments;
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
            order(ReplayOrder.STOP);
            system().tasks().await("the last packet", () -> attached().orders().isEmpty());
            count();
            stopped = true;
        }
    }

    @Override
    public boolean hasEnded() {
        return stopped || system().tasks().call(attached()::isDone);
    }

    /** Looks at the packets that were given to the card since the last time. None is lost: the wire waits for room. */
    private void count() {
        if (stopped) {
            return;
        }
        int offered = Math.toIntExact(system().tasks().call(attached().ports().getFirst().received()::frames));
        for (; counted < offered; counted++) {
            frames.frameOf(capture.packets(), capture.packetOffset(counted), capture.packetBytes(counted));
            kinds.merge(frames.kindOf(capture.packets(), capture.packetOffset(counted), capture.packetBytes(counted)), 1L, Long::sum);
        }
    }

    private long count(RtpFrames.Kind kind) {
        return kinds.getOrDefault(kind, 0L);
    }

    @Override
    public long packets() {
        count();
        return count(RtpFrames.Kind.TO_PORT);
    }

    @Override
    public int frames() {
        count();
        return frames.ended();
    }

    @Override
    public PacketAccount apart() {
        count();
        PacketAccount apart = new PacketAccount();
        apart.add(PacketEnd.FRAGMENT, count(RtpFrames.Kind.FRAGMENT));
        apart.add(PacketEnd.OTHER, count(RtpFrames.Kind.OTHER));
        apart.add(PacketEnd.NOT_PLAYED, capture.packetCount() - counted);
        apart.add(PacketEnd.SHORTENED, capture.count(CaptureOddity.SHORTENED));
        apart.add(PacketEnd.RUNT, capture.count(CaptureOddity.RUNT));
        apart.add(PacketEnd.OTHER_LINK, capture.count(CaptureOddity.OTHER_LINK));
        return apart;
    }

    @Override
    public List<String> oddities() {
        List<String> oddities = new ArrayList<>();
        long tagged = capture.count(CaptureOddity.TAGGED);
        if (tagged > 0) {
            oddities.add(CaptureOddity.TAGGED.text(tagged) + ": " + CaptureOddity.TAGGED.cure());
        }
        if (capture.isCut()) {
            oddities.add("the file ends in the record at byte " + capture.cutAtByte()
                + ", the packets before it were played: end the recorder with Ctrl-C, and copy the file whole");
        }
        return oddities;
    }

    @Override
    public String remedy() {
        return "";
    }
}
