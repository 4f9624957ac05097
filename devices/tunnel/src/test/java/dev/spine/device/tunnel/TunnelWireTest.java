package dev.spine.device.tunnel;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WirePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What every wire promises, held by a tunnel. */
@Timeout(60)
class TunnelWireTest extends WireContract {
    private final HandAgent device = HandAgent.live("iop1");
    private final WirePlace place = place();
    private final TunnelWire wire;
    private FarEnd far;
    private int next;

    TunnelWireTest() throws IOException {
        wire = place.wire("tunnel0", new TunnelEnd.Listen(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)),
            TunnelSecurity.PLAIN, BUFFERS, TunnelLimits.STANDARD);
    }

    /** {@return where the wire has its connections} */
    WirePlace place() {
        return new WirePlace.OwnThreads();
    }

    @BeforeEach
    void connect() {
        port().attach(device);
        far = FarEnd.of(wire);
        while (port().link() == LinkState.DOWN) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void close() {
        far.close();
        wire.close();
        place.close();
    }

    @Override
    protected WirePort port() {
        return wire.ports().getFirst();
    }

    @Override
    protected HandAgent device() {
        return device;
    }

    @Override
    protected void offer(int count) {
        for (int i = 0; i < count; i++) {
            long before = handled();
            far.send(Frames.frame(0x0200_0000_0001L, 0x0200_0000_0002L, next++, 100));
            while (handled() == before) {
                Thread.onSpinWait();
            }
        }
    }

    /** What has arrived, or was dropped; a read of the list's size makes the other thread's counts visible. */
    private long handled() {
        return port().arrivals().size() < 0 ? 0 : port().received().frames() + port().received().drops();
    }
}
