package dev.spine.command.play;

import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.udp.UdpWire;
import dev.spine.perf.video.VideoSystem;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.kind.UdpKind;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Video from a sender that is running now, received by a UDP socket of this machine. */
final class UdpSource implements VideoSource {
    /** Nine frames of 640 x 480: as long as the socket's own buffer lasts, the card should not be what runs out. */
    private static final int RECEIVE_BUFFERS = 4096;

    private final InetSocketAddress address;
    private final int wantedFrames;
    private @Nullable UdpWire wire;
    private @Nullable FrameGate gate;

    /**
     * A source.
     *
     * @param address where to listen; port 0 lets the system choose
     * @param wantedFrames how many frames are shown at most, at least 1
     */
    UdpSource(InetSocketAddress address, int wantedFrames) {
        this.address = address;
        this.wantedFrames = wantedFrames;
    }

    @Override
    public PlacedWire wire() {
        return new PlacedWire("udp", new UdpKind.Spec(VideoSystem.WIRE, address, RECEIVE_BUFFERS));
    }

    @Override
    public void attach(SpineSystem built) {
        UdpWire found = (UdpWire) built.wire(VideoSystem.WIRE);
        FrameGate shut = new FrameGate(found.localAddress().getPort(), wantedFrames);
        found.gate(shut);
        wire = found;
        gate = shut;
    }

    private UdpWire attached() {
        return Objects.requireNonNull(wire, "attach comes first");
    }

    private FrameGate gate() {
        return Objects.requireNonNull(gate, "attach comes first");
    }

    @Override
    public int port() {
        return attached().localAddress().getPort();
    }

    @Override
    public String describe() {
        InetSocketAddress local = attached().localAddress();
        return "UDP port " + local.getPort() + " at " + (address.getAddress().isAnyLocalAddress() ? "all addresses of this machine"
            : local.getAddress().getHostAddress());
    }

    @Override
    public void begin() {
        gate().open();
    }

    @Override
    public void stop() {
        gate().close();
    }

    @Override
    public boolean hasEnded() {
        return gate().isDone();
    }

    @Override
    public long packets() {
        return gate().packets();
    }

    @Override
    public int frames() {
        return gate().frames();
    }

    @Override
    public PacketAccount apart() {
        WireCounters received = attached().ports().getFirst().received();
        long jumbo = received.get(WireCounters.Counter.BAD_LENGTH);
        PacketAccount apart = new PacketAccount();
        apart.add(PacketEnd.JUMBO, jumbo);
        apart.add(PacketEnd.DROPPED, received.drops() - jumbo);
        apart.add(PacketEnd.NOT_PLAYED, gate().refused());
        return apart;
    }

    @Override
    public List<String> oddities() {
        return List.of();
    }

    @Override
    public String remedy() {
        int granted = attached().socketBufferBytes();
        return granted >= UdpWire.SOCKET_BUFFER_BYTES ? "" : String.format(Locale.ROOT, "the system keeps only %d KiB for a busy receiver;"
            + " sudo sysctl -w net.core.rmem_max=%d lets it keep more (docs/video.md)", granted >> 10, UdpWire.SOCKET_BUFFER_BYTES);
    }
}
